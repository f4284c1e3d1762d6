// Going on without the tablet, on the page of a phone that kept a copy of its game: the book is opened on this phone, or on
// another device, to which this phone hands the copy over a channel.

import { Spares } from "./comeback.mjs";
import { BOOKS, MOST_KEPT, copies, leave, partsOf } from "./copies.mjs";
import { Packets, SAID, accept, answer, headAndBody, heard, offer, opened, readAnswer, said, withHead } from "./meeting.mjs";
import { readShare, shown, unlocked } from "./sealing.mjs";

const APP = "site.json"; // a device that keeps this keeps all of the app
export const HAND = "#hand."; // what follows is the offer of a phone that hands its copy over
const OFFLINE = "The rest of Companion could not be fetched. Is this phone online?";
const IN_USE = "Companion is open on this device in another tab or window. Close it there, then go on.";
const APART = "The two devices can’t reach each other. Put both on the same Wi-Fi, then try again.";
const NO_OFFER = "This square is no use any more. On the phone tap Hand it to another device once more, and scan the new one.";
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

// Lay a copy out for the app, and open that; else say why not. What is missing of it is fetched by its own page, which says
// how much.
async function open(copy, away) {
    const { held } = await navigator.locks.query();
    if (held.some(({ name }) => name === BOOKS)) return IN_USE;
    try {
        if (!(await isReady())) await fetch(new URL(APP, document.baseURI), { cache: "no-store" });
    } catch {
        return OFFLINE;
    }
    await leave(copy);
    away(`play/${copy.play}/phones`);
    return "";
}

// For a device without a camera: a square as text, and where such a text is put.
const asText = (made, label, words) =>
    made("details", { class: "card" }, made("summary", { text: "As text" }), made("textarea", { readonly: "", rows: "4", "aria-label": label, text: words }));

function typed(made, label, read) {
    const problem = made("p", { class: "problem", role: "alert", hidden: "", text: "That is not the whole text of that square." });
    const field = made("textarea", { rows: "4", "aria-label": label, oninput: () => (problem.hidden = !field.value.trim() || read(field.value.trim())) });
    const how = made("small", { text: `Send ${label.toLowerCase()} here, and paste it.` });
    return made("details", { class: "card" }, made("summary", { text: "No camera here?" }), how, field, problem);
}

export class GoingOn {
    // `screen` has what the phone's page draws with.
    constructor(screen, copy) {
        this.screen = screen;
        this.copy = copy;
        this.bodies = null; // of the copy's parts, once they could be read
    }

    async show(problem = "") {
        const { made, page, head, close } = this.screen;
        const sealed = this.copy.seal && !this.bodies;
        const fetched = (await isReady()) ? "Companion is on this phone already." : `This phone fetches ${Math.ceil(whole - client)} MB first.`;
        const words = [
            made("h1", { tabindex: "-1", text: "Go on without the tablet" }),
            made("p", { text: `${upTo(this.copy)} ${lacking(this.copy)} What waited for the bank is asked for again.` }),
            made("p", { class: "soft", text: "The book opens here, and everyone else comes to this phone by one square each." }),
        ];
        const hidden = made("div", { class: "card" }, made("b", { text: "Something in this game is hidden" }),
            made("small", { text: "A second player’s phone has to help. On that one tap Go on without the tablet, then Help another phone. Whoever goes on sees what the tablet could show." }));
        const status = made("p", { class: "soft", role: "status", text: fetched });
        const quiet = (text, onclick) => made("button", { class: "quiet", text, onclick });
        const ways = sealed
            ? [typed(made, "The other phone’s square as text", (text) => this.take(text)), made("button", { text: "Scan the other phone", onclick: () => this.scan() }), quiet("Help another phone", () => this.help())]
            : [made("button", { text: "Go on here", onclick: () => this.begin() }), quiet("Hand it to another device", () => this.handOn())];
        page("end", head(problem), made("div", { class: "middle" }, ...words, sealed ? hidden : "", status), ...ways, quiet("Wait for the tablet", close));
    }

    scan() {
        this.screen.look("Hold this phone over the other phone’s square.", (words) => this.take(words));
    }

    // Open a sealed copy with what another player's phone has shown; true if that was something of ours.
    take(words) {
        const share = readShare(words);
        if (share) this.unseal(share).then(() => this.show(), () => this.show(UNFIT));
        return Boolean(share);
    }

