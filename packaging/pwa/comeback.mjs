// Two devices that met find each other again with nothing exchanged at that moment. While a channel lives, each has a few
// connections wait for the other, agreed over the channel; a page that was loaded again calls one with what it kept.
// Where both were, one square of the tablet's says to all phones where new ones wait.
//
// Nobody but the two gets in: ICE asks for names and passwords made from a secret that only they have, DTLS for the
// certificates they met with. What waits begins DTLS, so that a stranger's hello spoils nothing.
//
// A browser may forbid a page to choose its names. Then a phone says over the channel by which it will call the first
// connection that waits for it, and the last one waits for names that a square shows.

import { FORM, Reader, answerTo, bytesOf, connection, description, essence, gathered, letters, lookAgain, nameOf, opened } from "./meeting.mjs";
import { packedHost, packedNames, packedPort, packedPrint, text } from "./meeting.mjs";
import { drop, names, read, write } from "./kept.mjs";

const SPARES = 2; // connections that wait for one device: the second is for a page loaded again at once
const PATIENCE = 3_000; // ms until another spare is called
const ANSWERED = 5_000; // ms that a spare which has answered is waited for besides
const PROMPT = 300; // ms in which a device with a network knows its own addresses
const SOON = 500; // ms until the other's addresses are looked up again
const CHANNEL = { negotiated: true, id: 0 }; // both ends make it themselves
export const BACK = "#back."; // what follows says where the spares of a tablet wait
const [TABLET, PHONE] = [4, 2]; // bytes of a print by which a square names them

// The name and password that both ends foretell for one use.
async function foretell(secret, use) {
    const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info: text.encode(`companion ${use}`) };
    const bits = new Uint8Array(await crypto.subtle.deriveBits(how, secret, 8 * 30));
    const words = (bytes) => btoa(String.fromCharCode(...bytes)); // of 6 and 24 bytes: nothing is filled up with "="
    return { user: words(bits.subarray(0, 6)), secret: words(bits.subarray(6)) };
}

const renamed = ({ type, sdp }, { user, secret }) => ({
    type,
    sdp: sdp.replace(/a=ice-ufrag:.*/, `a=ice-ufrag:${user}`).replace(/a=ice-pwd:.*/, `a=ice-pwd:${secret}`),
});

async function link() {
    const peer = await connection();
    return { peer, channel: peer.createDataChannel("flet", CHANNEL) };
}

// The first of some links to be open in time, or `null`.
const firstOpen = (links, patience, signal) =>
    new Promise((done) => {
        if (signal?.aborted) done(null);
        signal?.addEventListener("abort", () => done(null));
        for (const made of links) opened(made.channel).then(() => done(made));
        Promise.all(links.map(failed)).then(() => done(null));
        setTimeout(done, patience, null);
    });

const failed = ({ peer }) =>
    new Promise((done) => {
        const look = () => peer.connectionState === "failed" && done();
        peer.addEventListener("connectionstatechange", look);
        look();
    });

let known = null;

// The print of this device's certificate, and whether its browser lets a page choose its names.
export const own = () => (known ??= look());

async function look() {
    const { peer } = await link();
    const offer = await peer.createOffer();
    const trial = renamed(offer, { user: "companion", secret: "a".repeat(24) });
    const chooses = await peer.setLocalDescription(trial).then(() => true, () => false);
    peer.close();
    return { print: essence(offer.sdp).print, chooses };
}

// --- calling, and waiting for a call ------------------------------------------------------------------------

// A connection that waits, by names that this end has perhaps foretold. Who will call it is still to be said.
async function waiting(names = null) {
    const spare = await link();
    const there = gathered(spare.peer);
    const offer = await spare.peer.createOffer();
    await spare.peer.setLocalDescription(names ? renamed(offer, names) : offer);
    await there;
    return { ...spare, way: essence(spare.peer.localDescription.sdp) };
}

// Have a connection wait for the device that has a certificate. `names` returns the caller's for this end's own.
export async function wait(print, names) {
    const spare = await waiting();
    await spare.peer.setRemoteDescription({ type: "answer", sdp: description({ ...(await names(spare.way)), print }, "passive") });
    return spare;
}

async function prepare(way, print) {
    const made = await link();
    const sdp = description({ ...way, print }, "active");
    await made.peer.setRemoteDescription({ type: "offer", sdp });
    return { ...made, sdp, number: way.number, answer: await made.peer.createAnswer() };
}

// Call a connection that waits for this device, by the names that it expects. Until it answers, its addresses are looked
// up again: what was asked for is easily lost, and in vain before this device has a network, which may come only then.
export async function call(way, print, names) {
    const made = await prepare(way, print);
    const began = performance.now();
    const look = () => {
        if (!["new", "checking"].includes(made.peer.iceConnectionState)) clearInterval(again);
        else if (performance.now() - began > PROMPT) lookAgain(made.peer, made.sdp);
    };
    const again = setInterval(look, SOON);
    made.peer.addEventListener("icecandidate", look);
    await made.peer.setLocalDescription(renamed(made.answer, names));
    return made;
}

