// Who keeps the books: one page holds the files and writes, the others look over its shoulder.
//
// A lock of the browser's says who; it falls free when its page goes, however it goes. The pages talk over a channel:
// "written" after a commit, "ask" and "book" to look at it, "give" and "given" to have it handed over.

import { Books, inUse } from "./books.mjs";
import { BOOKS as NAME, drop, found, taken } from "./copies.mjs";
import { forget } from "./memory.mjs";

const KEPT = "/books";
const FILE = "/companion.db";
const LOCK_PATIENCE = 1500; // ms: a page that was loaded anew may still be going
const ANSWER_PATIENCE = 6000; // ms: a page in the background may be slow, or asleep
const ASK_AGAIN = 400; // ms: the page that keeps the books may be opening them just now
const GIVEN_PATIENCE = 5000; // ms: whoever asked for the books takes the lock over; if he has gone, the next one has it
const CLOSED = "This device closed the book while the app was away. What was recorded is safe.";

export class Bookcase {
    constructor() {
        // a book that can't be opened can be saved as it is, and put aside
        this.ears = { save: () => this.save(), anew: () => this.putAside() };
        this.early = [];
        this.waiting = {};
        this.channel = new BroadcastChannel(NAME);
        this.channel.onmessage = ({ data }) => this.overheard(data);
        this.books = null;
        this.letGo = null;
        this.folder = navigator.storage?.getDirectory?.().then((root) => root.getDirectoryHandle("books", { create: true }));
        this.folder?.catch(() => {}); // said when it is asked for
        this.locked = this.lock({ signal: AbortSignal.timeout(LOCK_PATIENCE) });
    }

    // Take the lock, and hold it until `letGo` is called; false when another page has it.
    lock(options) {
        return new Promise((done) => {
            navigator.locks
                .request(NAME, options, (lock) => {
                    done(!!lock);
                    return lock && new Promise((free) => (this.letGo = free));
                })
                .catch(() => done(false));
        });
    }

    stand(FS) {
        this.FS = FS;
    }

    // Hear something from the page or from Python's side of it, however early.
    hear(name, detail) {
        if (this.ears[name]) this.ears[name](detail ?? null);
        else this.early.push([name, detail]);
    }

    overheard(said) {
        if (said.ask && this.books) {
            const bytes = this.books.bytes(FILE);
            this.channel.postMessage({ book: said.ask, bytes });
        } else if (said.bytes && this.waiting[said.book]) {
            this.waiting[said.book](said.bytes);
        } else if (said.written && !this.books) {
            this.hear("written");
        } else if (said.give && this.books) {
            this.asker = said.give;
            this.hear("give");
        } else if (said.given && said.given === this.asking) {
            this.queued?.abort(); // the books are for us, whoever stands before us in the queue
        }
    }

    // Open the files, if no other page has them. Answers "kept" or "elsewhere"; throws where nothing can be stored.
    async claim() {
        if (!this.folder) throw new Error("no storage");
        const folder = await this.folder;
        // whoever had the lock when this page began may have gone since
        if (!(await this.locked) && !(await this.lock({ ifAvailable: true }))) return "elsewhere";
        const written = () => this.channel.postMessage({ written: true });
        const lost = () => self.postMessage({ kind: "failed", sentence: CLOSED });
        const full = () => forget().catch((error) => console.warn(error)); // the next try has the room
        const books = new Books(this.FS, folder, written, lost, full);
        try {
            await books.open();
        } catch (error) {
            this.letGo();
            if (inUse(error)) return "elsewhere";
            throw error;
        }
        this.books = books;
        books.mount(KEPT);
        return "kept";
    }

    save() {
        const bytes = this.books.bytes(FILE);
        if (bytes) self.postMessage({ kind: "say", name: "file", detail: bytes });
    }

    putAside() {
        const when = new Date().toISOString().replaceAll(":", "");
        this.books.move(FILE, `/aside/${when}.db`);
        this.books.move(`${FILE}-journal`, `/aside/${when}.db-journal`);
        self.postMessage({ kind: "say", name: "again" });
    }

    // Let another page have the files. Python has closed its own by now.
    release() {
        try {
            this.books.unmount(KEPT);
        } finally {
            this.books.close();
            this.books = null;
            this.channel.postMessage({ given: this.asker });
            setTimeout(this.letGo, GIVEN_PATIENCE);
        }
    }

    // Wait until the page that keeps the books has gone or handed them over; then they are ours to open.
    async vacancy() {
        this.queued = new AbortController();
        this.locked = this.lock({ signal: this.queued.signal });
        if (!(await this.locked)) this.locked = this.lock({ steal: true }); // given to us
        return await this.locked;
    }

    // Ask the page that keeps the books for the book as it is now; nothing when it does not answer.
    async look() {
        const ask = crypto.randomUUID();
        const answer = new Promise((done) => (this.waiting[ask] = done));
        const asleep = new Promise((done) => setTimeout(done, ANSWER_PATIENCE, null));
        const say = () => this.channel.postMessage({ ask });
        const again = setInterval(say, ASK_AGAIN);
        say();
        const bytes = await Promise.race([answer, asleep]);
        clearInterval(again);
        delete this.waiting[ask];
        return bytes;
    }

    forPython() {
        return {
            claim: () => this.claim(),
            release: () => this.release(),
            vacancy: () => this.vacancy(),
            look: () => this.look(),
            give: () => this.channel.postMessage({ give: (this.asking = crypto.randomUUID()) }),
            // a game that goes on here, from a copy that this device kept while it was a phone of its tablet
            going: () => found(),
            wentOn: (play) => Promise.all([taken(), drop(play)]),
            notGoing: () => taken(),
            grow: async () => await this.books?.grow(),
            lasting: async () => (await navigator.storage?.persisted?.()) ?? false,
            say: (name, detail) => self.postMessage({ kind: "say", name, detail }),
            fail: (sentence, rescue = false) => self.postMessage({ kind: "failed", sentence, rescue }),
            hear: (name, ear) => {
                this.ears[name] = ear;
                const missed = this.early.filter(([one]) => one === name);
                this.early = this.early.filter(([one]) => one !== name);
                for (const [, detail] of missed) ear(detail ?? null);
            },
        };
    }
}
