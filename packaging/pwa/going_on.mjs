// Going on without the tablet, on the page of a phone that kept a copy of its game: the book is opened on this phone.

import { Spares } from "./comeback.mjs";
import { copies, leave, partsOf } from "./copies.mjs";
import { Packets, SAID, heard, opened, said } from "./meeting.mjs";
import { readShare, shown, unlocked } from "./sealing.mjs";

const APP = "site.json"; // a device that keeps this keeps all of the app
const OFFLINE = "The rest of Companion could not be fetched. Is this phone online?";
const UNFIT = "That phone’s copy does not fit this one. Take another player’s phone, or go on from that one.";

const sizes = globalThis.companionSizes ?? {};
const whole = sizes[globalThis.companionBrowser]?.travel ?? 0;
const client = sizes[`guest-${globalThis.companionBrowser}`]?.travel ?? 0;

// Whether Python is on this phone, so that it could take over with no network.
export const isReady = async () => Boolean(await globalThis.caches?.match(new URL(APP, document.baseURI)).catch(() => null));

// The copy of the game that is played in a room, the latest one.
export const copyIn = async (room) => (await copies()).filter((copy) => copy.room === room).sort((one, other) => other.when - one.when)[0];

const AGAIN = 20_000; // ms until a tablet that was left is called again
const LONG = 600_000; // ms: the longest that one was tried asleep
const TOLD = 5_000; // ms in which it has heard

// Tell a tablet that the game went on without it, once it is awake again: it still waits for this phone's call.
export async function tellLeft(print, hello, words) {
    const spares = new Spares(print, "phone", () => {});
    for (const began = performance.now(); performance.now() - began < LONG; ) {
        const link = document.hidden ? null : await spares.call();
        if (link) {
            const packets = new Packets(link.channel, (packet) => {
                if (packet[0] === SAID && heard(packet).state === "in") words().then((told) => packets.send(said(told)));
            });
            await opened(link.channel);
            packets.send(said(hello));
            return setTimeout(() => link.peer.close(), TOLD);
        }
        await new Promise((done) => setTimeout(done, AGAIN));
    }
}

const upTo = ({ title, last }) => (last ? `This phone has “${title}” up to entry ${last}.` : `This phone has “${title}” as it began.`);

// What this phone has heard of, and has not got.
function lacking({ last, seen }) {
    if (seen <= last) return "What came after that is on the tablet alone.";
    return seen === last + 1 ? `Entry ${seen} is on the tablet alone.` : `Entries ${last + 1} to ${seen} are on the tablet alone.`;
}

export class GoingOn {
    // `screen` has what the phone's page draws with; `away` is called when this page leaves for the app.
    constructor(screen, copy, away) {
        this.screen = screen;
        this.copy = copy;
        this.away = away;
    }

    async show(problem = "") {
        const { made, page, head, close } = this.screen;
        const { seal } = this.copy;
        const ready = await isReady();
        const fetched = ready ? "Companion is on this phone already." : `This phone fetches ${Math.ceil(whole - client)} MB first.`;
        const words = [
            made("h1", { tabindex: "-1", text: "Go on without the tablet" }),
            made("p", { text: `${upTo(this.copy)} ${lacking(this.copy)}` }),
            made("p", { class: "soft", text: "The book opens here, and everyone else comes to this phone by one square each." }),
        ];
        const hidden = made("div", { class: "card" }, made("b", { text: "Something in this game is hidden" }),
            made("small", { text: "A second player’s phone has to help. On that one tap Go on without the tablet, then Help another phone. Whoever goes on sees what the tablet could show." }));
        this.status = made("p", { class: "soft", role: "status", text: fetched });
        const begin = seal ? made("button", { text: "Scan the other phone", onclick: () => this.scan() }) : made("button", { text: "Go on here", onclick: () => this.begin() });
        const help = seal && made("button", { class: "quiet", text: "Help another phone", onclick: () => this.help() });
        page("end", head(problem), made("div", { class: "middle" }, ...words, seal ? hidden : "", this.status), begin, help,
            made("button", { class: "quiet", text: "Wait for the tablet", onclick: close }));
    }

    scan() {
        this.screen.look("Hold this phone over the other phone’s square.", (words) => {
            const share = readShare(words);
            if (!share) return false;
            const fits = share.seal === this.copy.seal && share.at !== this.copy.at;
            fits ? this.begin([this.copy, share]) : this.show(UNFIT);
            return true;
        });
    }

    async help() {
        const { made, page, head, square } = this.screen;
        const frame = made("div", { class: "square" }, await square(shown(this.copy)));
        page("show", head(), made("h1", { tabindex: "-1", text: "Hold this up to the phone that goes on" }),
            made("p", { class: "soft", text: "It needs this once. This phone then scans the square there, like all the others." }), frame,
            made("button", { class: "quiet", text: "Back", onclick: () => this.show() }));
    }

    // Lay the copy out for the app, and open that. What is missing of it is fetched by its own page, which says how much.
    async begin(shares = null) {
        const { play, by } = this.copy;
        try {
            if (!(await isReady())) await fetch(new URL(APP, document.baseURI), { cache: "no-store" });
        } catch {
            this.status.textContent = OFFLINE;
            return;
        }
        try {
            const parts = await partsOf(play);
            const bodies = shares ? await unlocked(parts, shares) : parts.map(({ body }) => body);
            await leave({ play, by, parts: bodies, where: this.screen.where });
        } catch (error) {
            console.error(error);
            return this.show(UNFIT);
        }
        this.away(`play/${play}/phones`);
    }
}
