// Two devices that met find each other again with nothing exchanged at that moment. While a channel lives, each has a few
// connections wait for the other, agreed over the channel; a page that was loaded again calls one with what it kept.
//
// Nobody but the two gets in: ICE asks for names and passwords made from a secret that only they have, DTLS for the
// certificates they met with. What waits begins DTLS, so that a stranger's hello spoils nothing.

import { connection, description, essence, gathered, letters, bytesOf } from "./meeting.mjs";
import { drop, names, read, write } from "./kept.mjs";

const SPARES = 2; // connections that wait for one device: the second is for a page loaded again at once
const PATIENCE = 3_000; // ms until another spare is called
const CHANNEL = { negotiated: true, id: 0 }; // both ends make it themselves
const text = new TextEncoder();

// The name and password of whoever calls a spare. A number is used for one spare of one end.
async function caller(secret, end, number) {
    const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info: text.encode(`companion ${end} ${number}`) };
    const bits = new Uint8Array(await crypto.subtle.deriveBits(how, secret, 8 * 30));
    const words = (bytes) => btoa(String.fromCharCode(...bytes)); // of 6 and 24 bytes: nothing is filled up with "="
    return { user: words(bits.subarray(0, 6)), secret: words(bits.subarray(6)) };
}

const foretold = ({ type, sdp }, { user, secret }) => ({
    type,
    sdp: sdp.replace(/a=ice-ufrag:.*/, `a=ice-ufrag:${user}`).replace(/a=ice-pwd:.*/, `a=ice-pwd:${secret}`),
});

// Have a connection wait for the device that has a certificate: what that will answer is set before it calls. `names`
// returns the caller's name and password for this end's own.
export async function wait(print, names) {
    const spare = await link();
    const there = gathered(spare.peer);
    await spare.peer.setLocalDescription(await spare.peer.createOffer());
    await there;
    const way = essence(spare.peer.localDescription.sdp);
    await spare.peer.setRemoteDescription({ type: "answer", sdp: description({ ...(await names(way)), print }, "passive") });
    return { ...spare, way };
}

// Call a connection that waits for this device, by the name and password that it expects.
export async function call(way, print, names) {
    const made = await link();
    try {
        await made.peer.setRemoteDescription({ type: "offer", sdp: description({ ...way, print }, "active") });
        await made.peer.setLocalDescription(foretold(await made.peer.createAnswer(), names));
    } catch (error) {
        made.peer.close();
        throw error; // a browser that lets no name be foretold
    }
    return made;
}

// The name and password of whoever calls a screen that has shown its own password, in a square.
export const callerOf = async ({ secret }) => caller(await keyOf(text.encode(secret)), "screen", 0);

const keyOf = (bytes) => crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits"]);

// Whether this browser lets a page choose the name by which it calls.
export async function foretells() {
    const { peer } = await link();
    try {
        await peer.setLocalDescription(foretold(await peer.createOffer(), { user: "companion", secret: "abcdefghijklmnopqrstuvwx" }));
        return true;
    } catch {
        return false;
    } finally {
        peer.close();
    }
}

async function link() {
    const peer = await connection();
    return { peer, channel: peer.createDataChannel("flet", CHANNEL) };
}

const isOpen = (channel, within) =>
    new Promise((done) => {
        if (channel.readyState === "open") return done(true);
        channel.addEventListener("open", () => done(true), { once: true });
        setTimeout(done, within, false);
    });

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
        this.work = Promise.resolve();
        this.gone = false;
    }

    // One thing after the other, so that no number is given twice.
    inTurn(step) {
        const done = this.work.then(() => this.gone || step());
        this.work = done.catch(console.error);
        return done;
    }

    kept() {
        return read(this.name);
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

    hear({ secret, ways }, say) {
        if (secret) return this.inTurn(() => this.take(bytesOf(secret))).then(() => this.offer(say));
        if (ways) return this.inTurn(() => this.keep({ ways }));
    }

    // Have spares wait, and tell the other device which: those it knew may have gone with a page. One that was called in vain,
    // while this device slept, is of no use to a later call.
    offer(say) {
        return this.inTurn(async () => {
            for (const [number, { peer }] of this.waiting) {
                if (peer.connectionState !== "new" && this.waiting.delete(number)) peer.close();
            }
            while (this.waiting.size < SPARES && (await this.wait()));
            say({ ways: [...this.waiting.values()].map(({ way }) => way) });
        });
    }

    async wait() {
        const { secret, count: number } = (await this.kept()) ?? {};
        if (!secret || this.gone) return false;
        await this.keep({ count: number + 1 });
        const spare = await wait(this.print, () => caller(secret, this.end, number));
        spare.way.number = number;
        this.waiting.set(number, spare);
        spare.channel.addEventListener("open", () => this.waiting.delete(number) && this.called(spare), { once: true });
        spare.peer.addEventListener("connectionstatechange", () => {
            if (spare.peer.connectionState === "failed" && this.waiting.delete(number)) spare.peer.close();
        });
        return true;
    }

    // Call the other device's spares in turn, the latest first; `null` if none is there.
    async call() {
        const { secret, ways = [] } = (await this.kept()) ?? {};
        for (const way of ways.toReversed()) {
            const end = this.end === "phone" ? "tablet" : "phone";
            const made = await call(way, this.print, await caller(secret, end, way.number));
            if (await isOpen(made.channel, PATIENCE)) return made;
            made.peer.close();
        }
        return null;
    }

    hangUp() {
        for (const { peer } of this.waiting.values()) peer.close();
        this.waiting.clear();
    }

    // The two have parted: neither opens anything at the other any more.
    forget() {
        this.gone = true;
        this.hangUp();
        return drop(this.name);
    }
}