// The names of whoever calls a screen that has shown its own password, in a square.
export const callerOf = async ({ secret }) => foretell(await keyOf(text.encode(secret)), "screen");

const keyOf = (bytes) => crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits"]);

// --- spares ---------------------------------------------------------------------------------------------------

// The devices that this one met while it was "tablet" or "phone", by their certificates.
export const met = async (end) => (await names()).filter((name) => name.startsWith(`${end} `)).map((name) => name.slice(end.length + 1));

// What this device has with one other: its own spares, which wait for a call, and what it knows of the other's.
export class Spares {
    // `end` is "tablet" or "phone"; `called` takes the link of a spare that the other device has called.
    constructor(print, end, called) {
        this.print = print;
        this.end = end;
        this.name = `${end} ${print}`;
        this.called = called;
        this.waiting = new Map();
        this.prepared = null; // a call that needs only to be begun
        this.work = Promise.resolve();
        this.gone = false;
    }

    // One thing after the other, so that no number is given twice.
    inTurn(step) {
        const done = this.work.then(() => this.gone || step());
        this.work = done.catch(console.error);
        return done;
    }

    async kept() {
        return (await read(this.name)) ?? {};
    }

    async keep(more) {
        await write(this.name, { ...(await this.kept()), ...more });
    }

    // Agree on a new secret; what was agreed before is void.
    begin(say) {
        const bytes = crypto.getRandomValues(new Uint8Array(32));
        say({ secret: letters(bytes) });
        return this.inTurn(() => this.take(bytes));
    }

    async take(bytes) {
        this.hangUp();
        await this.keep({ secret: await keyOf(bytes), count: 0, ways: [] });
    }

    async hear({ secret, ways, chooses, caller }, say) {
        if (secret) {
            await this.inTurn(() => this.take(bytesOf(secret)));
            await this.offer(say);
        }
        if (ways && (await this.inTurn(() => this.learn(ways, chooses, say)))) await this.offer(say);
        if (caller) await this.inTurn(() => this.expect(caller.number, description({ ...caller, print: this.print }, "passive")));
    }

    // Keep where the other device waits. True if what waits here is of no use: that device calls otherwise than was thought.
    async learn(ways, chooses, say) {
        const changed = chooses !== ((await this.kept()).chooses ?? true);
        await this.keep({ ways, chooses });
        if (changed) this.hangUp();
        const [first] = ways;
        if (this.end === "phone" && ways.length > 1 && this.prepared?.number !== first.number && !(await own()).chooses) {
            this.prepared?.peer.close();
            this.prepared = await prepare(first, this.print);
            const { user, secret } = essence(this.prepared.answer.sdp);
            say({ caller: { number: first.number, user, secret } });
        }
        return changed;
    }

    // Have spares wait, and tell the other device which: those it knew may have gone with a page. One that was called in vain,
    // while this device slept, is of no use to a later call.
    offer(say) {
        return this.inTurn(async () => {
            for (const [number, { peer }] of this.waiting) {
                if (peer.connectionState !== "new" && this.waiting.delete(number)) peer.close();
            }
            while (this.waiting.size < SPARES && (await this.wait()));
            say({ ways: [...this.waiting.values()].map(({ way }) => way), chooses: (await own()).chooses });
        });
    }

    async wait() {
        const { secret, count: number, chooses = true } = await this.kept();
        if (!secret || this.gone) return null;
        await this.keep({ count: number + 1 });
        const spare = await waiting((await own()).chooses && (await foretell(secret, `${this.end} ${number} waits`)));
        spare.number = spare.way.number = number;
        this.waiting.set(number, spare);
        opened(spare.channel).then(() => this.waiting.delete(number) && this.called(spare));
        spare.peer.addEventListener("connectionstatechange", () => {
            if (spare.peer.connectionState === "failed" && this.waiting.delete(number)) spare.peer.close();
        });
        if (chooses) {
            const caller = await foretell(secret, `${this.end} ${number} calls`);
            await this.expect(number, description({ ...caller, print: this.print }, "passive"));
        }
        return spare;
    }

    // Say who will call a spare. What is agreed can't be changed.
    async expect(number, sdp) {
        const peer = this.waiting.get(number)?.peer;
        if (peer?.signalingState === "have-local-offer") await peer.setRemoteDescription({ type: "answer", sdp });
    }

    // Take the answer that a phone has shown; false if it is to no spare of this page.
    async takeAnswer({ offer, sdp }) {
        for (const [number, { way }] of this.waiting) {
            if ((await nameOf(bytesOfNames(way))) !== offer) continue;
            await this.expect(number, sdp);
            return true;
        }
        return false;
    }

    // Call the other device's spares in turn, the latest first; `null` if none is there, or another call begins.
    async call() {
        this.calls?.abort();
        const { signal } = (this.calls = new AbortController());
        this.began = performance.now();
        const { secret, ways = [] } = await this.kept();
        if (!(await own()).chooses) return this.callPrepared();
        const other = this.end === "phone" ? "tablet" : "phone";
        let found = null;
        let made = [];
        for (const way of ways.toReversed()) {
            this.began = performance.now();
            made.push(await call(way, this.print, await foretell(secret, `${other} ${way.number} calls`)));
            found = await firstOpen(made, PATIENCE, signal);
            if (found || signal.aborted) break;
            made = made.filter(answered);
        }
        // What has answered is slow, and can't be called once more: it would go on with the call that was given up.
        if (!found && made.length) found = await firstOpen(made, ANSWERED, signal);
        for (const link of made) if (link !== found) link.peer.close();
        return found;
    }