    async unseal(share) {
        if (share.seal !== this.copy.seal || share.at === this.copy.at) throw new RangeError("of no use");
        this.bodies = await unlocked(await partsOf(this.copy.play), [this.copy, share]);
    }

    async help() {
        const { made, page, head, square } = this.screen;
        const words = shown(this.copy);
        const frame = made("div", { class: "square" }, await square(words));
        page("show", head(), made("h1", { tabindex: "-1", text: "Hold this up to the phone that goes on" }),
            made("p", { class: "soft", text: "It needs this once. This phone then scans the square there, like all the others." }), frame,
            asText(made, "My square as text", words), made("button", { class: "quiet", text: "Back", onclick: () => this.show() }));
    }

    async laidOut(where) {
        const { play, by } = this.copy;
        const parts = this.bodies ?? (await partsOf(play)).map(({ body }) => body);
        return { play, by, parts, where };
    }

    async begin() {
        const problem = await open(await this.laidOut(this.copy.where), this.screen.away);
        if (problem) await this.show(problem);
    }

    // Hand the copy to another device: that one opens what this square says, and then shows its own.
    async handOn(problem = "") {
        const { made, page, head, square, look } = this.screen;
        const link = await offer();
        const read = (words) => {
            const found = readAnswer(words);
            if (found?.offer !== link.name) return false;
            this.handTo(link, found.sdp).catch(console.error);
            return true;
        };
        const frame = made("div", { class: "square" }, await square(`${document.baseURI}${HAND}${link.words}`));
        page("show", head(problem), made("h1", { tabindex: "-1", text: "Scan this with the other device" }),
            made("p", { class: "soft", text: "Its camera opens the page. Then scan the square that it shows." }), frame,
            typed(made, "Its square as text", read),
            made("button", { text: "Scan its square", onclick: () => look("Hold this phone over the other device’s square.", read) }),
            made("button", { class: "quiet", text: "Back", onclick: () => this.show() }));
    }

    async handTo(link, sdp) {
        const { made, page, head, scanSquare } = this.screen;
        const { parts, ...about } = await this.laidOut("on another device");
        let sent = false;
        const packets = new Packets(link.channel, (packet) => {
            if (heard(packet).has) {
                page("end", head(), made("div", { class: "middle" }, made("h1", { tabindex: "-1", text: "The other device has the game" }),
                    made("p", { role: "status", text: "This phone comes to it by a square, like all the others." })),
                made("button", { text: "Scan its square", onclick: scanSquare }));
            } else if (!sent) {
                sent = true;
                for (const [at, body] of parts.entries()) packets.send(withHead({ ...about, left: parts.length - 1 - at }, body));
            }
        });
        await accept(link, sdp);
        if (link.channel.readyState !== "open") await this.handOn(APART);
    }
}

const ASKED = 1_000; // ms until a phone is asked once more for its copy: the first word over a new channel is lost now and then

// A device to which a phone hands its copy shows that one its square, and opens what it is given.
export async function takeOn({ made, page, head, square, away }, words) {
    const say = (title, sentence, ...more) => page("end", head(), made("div", { class: "middle" }, made("h1", { tabindex: "-1", text: title }), made("p", { role: "status", text: sentence })), ...more);
    let link;
    try {
        link = await answer(words);
    } catch (error) {
        console.error(error);
        return say("Scan once more", NO_OFFER);
    }
    page("show", head(), made("h1", { tabindex: "-1", text: "Hold this up to the phone" }),
        made("p", { class: "soft", text: "There tap Scan its square. The game goes on on this device." }),
        made("div", { class: "square" }, await square(link.words)), asText(made, "My square as text", link.words));
    const parts = [];
    let size = 0;
    const packets = new Packets(await link.channel, (packet) => {
        clearInterval(asking);
        const [{ play, by, where, left }, body] = headAndBody(packet);
        size += body.length;
        if (size > MOST_KEPT) return link.peer.close();
        parts.push(body);
        if (left) return;
        packets.send(said({ has: true }));
        const begin = async () => {
            const problem = await open({ play, by, where, parts }, away);
            if (problem) say("The game is here", problem, made("button", { text: "Go on here", onclick: begin }));
        };
        setTimeout(begin, ASKED); // what was said last reaches the phone by then
    }, 2 * MOST_KEPT);
    const ask = () => packets.send(said({ asks: true }));
    const asking = setInterval(ask, ASKED);
    ask();
}
