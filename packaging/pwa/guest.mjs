// A phone that plays at a tablet with no computer: this page has no Python. It asks who somebody is, shows its own
// square to the tablet, and is then Flet's client, whose packets travel over a channel to the tablet. A channel that is
// lost comes back by itself, on this page or once it was loaded again.

import { COPY, PAGES, Packets, SAID, answer, bytesOf, headAndBody, heard, hex, opened, printOf, said, text, waitingAt, withHead } from "./meeting.mjs";
import { BACK, Spares, callerOf, own, readSquare, wait } from "./comeback.mjs";
import { add, copies, drop, partsOf, want, wanted } from "./copies.mjs";
import { GoingOn, HAND, copyIn, isReady, takeOn, tellLeft } from "./going_on.mjs";
import { LINE, LINES, grouped, mistakeIn, printIn, tidied } from "./letters.mjs";

export const MARK = "#join."; // what follows is the tablet's offer, and who sits at the table; or its letters
const LETTERS = /^[A-Z]{0,60}$/; // those, perhaps mistyped
const SEATS = "companion-seats"; // what this phone is known by at each table, and who plays on it
const MOST_SEATS = 8; // tables; the ones longest ago are forgotten
const ONE_SEAT = "companion-seat"; // the same in 1.1.0, one for all tables
const TABLE = "companion-table"; // where it plays now
const LATE = 8_000; // ms in which a tablet may still answer, after nothing came for long
const UNHEARD = 2_000; // ms until a phone says again who it is: the first word over a new channel is lost now and then
const SILENCE = 20_000; // ms without the tablet after which a new square is offered as well
const ASLEEP = 600_000; // ms without it after which only a new square helps
const MOST_HELD = 64; // packets of Flet's client that wait meanwhile
const AWAKE = 500; // ms in which a tablet says that a channel is alive
const AGAIN = 1_000; // ms until a tablet that didn't answer is called again
const MOST_TOLD = 8; // copies of which a tablet hears: the latest
const VERSION = "@VERSION@";
const OUT_OF_REACH = ["The tablet is out of reach", "On the tablet tap Phones, then scan the square there."];
const NO_SQUARE = "This is no square of a table. Scan the square on the tablet again.";
const NO_SEAT = "This square is for phones that were in before. On the tablet tap Invite another phone, and scan the square there.";
const NEWER = "This phone has an older Companion than the tablet. Load the newer one, then scan the tablet’s square again.";
const OLDER = "The tablet has an older Companion than this phone. On the tablet go back to the games, tap Start it now, and invite again.";
const UNFETCHED = "The newer one could not be fetched. Is this phone online?";
const WIDE = matchMedia("(min-width: 60rem)").matches; // a television, or a laptop
const DEVICE = WIDE ? "screen" : "phone";
// The shapes of tokens within 40 by 40, in the order of `companion/core/show/player_colours.py`.
const SHAPES = [
    "M20 2a18 18 0 1 1 0 36a18 18 0 1 1 0-36z",
    "M7 3h26a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4h-26a4 4 0 0 1-4-4v-26a4 4 0 0 1 4-4z",
    "M22 2l16 16a3 3 0 0 1 0 4L22 38a3 3 0 0 1-4 0L2 22a3 3 0 0 1 0-4L18 2a3 3 0 0 1 4 0z",
    "M7 3h26a4 4 0 0 1 4 4v13a17 17 0 0 1-34 0v-13a4 4 0 0 1 4-4z",
    "M20 3a17 17 0 0 1 17 17v13a4 4 0 0 1-4 4h-26a4 4 0 0 1-4-4v-13a17 17 0 0 1 17-17z",
    "M20 3h13a4 4 0 0 1 4 4v13a17 17 0 0 1-17 17h-13a4 4 0 0 1-4-4v-13a17 17 0 0 1 17-17z",
];

// What this tab knows until it is closed.
const memory = (name) => {
    try {
        return sessionStorage.getItem(`companion-${name}`);
    } catch {
        return null;
    }
};
const remember = (name, value) => {
    try {
        value === null ? sessionStorage.removeItem(`companion-${name}`) : sessionStorage.setItem(`companion-${name}`, value);
    } catch {
        // this window keeps nothing; it works as long as it is open
    }
};

// --- what is drawn -----------------------------------------------------------------------------------

function made(name, attributes = {}, ...inside) {
    const { text, ...more } = attributes;
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(more)) key.startsWith("on") ? (node[key] = value) : node.setAttribute(key, value);
    if (text) node.textContent = text;
    node.append(...inside);
    return node;
}