    async callPrepared() {
        const made = this.prepared;
        this.prepared = null;
        if (!made) return null;
        await made.peer.setLocalDescription(made.answer);
        const found = await firstOpen([made], PATIENCE);
        if (!found) made.peer.close();
        return found;
    }

    // What a square of this tablet shows: a new spare, as the network may be another by now. Where neither can choose its
    // names, it is a call to the phone's last spare, which has no addresses.
    show() {
        return this.inTurn(async () => {
            const { chooses = true, ways = [] } = await this.kept();
            if (this.shown && this.shown.channel.readyState !== "open") {
                this.waiting.delete(this.shown.number);
                this.shown.peer.close();
            }
            if (chooses || (await own()).chooses || !ways.length) {
                this.shown = await this.wait();
                return this.shown?.way;
            }
            const made = (this.shown = await prepare(ways.at(-1), this.print));
            opened(made.channel).then(() => this.called(made));
            await made.peer.setLocalDescription(made.answer);
            return { ...essence(made.answer.sdp), number: made.number, ways: [] };
        });
    }

    // Come together with a tablet by its square; false if there is nothing of it for this phone, or no answer.
    async scan(phones) {
        const [{ print }, { secret }] = await Promise.all([own(), this.kept()]);
        const mine = secret ? phones.filter(({ phone }) => print.startsWith(phone)) : [];
        for (const { number, ways, ...caller } of mine.filter(({ ways }) => !ways.length)) {
            const spare = this.waiting.get(number);
            await this.expect(number, description({ ...caller, print: this.print }, "passive"));
            if (spare && (await firstOpen([spare], PATIENCE))) return true;
        }
        const ways = mine.filter((way) => way.ways.length);
        for (const way of ways) {
            if (!way.user) Object.assign(way, await foretell(secret, `tablet ${way.number} waits`));
        }
        if (ways.length) await this.inTurn(() => this.keep({ ways }));
        const link = ways.length ? await this.call() : null;
        if (link) this.called(link);
        return Boolean(link);
    }

    // A call that a square announces, which the tablet reads; `null` where no spare was agreed on.
    async announce() {
        const { ways = [] } = await this.kept();
        if (!ways.length) return null;
        const { peer, channel, answer } = await prepare(ways.at(-1), this.print);
        await peer.setLocalDescription(answer);
        await gathered(peer);
        return { peer, channel: opened(channel), words: await answerTo(bytesOfNames(ways.at(-1)), peer) };
    }

    hangUp() {
        for (const { peer } of this.waiting.values()) peer.close();
        this.waiting.clear();
    }

    // The two have parted: neither opens anything at the other any more.
    forget() {
        this.gone = true;
        this.hangUp();
        this.prepared?.peer.close();
        return drop(this.name);
    }
}

// Whether the other end of a call was reached; if it was not, the call ends.
function answered({ peer }) {
    const reached = ["connected", "completed"].includes(peer.iceConnectionState) && peer.connectionState !== "failed";
    if (!reached) peer.close();
    return reached;
}

const bytesOfNames = (way) => Uint8Array.from(packedNames(way));

// --- one square for all phones --------------------------------------------------------------------------

// Says where a spare of each phone waits: the tablet's addresses and a port for each phone, whose names are foretold
// wherever the tablet's browser lets them be.
export async function squareOf(spares) {
    const { print, chooses } = await own();
    const hosts = [...new Set(spares.flatMap(([, { ways }]) => ways.map(([host]) => host)))];
    const portAt = (ways, host) => ways.find(([known]) => known === host)?.[1] ?? 0;
    const phones = spares.flatMap(([phone, way]) => [
        ...packedPrint(phone).slice(0, PHONE),
        ...packedPort(way.number),
        ...hosts.flatMap((host) => packedPort(portAt(way.ways, host))),
        ...(chooses ? [] : packedNames(way)),
    ]);
    return letters([FORM, ...packedPrint(print).slice(0, TABLET), Number(chooses), hosts.length, ...hosts.flatMap(packedHost), ...phones]);
}

export function readSquare(words) {
    const reader = new Reader(bytesOf(words));
    if (reader.byte() !== FORM) throw new RangeError("of another version");
    const tablet = reader.print(TABLET);
    const foretold = reader.byte();
    const hosts = Array.from({ length: reader.byte() }, () => reader.host());
    const phones = [];
    while (reader.left) {
        const [phone, number] = [reader.print(PHONE), reader.port()];
        const ways = hosts.map((host) => [host, reader.port()]).filter(([, port]) => port);
        phones.push({ phone, number, ways, ...(foretold ? {} : reader.names()) });
    }
    return { tablet, phones };
}