function drawn(path, attributes) {
    const around = made("div");
    around.innerHTML = `<svg aria-hidden="true">${path}</svg>`;
    for (const [key, value] of Object.entries(attributes)) around.firstChild.setAttribute(key, value);
    return around.firstChild;
}

// A seat's token, as on the tablet: its colour, its shape and the initial.
function token({ name, colour, shape }) {
    const svg = drawn(`<path/><text x="20" y="27"></text>`, { viewBox: "0 0 40 40", class: "token" });
    svg.firstChild.setAttribute("d", SHAPES[shape] ?? SHAPES[0]);
    svg.firstChild.setAttribute("fill", `#${colour}`);
    svg.lastChild.setAttribute("fill", light(colour) ? "#1B1A18" : "#FFFFFF");
    svg.lastChild.textContent = name.slice(0, 1).toUpperCase();
    return svg;
}

const eye = () =>
    drawn(`<path d="M12 5C6 5 2.5 12 2.5 12S6 19 12 19s9.5-7 9.5-7S18 5 12 5z"/><circle cx="12" cy="12" r="3"/>`, { viewBox: "0 0 24 24", class: "token line" });

const light = (colour) => {
    const [red, green, blue] = colour.match(/../g).map((pair) => parseInt(pair, 16));
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
};

// The square that a text makes, black on white in either theme: a camera reads no other.
async function square(words) {
    const { default: encode } = await import("./qr/index.js");
    const rows = encode(words, "raw", { ecc: "low", border: 2 });
    const dark = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
    const side = rows.length;
    const label = "The square for the tablet’s camera";
    return drawn(`<rect width="${side}" height="${side}" fill="#FFF"/><path fill="#000" d="${dark.join("")}"/>`, {
        viewBox: `0 0 ${side} ${side}`, "shape-rendering": "crispEdges", role: "img", "aria-hidden": "false", "aria-label": label,
    });
}

// A screen that waits for the tablet whose certificate it was told.
async function waitFor(print) {
    const { peer, channel } = await wait(print, callerOf);
    return { peer, channel: opened(channel), words: waitingAt(peer.localDescription.sdp, print) };
}

// This page takes part at that table no longer: on to a book of its own, or to another table's letters.
function leave(path = "") {
    remember("guest", null);
    localStorage.removeItem(TABLE);
    location.href = new URL(path, document.baseURI);
}

// --- the phone ---------------------------------------------------------------------------------------

// What the tablet's square says after its offer: the title of the game, whether newcomers may come, and the seats. Where
// the tablet's letters were typed or sent, `print` is what they say, and the tablet says the rest over the channel.
export function invitation(hash) {
    const [offer, about] = hash.slice(MARK.length).split(".");
    const typed = printIn(offer);
    const print = typed ?? printOf(offer);
    if (typed && !about) return { offer, print, typed, title: "", room: "", newcomers: false, seats: [] };
    const [title, room, newcomers, ...seats] = new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(about)).split("\n");
    if (!offer || !room) throw new RangeError("no invitation");
    return {
        hash, offer, print, typed, title, room, newcomers: newcomers === "1",
        seats: seats.map((seat) => seat.split("\t")).map(([name, colour, shape]) => ({ name, colour: /^[\da-f]{6}$/i.test(colour) ? colour : "5A5146", shape })),
    };
}

const stored = (name) => {
    try {
        return JSON.parse(localStorage.getItem(name));
    } catch {
        return null; // nothing of ours
    }
};

// How this phone came to the tablet that shows a square for all who were in.
function cameTo({ tablet }) {
    const seats = Object.entries(stored(SEATS) ?? {});
    return seats.findLast(([table, seat]) => seat.came && table.split(" ")[1].startsWith(tablet))?.[1].came;
}

const hexOf = (buffer) => hex(new Uint8Array(buffer));

// Shows that a phone has a token, of which the tablet has the digest, and tells nothing of it that could be said again.
async function proofOf(token, words) {
    const digest = text.encode(hexOf(await crypto.subtle.digest("SHA-256", text.encode(token))));
    const key = await crypto.subtle.importKey("raw", digest, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return hexOf(await crypto.subtle.sign("HMAC", key, text.encode(words)));
}

class Phone {
    constructor(asked) {
        this.asked = asked;
        this.spares = new Spares(asked.print, "phone", (link) => this.attach(link)); // the tablet has called
        this.main = made("main", { id: "guest" });
        this.client = null; // how Flet's client hears of packets, once it has asked
        this.early = [];
        this.held = []; // what the client says before the tablet has let this phone in again
        this.inside = false; // whether the tablet has let this phone in
        this.seen = new Map(); // the last entry that this phone has heard of, by the games
        this.fetched = 0; // how much of Flet's client has come
    }

    get table() {
        return `${this.asked.room} ${this.asked.print}`;
    }

    // The seat at this table: the token is made here, and the tablet has only its digest. Each room of each tablet has its
    // own, so that none opens anything elsewhere; which tablet it is, its certificate proves.
    get kept() {
        const elsewhere = Object.entries(this.seats).findLast(([table]) => table.startsWith(`${this.asked.room} `))?.[1];
        const before = elsewhere ?? (this.before?.room === this.asked.room ? this.before : null);
        return this.seats[this.table] ?? (before ? { who: before.who } : {}); // the same evening, on another tablet
    }

    get seats() {
        return stored(SEATS) ?? {};
    }

    get before() {
        return stored(ONE_SEAT);
    }

    keep(more) {
        const { [this.table]: here = { token: crypto.randomUUID() + crypto.randomUUID() }, ...others } = this.seats;
        const latest = Object.entries(others).slice(1 - MOST_SEATS);
        localStorage.setItem(SEATS, JSON.stringify({ ...Object.fromEntries(latest), [this.table]: { ...here, ...more } }));
    }

    // The table takes this phone no longer: it asks with another token, and says again who plays on it.
    part() {
        const { [this.table]: _, ...others } = this.seats;
        localStorage.setItem(SEATS, JSON.stringify(others));
        localStorage.removeItem(TABLE);
        this.spares.forget();
    }

    page(kind, ...inside) {
        this.main.className = kind;
        this.main.replaceChildren(...inside.filter(Boolean));
        if (!this.main.isConnected) document.body.append(this.main);
        this.main.scrollTop = 0;
        this.main.querySelector("h1")?.focus();
    }

    head(problem = "") {
        return made("header", {}, made("p", { class: "kicker", text: this.asked.title || "Companion" }),
            made("p", { class: "problem", role: "alert", text: problem, ...(problem ? {} : { hidden: "" }) }));
    }

    // Who plays on this phone. Two people on one phone choose both names.
    ask(problem = "") {
        const tile = (input, label, picture, remark = "") =>
            made("label", { class: "tile" }, picture ?? "", made("span", {}, made("bdi", { text: label }), remark ? made("small", { text: remark }) : ""), input);
        const seats = this.asked.seats.map((seat) =>
            tile(made("input", { type: "checkbox", name: "who", value: seat.name }), seat.name, token(seat)));
        const others = [tile(made("input", { type: "checkbox", name: "watch" }), "Just watching", eye(), "See the table, touch nothing")];
        others[0].classList.add("wide");
        const name = made("input", { type: "text", name: "name", maxlength: "30", autocomplete: "off", placeholder: "Your name", "aria-label": "Your name" });
        if (this.asked.newcomers) others.push(made("label", { class: "tile wide" }, made("span", {}, made("bdi", { text: "I’m new" })), name));
        const form = made("form", {
            onsubmit: (event) => {
                event.preventDefault();
                const people = [...form.elements].filter((one) => one.name === "who" && one.checked).map((one) => one.value);
                const typed = name.value.trim().slice(0, 30);
                const watch = form.elements.watch.checked;
                if (!people.length && !typed && !watch) return this.ask("Choose who you are.");
                this.keep({ who: { people: typed ? [] : people, newcomer: typed || null, watch: watch && !people.length && !typed } });
                this.packets ? this.greet() : this.show();
            },
            onchange: () => form.previousSibling.querySelector(".problem").setAttribute("hidden", ""),
        }, made("h1", { tabindex: "-1", text: "Who are you?" }), made("div", { class: "tiles" }, ...seats, ...others),
        made("p", { class: "soft", text: `Two people on one ${DEVICE} choose both names.` }), made("button", { text: "Join" }));
        this.page("ask", this.head(problem), form);
    }

    get called() {
        const { people = [], newcomer } = this.kept.who ?? {};
        return newcomer ?? (people.length ? people.join(" and ") : "Just watching");
    }

    // Where letters were typed, others may be.
    otherLetters() {
        return this.asked.typed ? [made("button", { class: "quiet", type: "button", text: "Other letters", onclick: () => leave("join") })] : [];
    }

    // What the tablet's letters don't say: which game it plays, and who sits there.
    learn(about) {
        const hash = `${MARK}${this.asked.offer}.${about}`;
        this.asked = invitation(hash);
        this.unsure = false;
        remember("guest", hash);
        globalThis.companionGuest = hash;
        this.isKnown ? this.greet() : this.ask();
    }

    get isKnown() {
        const { who } = this.kept;
        return who && (who.watch || who.newcomer || who.people.every((name) => this.asked.seats.some((seat) => seat.name === name)));
    }

    // This phone's own square. It is made anew when the offer has gone cold before the tablet saw it. A phone that was in
    // shows it where it can't call: in answer to a connection that waits for it.
    async show() {
        this.close();
        const { came } = this.kept;
        const turn = (this.turn = {});
        const stale = () => turn !== this.turn;
        const not = made("button", { class: "quiet", type: "button", text: this.kept.who?.watch ? "Play instead?" : `Not ${this.called}?`, onclick: () => this.ask() });
        const frame = made("div", { class: "square" });
        const bar = made("div", {}, made("i"));
        const state = made("b", { text: "Getting your table ready" });
        const progress = (share) => {
            bar.firstChild.style.width = `${Math.round(share * 100)}%`;
            if (share < 1) return;
            state.textContent = "Your table is ready";
            bar.hidden = true;
        };
        addEventListener("companion-fetched", ({ detail }) => progress((this.fetched = detail)));
        progress(this.fetched);
        const status = made("div", { class: "card", role: "status" }, state, made("small", { text: "The tablet lets you in once it has seen this." }), bar);
        const how = this.asked.typed ? `On it tap Phones, ${came ? "Invite another phone, " : ""}then A screen without a camera.`
            : came ? "There tap Phones, then Invite another phone." : WIDE ? "Other camera takes the one on its back." : "A hand away, until the tablet sees it.";
        const byScanning = came && !this.asked.typed;
        const [help, onclick] = byScanning ? ["Scan the tablet’s square first", () => this.scanSquare()] : ["That’s not working", () => this.trouble()];
        const trouble = made("button", { class: "quiet", type: "button", text: help, onclick });
        this.page("show", this.badge(...(this.asked.room ? [not] : []), ...this.otherLetters()),
            made("h1", { tabindex: "-1", text: WIDE ? "Hold the tablet before this screen" : "Hold this up to the tablet" }),
            made("p", { class: "soft", text: how }),
            frame, status, made("footer", {}, made("p", { class: "soft", text: "Keep this page open and the screen on." }), trouble));
        let end;
        try {
            end = this.asked.typed ? await waitFor(this.asked.print) : (came && (await this.spares.announce())) || (await answer(this.asked.offer));
            this.words = end.words;
            frame.replaceChildren(await square(end.words));
            frame.scrollIntoView({ block: "nearest" }); // large letters push it below the edge
        } catch (error) {
            console.error(error);
            if (stale()) return;
            if ("newer" in error) this.otherVersion(error.newer);
            else this.end("This square is no use any more", "Scan the square on the tablet again.");
            return;
        }
        if (stale()) return end.peer.close();
        this.peer = end.peer;
        // Where letters were typed the tablet may only sleep: go on calling it, if this browser can.
        if (this.asked.typed && came && !this.inside) own().then(({ chooses }) => chooses && !stale() && this.lost());
        // The tablet may have read the square at the last moment, and the two be about to meet.
        const anew = () => stale() || this.packets || end.peer.connectionState !== "failed" || this.show();
        end.peer.addEventListener("connectionstatechange", () => {
            if (!stale() && end.peer.connectionState === "failed") setTimeout(anew, LATE); // nobody held it up for long
        });
        const channel = await end.channel;
        this.unsure = Boolean(this.asked.typed);
        if (!stale()) this.attach({ peer: end.peer, channel });
    }

    // Take a channel to the tablet, in place of any before it.
    attach({ peer, channel }) {
        if (this.over) return peer.close();
        if (this.peer !== peer) this.peer?.close();
        this.peer = peer;
        this.packets = new Packets(channel, (packet) => this.take(packet));
        this.ready = false;
        this.search = null;
        clearTimeout(this.unheard);
        const mine = () => this.peer === peer;
        channel.addEventListener("close", () => mine() && this.lost());
        peer.addEventListener("connectionstatechange", () => {
            if (!mine()) return;
            const away = peer.connectionState !== "connected";
            this.packets.hold(away);
            away ? this.away() : this.wake();
        });
        opened(channel).then(() => this.greet());
    }

    async greet() {
        if (!this.asked.typed) remember("used", this.asked.offer);
        if (!this.unsure && !this.seats[this.table]) this.keep({ who: this.kept.who });
        const { token, who } = this.kept;
        const old = this.before?.room === this.asked.room ? this.before.token : null;
        const before = old && (await proofOf(old, `${this.asked.print} ${token}`));
        const hello = said(this.unsure ? { asks: true } : { hello: { token, version: VERSION, before, ...who } });
        clearInterval(this.greeting);
        this.packets?.send(hello);
        this.greeting = setInterval(() => this.packets?.send(hello), UNHEARD);
    }

    // Who plays on this phone, and what can be done about it.
    badge(...more) {
        const mine = this.asked.seats.find((seat) => seat.name === this.kept.who?.people?.[0]);
        const words = made("p", {}, made("b", { text: this.asked.room ? this.called : "Companion" }), made("small", { text: this.asked.title }));
        return made("header", { class: "row" }, mine ? token(mine) : "", words, ...more);
    }

    // Two who ask to play as the same person are told apart by the letters on their phones.
    wait(sign) {
        const asked = this.kept.who?.watch ? "You asked to watch." : `You asked to play as ${this.called}.`;
        const again = () => {
            this.close();
            this.part();
            if (this.asked.typed) return this.show();
            this.over = true;
            this.end("Choose again", "Scan the square on the tablet once more, and say who you are.");
        };
        const not = made("button", { class: "quiet", text: this.kept.who?.watch ? "Play instead?" : `Not ${this.called}?`, onclick: again });
        this.page("wait", this.head(), made("div", { class: "dots", "aria-hidden": "true", text: "•••" }), made("h1", { tabindex: "-1", text: "Waiting for the table" }),
            made("p", { role: "status", text: `${asked} Somebody at the table taps Let in.` }), made("p", { class: "sign", text: `The table sees this ${DEVICE} as ${sign}.` }), not);
    }

    take(packet) {
        if (packet[0] === PAGES) return this.agree(heard(packet));
        if (packet[0] === COPY) return this.keepPart(...headAndBody(packet));
        clearInterval(this.greeting);
        if (packet[0] !== SAID) {
            if (this.notice && !this.search) this.found(); // what is shown is of this channel, and it hears this phone
            return this.client ? this.client(packet) : this.early.push(packet);
        }
        const { state, words, scan, version, sign, route, about, keep, drop: over, hand, seen } = heard(packet);
        if (about) return this.learn(about);
        if (keep !== undefined) return Promise.resolve(want(keep)).then(() => this.tellCopies());
        if (over) return drop(over).then(() => this.tellCopies());
        if (hand) return this.handOver(hand);
        if (seen) return this.seen.set(...seen);
        if (scan) return this.scan();
        if (state === "in") this.enter(route);
        else if (state === "waits") this.wait(sign);
        else if (state === "version") {
            this.over = true;
            this.otherVersion(version.localeCompare(VERSION, "en", { numeric: true }) > 0);
        } else if (state === "out") {
            this.over = true;
            this.part();
            this.close();
            copies().then((all) => all.filter(({ by }) => by === this.asked.print).forEach(({ play }) => drop(play)));
            this.end(`This ${DEVICE} is not in`, words);
        } else if (state === "ask") this.ask(words);
    }

    otherVersion(newer) {
        this.end("Two versions of Companion", newer ? NEWER : OLDER, { newer });
    }

    // What the two pages agree on so that they find each other again.
    agree(words) {
        if (words.awake) this.found();
        else this.spares.hear(words, (more) => this.packets?.send(said(more, PAGES)));
    }

    // --- copies of the tablet's games ----------------------------------------------------------------------

    async keepPart(head, body) {
        const full = wanted() && !(await add({ ...head, by: this.asked.print }, body));
        await this.tellCopies(full ? head.play : "");
    }

    // What this phone keeps of the table's games; `full` is one of which it could not keep more.
    async copies(full = "") {
        const mine = (await copies()).filter(({ room }) => room === this.asked.room).sort((one, other) => other.when - one.when);
        const held = mine.slice(0, MOST_TOLD).map(({ play, seal, mark, last, by, where }) => ({ play, seal, mark, last, by, where }));
        return { copies: { keeps: wanted(), ready: await isReady(), full, held } };
    }

    async tellCopies(full = "") {
        this.packets?.send(said(await this.copies(full)));
    }

    // The evening went on without another tablet, which may only have slept.
    tellLeft() {
        for (const [table, { token, who }] of Object.entries(this.seats)) {
            const [room, print] = table.split(" ");
            if (room !== this.asked.room || print === this.asked.print) continue;
            tellLeft(print, { hello: { token, version: VERSION, ...who } }, () => this.copies()).catch(console.error);
        }
    }

    // The tablet takes over what this phone has more of a game that went on elsewhere.
    async handOver(play) {
        const { seal, at, share } = (await copies()).find((copy) => copy.play === play) ?? {};
        for (const { body, ...head } of await partsOf(play)) this.packets?.send(withHead(head, body));
        this.packets?.send(said({ handed: { play, seal, at, share } }, PAGES));
    }

    // What the pages of going on draw with, and how they are left.
    get screen() {
        return {
            made, square, page: (...inside) => this.page(...inside), head: (problem) => this.head(problem),
            look: (told, read) => this.look(told, read), scanSquare: () => this.scanSquare(),
            close: () => {
                if (!this.inside) return location.reload();
                this.main.remove();
                this.notice?.removeAttribute("hidden");
            },
            away: (path) => {
                this.over = true;
                leave(path);
            },
        };
    }

    async goOn() {
        const copy = await copyIn(this.asked.room);
        this.notice?.setAttribute("hidden", ""); // it lies below that page
        new GoingOn(this.screen, { ...copy, seen: this.seen.get(copy.play) ?? 0, where: `on ${this.called}'s ${DEVICE}` }).show();
    }

    // The button that offers it, where there is a copy.
    async wayOn() {
        return (await copyIn(this.asked.room)) && made("button", { text: "Go on without the tablet", onclick: () => this.goOn() });
    }

    // From here on this page is Flet's client, at the place in the app that the tablet says. On a channel in place of
    // another the client says once more who it is, and begins anew there.
    enter(route) {
        localStorage.removeItem(ONE_SEAT);
        this.spares.offer((more) => this.packets?.send(said(more, PAGES)));
        this.ready = true;
        this.main.remove();
        if (this.registered) this.packets.send(this.registered);
        for (const packet of this.held.splice(0)) this.packets.send(packet);
        this.tellCopies();
        if (this.inside) return;
        this.found();
        this.tellLeft();
        navigator.serviceWorker?.ready.then(() => this.tellCopies()); // it could take over with no network from now on
        this.inside = true;
        this.keep({ came: this.asked.hash });
        history.replaceState(null, "", document.baseURI); // Back leads from a game to those of the evening, not away
        history.pushState(null, "", new URL(route.slice(1), document.baseURI));
        localStorage.setItem(TABLE, JSON.stringify({ hash: this.asked.hash, path: location.pathname }));
        globalThis.companionAdmit();
        globalThis.companionProgress(1, "");
    }

    // Flet's client has something to say: at once, or once the tablet has let this channel in.
    tell(packet) {
        this.registered ??= packet; // it says first who it is
        if (this.ready) this.packets?.send(packet);
        else if (packet !== this.registered && this.held.length < MOST_HELD) this.held.push(packet);
    }

    // The tablet doesn't answer for the moment. A channel lives on while either of them sleeps; if nothing is heard over it,
    // the tablet is called.
    away() {
        if (this.notice || !this.inside || this.over) return;
        this.notice = made("p", { id: "away", role: "status", text: "The tablet can’t be reached. Waiting ..." });
        document.body.append(this.notice);
        this.silent = setTimeout(() => this.offerSquare(), SILENCE);
        this.wake();
    }

    found() {
        clearTimeout(this.silent);
        clearTimeout(this.unheard);
        this.search = null;
        this.notice?.remove();
        this.notice = null;
    }

    // A channel that a device's system took while it slept says nothing of it: ask.
    wake() {
        if (!this.ready || this.over) return;
        clearTimeout(this.unheard);
        this.unheard = setTimeout(() => this.lost(), AWAKE);
        this.packets.send(said({ awake: true }, PAGES));
    }

    // The network is back, or another one, as a browser says more than once: what was called without it has heard nothing.
    async callAnew() {
        if (!navigator.onLine) return; // what is said now would be said again later and later
        if (!this.search || !this.inside || !(await own()).chooses) return this.wake();
        if (performance.now() - this.spares.began < AWAKE) return;
        this.search = null;
        this.lost();
    }

    // Call the tablet until it answers. The seat stays this phone's: its token is what the tablet knows it by.
    async lost() {
        if (this.over || this.search) return;
        if (!this.inside && !this.kept.came) {
            this.close();
            return this.offerSquare();
        }
        this.away();
        const search = (this.search = { began: performance.now() });
        while (this.search === search && performance.now() - search.began < ASLEEP) {
            const link = document.hidden ? null : await this.spares.call(); // the table may be open in another tab by now
            if (this.search !== search) return link?.peer.close();
            if (link) return this.attach(link);
            if (!(await own()).chooses) return this.offerSquare(); // the channel may live on
            await new Promise((done) => setTimeout(done, AGAIN));
        }
    }

    // This page was loaded again: the tablet knows it without a square, or shows one for all phones.
    comeBack(square) {
        this.page("end", this.badge(...this.otherLetters()), made("div", { class: "middle" }, made("div", { class: "dots", "aria-hidden": "true", text: "•••" }),
            made("h1", { tabindex: "-1", text: "Coming back to the table" }), made("p", { role: "status", text: "There is nothing more to scan." })));
        if (square) return this.follow(square);
        this.silent = setTimeout(() => this.offerSquare(), SILENCE);
        this.lost();
    }

    // The tablet may be back soon; where it is there already, a square is quicker.
    async offerSquare() {
        const byScanning = !this.asked.typed && (!this.kept.came || (await own()).chooses);
        if (this.over) return;
        const wayOn = await this.wayOn();
        if (!this.inside) return byScanning ? this.end(...OUT_OF_REACH, { kept: true, wayOn }) : this.show();
        const [text, onclick] = byScanning ? ["Scan its square", () => this.scanSquare()] : ["Show it my square", () => this.show()];
        this.notice?.replaceChildren("The tablet can’t be reached.", made("button", { text, onclick }), wayOn ?? "");
    }

    scanSquare() {
        this.look("Hold this phone over the square on the tablet. There tap Phones.", (words) => {
            const hash = words.slice(words.indexOf("#"));
            if (hash.startsWith(BACK)) this.follow(readSquare(hash.slice(BACK.length)));
            else if (hash.startsWith(MARK)) location.hash = hash;
            else return false;
            return true;
        });
    }

    // Call the tablet where its square for all phones says. Where this browser lets no name be foretold, the tablet has to
    // see this phone's own square as well.
    async follow({ phones }) {
        this.search = null;
        if (await this.spares.scan(phones)) return;
        await this.offerSquare();
        if ((await own()).chooses) this.lost();
    }

    close() {
        clearInterval(this.greeting);
        this.found();
        this.turn = null;
        this.ready = false;
        this.peer?.close();
        this.peer = this.packets = null;
    }

    trouble() {
        const way = (title, words) => made("div", { class: "card" }, made("b", { text: title }), made("small", { text: words }));
        this.page("trouble", this.head(), made("h1", { tabindex: "-1", text: `This ${DEVICE} and the tablet can’t reach each other?` }),
            made("p", { class: "soft", text: "Each square lets in one phone. If another has used this one, scan the square that the tablet shows now." }),
            made("p", { class: "soft", text: "Some Wi-Fi keeps guests apart. Two ways out:" }),
            way("Use another Wi-Fi", "Put both on the same one. The Wi-Fi at home usually lets them meet."),
            way("Make a hotspot", "Turn it on in one phone. The tablet and all other phones join it. No internet needed."),
            made("details", { class: "card" }, made("summary", { text: "The tablet has no camera" }),
                made("small", { text: "Let a phone that is in scan for it, or copy these letters into its field. They are for copying between two windows, not for typing." }),
                made("textarea", { readonly: "", rows: "4", "aria-label": "My square as text", text: this.words ?? "" })),
            made("button", { text: "Show my square again", onclick: () => this.show() }));
    }

    // Look through this phone's camera until something was read that is of use.
    async look(told, read) {
        const { look } = await import("./host.mjs");
        const close = () => {
            camera?.stop();
            view.remove();
        };
        const view = made("div", { id: "scan" }, made("p", { text: told }), made("button", { text: "Stop", onclick: () => close() }));
        document.body.append(view);
        let camera;
        try {
            camera = await look("environment", (words) => read(words) && close());
            if (!view.isConnected) camera.stop();
            else view.prepend(camera.video);
        } catch (error) {
            view.firstChild.textContent = error.name === "NotAllowedError" ? "This page may not use the camera. Allow it in the browser’s settings for this site." : "This phone has no camera for this page.";
        }
    }

    // A tablet without a camera is helped by a phone that is in.
    scan() {
        this.look("Hold this phone over the other phone’s square.", (words) => {
            this.packets?.send(said({ answer: words }));
            return true;
        });
    }

    // Nothing more comes of this square. What a phone can do by itself is load a newer app, or keep a book of its own.
    end(title, words, { newer = false, kept = false, wayOn } = {}) {
        const status = made("p", { role: "status", text: words });
        const update = () => renew().catch(() => (status.textContent = UNFETCHED));
        this.page("end", kept ? this.badge(made("span", { class: "chip", text: "Your seat is kept" })) : this.head(),
            made("div", { class: "middle" }, made("h1", { tabindex: "-1", text: title }), status),
            newer && made("button", { text: "Load the newer one", onclick: update }),
            kept && !this.asked.typed && made("button", { text: "Scan its square", onclick: () => this.scanSquare() }),
            wayOn,
            kept && made("button", { class: "quiet", text: `Use Companion on this ${DEVICE} alone`, onclick: () => leave() }));
    }

    // The tablet's letters, line by line; what was mistyped is said where it is.
    askForLetters(typed = "") {
        const lines = Array.from({ length: LINES }, (_, line) => {
            const problem = made("small", { class: "problem", role: "alert", id: `problem-${line}`, hidden: "" });
            const input = made("input", {
                type: "text", class: "letters", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
                "aria-label": `Line ${line + 1} of ${LINES}`, "aria-describedby": problem.id, oninput: () => take(line),
            });
            return { input, problem };
        });
        const put = (line, letters) => (lines[line].input.value = grouped(letters));
        const look = ({ input, problem }, line) => {
            problem.textContent = mistakeIn(tidied(input.value), line);
            problem.hidden = !problem.textContent;
            return problem.hidden;
        };
        const goOn = () => {
            const wrong = lines.filter((fields, line) => !look(fields, line));
            if (wrong.length) wrong[0].input.focus();
            else location.hash = MARK + lines.map(({ input }) => tidied(input.value)).join("");
        };
        // A line that is full is looked at, and leads to the next; all three may be pasted into one.
        const take = (line) => {
            const { input, problem } = lines[line];
            const letters = tidied(input.value);
            problem.hidden = true;
            if (input.selectionEnd === input.value.length) put(line, letters.slice(0, LINE));
            if (letters.length < LINE || !look(lines[line], line)) return;
            if (line + 1 === LINES) return goOn();
            lines[line + 1].input.focus();
            if (letters.length > LINE) {
                put(line + 1, letters.slice(LINE));
                take(line + 1);
            }
        };
        const form = made("form", { onsubmit: (event) => (event.preventDefault(), goOn()) },
            made("h1", { tabindex: "-1", text: "Join a table" }),
            made("p", { class: "soft", text: "On the tablet tap Phones, then A screen without a camera. Type the letters that it shows." }),
            ...lines.flatMap(({ input, problem }) => [input, problem]),
            made("p", { class: "soft", text: "The table of a computer shows an address. Open that in this browser." }),
            made("button", { text: "Go on" }), made("button", { class: "quiet", type: "button", text: `Use Companion on this ${DEVICE} alone`, onclick: () => leave() }));
        this.page("ask", this.head(), form);
        for (const [line, fields] of lines.entries()) {
            put(line, typed.slice(line * LINE, (line + 1) * LINE));
            if (typed) look(fields, line);
        }
        lines[0].input.focus();
    }

    start(square) {
        globalThis.jsConnect = async (_name, _arguments, receive) => {
            this.client = receive;
            for (const packet of this.early.splice(0)) receive(packet);
        };
        globalThis.jsSend = async (_name, packet) => this.tell(packet);
        globalThis.jsDisconnect = async () => {
            this.client = null;
        };
        document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
        // Chromium finds no network for a page that has called while there was none.
        addEventListener("online", () => (this.search && !this.inside ? location.reload() : this.callAnew()));
        navigator.connection?.addEventListener("change", () => this.callAnew());
        if (square || this.kept.came === this.asked.hash) return this.comeBack(square);
        if (memory("used") === this.asked.offer) {
            const how = "The tablet lets a page in once. On the tablet tap Phones, and scan its square again.";
            return this.end("Scan once more", how, { kept: true });
        }
        if (this.isKnown || this.asked.typed) this.show();
        else this.ask();
    }
}

// Load the version that the site has now, where this browser keeps an older one. Until it is here, that stays.
async function renew() {
    const kept = await navigator.serviceWorker?.getRegistration();
    await kept?.update();
    const coming = kept?.installing ?? kept?.waiting;
    if (kept && !coming) throw new Error("nothing newer");
    await new Promise((done, give_up) => {
        const look = () => {
            if (!coming || coming.state === "activated") done();
            else if (coming.state === "redundant") give_up(new Error("it did not come whole"));
            else if (coming.state === "installed") coming.postMessage("renew");
        };
        coming?.addEventListener("statechange", look);
        look();
    });
    location.reload();
}

export function start(hash) {
    let square = null;
    let asked;
    try {
        const { hash: kept = "" } = stored(TABLE) ?? {};
        const { typed } = kept.startsWith(hash) ? invitation(kept) : {};
        if (typed) globalThis.companionGuest = hash = kept; // it was in at the tablet whose letters these are
        const letters = hash.slice(MARK.length);
        if (hash.startsWith(HAND)) return takeOn(new Phone({ seats: [] }).screen, letters);
        if (LETTERS.test(letters) && !printIn(letters)) return new Phone({ seats: [] }).askForLetters(letters);
        if (hash.startsWith(BACK)) square = readSquare(hash.slice(BACK.length));
        asked = invitation(square ? cameTo(square) : hash);
    } catch {
        return globalThis.companionFailed(square ? NO_SEAT : NO_SQUARE, false);
    }
    remember("guest", asked.hash);
    new Phone(asked).start(square);
}
