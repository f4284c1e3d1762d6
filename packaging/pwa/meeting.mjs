// Two devices in one room meet without a server. What an offer and an answer say besides a fixed text packs into some
// hundred bytes, which travel as a square from screen to camera: an offer behind `#` of the site's address, where no
// server sees it, and an answer as a text that begins with `ANSWER`.

import { certificate } from "./kept.mjs";

export const ANSWER = "companion:";
export const FORM = 2; // of what is packed here
const WAITS = 3; // the same, of a screen that was told by letters whom to wait for
const UNREACHABLE = 8_000; // ms: after so long two devices on one network would have met
const AGAIN = 2_000; // ms until the other's addresses are looked up once more: a name asked for over Wi-Fi is easily lost
const GATHERED = 10_000; // ms: a busy device has named its addresses by then, and a square without one is of no use
const PIECE = 64_000; // bytes of a packet that travel at once; a channel takes 256 kB, and others wait meanwhile
const WAITING = 1_000_000; // bytes that may wait in a channel

// --- packing -----------------------------------------------------------------------------------------

export const text = new TextEncoder();
const plain = new TextDecoder("utf-8", { fatal: true });

export const letters = (bytes) =>
    btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const bytesOf = (words) =>
    Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const field = (sdp, name) => sdp.match(new RegExp(`^a=${name}:(.*)$`, "m"))[1].trim();
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (digits) => digits.match(/../g).map((pair) => parseInt(pair, 16));

// Everything of a description that is not the same for all data channels.
export const essence = (sdp) => ({
    user: field(sdp, "ice-ufrag"),
    secret: field(sdp, "ice-pwd"),
    print: field(sdp, "fingerprint").split(" ")[1],
    ways: [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim)].slice(0, 4).map(([, host, port]) => [host, Number(port)]),
});

export const description = ({ user, secret, print, ways = [] }, setup) => [
    "v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${user}`, `a=ice-pwd:${secret}`, `a=fingerprint:sha-256 ${print}`, `a=setup:${setup}`,
    "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144",
    ...ways.map(([host, port], at) => `a=candidate:${at + 1} 1 udp ${2122260223 - at} ${host} ${port} typ host`), "",
].join("\r\n");

export const packedPrint = (print) => unhex(print.replaceAll(":", ""));
export const packedPort = (port) => [port >> 8, port & 255];
export const packedNames = ({ user, secret }) => [user, secret].flatMap((word) => [word.length, ...text.encode(word)]);

export function packedHost(host) {
    const local = host.match(/^([0-9a-f-]{36})\.local$/i);
    if (/^\d+(\.\d+){3}$/.test(host)) return [4, ...host.split(".").map(Number)];
    if (local) return [16, ...unhex(local[1].replaceAll("-", ""))];
    return [0, host.length, ...text.encode(host)];
}

function packed(sdp) {
    const found = essence(sdp);
    const ways = found.ways.flatMap(([host, port]) => [...packedHost(host), ...packedPort(port)]);
    return [...packedNames(found), ...packedPrint(found.print), found.ways.length, ...ways];
}

// Reads what was packed. It is letters and numbers that go into a description's lines, whatever a square may say.
export class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }
    take(count) {
        if (count > this.left) throw new RangeError("cut off");
        return this.bytes.subarray(this.at, (this.at += count));
    }
    get left() {
        return this.bytes.length - this.at;
    }
    byte() {
        return this.take(1)[0];
    }
    words(count = this.byte()) {
        return plain.decode(this.take(count));
    }
    port() {
        return (this.byte() << 8) | this.byte();
    }
    print(count) {
        return hex(this.take(count)).toUpperCase().match(/../g).join(":");
    }
    names() {
        const [user, secret] = [this.words(), this.words()];
        if (![user, secret].every((word) => /^[\w+/-]{4,256}$/.test(word))) throw new RangeError("no name");
        return { user, secret };
    }
    host() {
        const kind = this.byte();
        const host =
            kind === 4 ? [...this.take(4)].join(".")
            : kind === 16 ? hex(this.take(16)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5.local")
            : this.words();
        if (!/^[\w.:-]+$/.test(host)) throw new RangeError("no address");
        return host;
    }
}

function unpacked(reader) {
    const names = reader.names();
    const print = reader.print(32);
    const ways = Array.from({ length: reader.byte() }, () => [reader.host(), reader.port()]);
    return { ...names, print, ways };
}

// The certificate that an offer is made with, by which its device is known: nobody else can open a channel with it.
export function printOf(offer) {
    try {
        const reader = new Reader(bytesOf(offer));
        return reader.byte() === FORM ? unpacked(reader).print : "";
    } catch {
        return ""; // of no use, which is said once it is answered
    }
}

// An answer names what it belongs to by a few bytes.
const NAMED = 6;
export const nameOf = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, NAMED));
export const answerTo = async (bytes, peer) => ANSWER + letters([FORM, ...unhex(await nameOf(bytes)), ...packed(peer.localDescription.sdp)]);

export function readAnswer(words) {
    try {
        if (!words.startsWith(ANSWER)) return null;
        const reader = new Reader(bytesOf(words.slice(ANSWER.length).trim()));
        if (reader.byte() !== FORM) return null;
        const offer = hex(reader.take(NAMED));
        const found = unpacked(reader);
        return { offer, print: found.print, sdp: description(found, "passive") };
    } catch {
        return null; // nothing of ours, or half of it
    }
}

// A screen that waits for a tablet says where it is, and the start of that one's certificate.
const WANTED = 6;

export const waitingAt = (sdp, print) => ANSWER + letters([WAITS, ...packedPrint(print).slice(0, WANTED), ...packed(sdp)]);

export function readWaiting(words) {
    try {
        const reader = new Reader(bytesOf(words.slice(ANSWER.length).trim()));
        if (!words.startsWith(ANSWER) || reader.byte() !== WAITS) return null;
        const wanted = reader.print(WANTED);
        return { wanted, ...unpacked(reader) };
    } catch {
        return null; // as above
    }
}

// --- the two ends ------------------------------------------------------------------------------------

// No server of anybody's is asked for anything: a device is found at the addresses it has on its own network.
export const connection = async () => new RTCPeerConnection({ iceServers: [], certificates: [await certificate()] });

export const gathered = (peer) =>
    new Promise((done) => {
        peer.onicecandidate = (event) => event.candidate || done();
        setTimeout(done, GATHERED);
    });

export const opened = (channel) =>
    new Promise((done) => {
        if (channel.readyState === "open") done(channel);
        else channel.addEventListener("open", () => done(channel), { once: true });
    });

// The tablet's end: what its square says, and what becomes of the answer.
export async function offer() {
    const peer = await connection();
    const channel = peer.createDataChannel("flet");
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer);
    const bytes = [FORM, ...packed(peer.localDescription.sdp)];
    return { peer, channel, name: await nameOf(new Uint8Array(bytes)), words: letters(bytes) };
}

// The phone's end of an offer. `channel` comes when the tablet has read the answer.
export async function answer(words) {
    const bytes = bytesOf(words);
    const reader = new Reader(bytes);
    const form = reader.byte();
    if (form !== FORM) throw Object.assign(new RangeError("of another version"), { newer: form > FORM });
    const peer = await connection();
    // A channel may be there before it is open, and what is said on it until then is lost.
    const channel = new Promise((done) => (peer.ondatachannel = ({ channel: found }) => done(opened(found))));
    // The tablet speaks first: what another phone that scanned the same square had said by then would be taken for ours.
    // The answer to an active offer waits by itself; browsers mean to refuse descriptions that a page has changed.
    await peer.setRemoteDescription({ type: "offer", sdp: description(unpacked(reader), "active") });
    await peer.setLocalDescription(await peer.createAnswer());
    await gathered(peer);
    return { peer, channel, words: await answerTo(bytes, peer) };
}

// Take the answer of a phone, and wait for it.
export async function accept({ peer, channel }, sdp) {
    await peer.setRemoteDescription({ type: "answer", sdp });
    await reach({ peer, channel }, sdp);
}

// Wait until the channel to a device is open, or would be if the two could reach each other.
export async function reach({ peer, channel }, sdp) {
    if (channel.readyState === "open") return;
    const again = setInterval(() => lookAgain(peer, sdp), AGAIN);
    await Promise.race([opened(channel), new Promise((done) => setTimeout(done, UNREACHABLE))]);
    clearInterval(again);
}

// A browser asks its network for a name once. Whose answer was lost is found when the same address is given again.
export function lookAgain(peer, sdp) {
    for (const [, candidate] of sdp.matchAll(/^a=(candidate:.*)$/gm)) {
        peer.addIceCandidate({ candidate, sdpMid: "0" }).catch(console.error); // closed meanwhile
    }
}

// --- packets over a channel --------------------------------------------------------------------------

// Sends and takes whole packets, in pieces whose first byte says whether it is the last; all others are full. `most`
// bounds what is taken: whoever sends more, or pieces that are not full, is hung up on.
export class Packets {
    constructor(channel, take, most = Infinity) {
        this.channel = channel;
        this.queue = [];
        this.held = false;
        channel.binaryType = "arraybuffer";
        channel.bufferedAmountLowThreshold = PIECE;
        channel.addEventListener("bufferedamountlow", () => this.flow());
        let pieces = [];
        let size = 0;
        channel.addEventListener("message", ({ data }) => {
            if (!(data instanceof ArrayBuffer) || !data.byteLength) return channel.close();
            const piece = new Uint8Array(data);
            const full = piece[0] || piece.length > PIECE;
            if (!full || (size += piece.length - 1) > most) return channel.close();
            pieces.push(piece.subarray(1));
            if (!piece[0]) return;
            const packet = new Uint8Array(size);
            let at = 0;
            for (const part of pieces) {
                packet.set(part, at);
                at += part.length;
            }
            pieces = [];
            size = 0;
            take(packet);
        });
    }

    send(packet) {
        for (let at = 0; at < packet.length || !at; at += PIECE) {
            const part = packet.subarray(at, at + PIECE);
            const piece = new Uint8Array(part.length + 1);
            piece[0] = at + PIECE >= packet.length ? 1 : 0;
            piece.set(part, 1);
            this.queue.push(piece);
        }
        this.flow();
    }

    // While the other is out of reach, nothing is handed to the channel: what that has to say again comes up to 3 s late.
    hold(held) {
        this.held = held;
        this.flow();
    }

    flow() {
        while (!this.held && this.queue.length && this.channel.readyState === "open" && this.channel.bufferedAmount < WAITING) {
            this.channel.send(this.queue.shift());
        }
    }
}

// What a phone's page and Python say to each other, and what the two pages do, beside Flet's packets.
export const SAID = 2;
export const PAGES = 3;
export const COPY = 4; // a part of a copy: what it says of itself, and its bytes
export const said = (value, kind = SAID) => new Uint8Array([kind, ...text.encode(JSON.stringify(value))]);
export const heard = (packet) => JSON.parse(plain.decode(packet.subarray(1)));

export function withHead(head, body) {
    const words = text.encode(JSON.stringify(head));
    const packet = new Uint8Array(3 + words.length + body.length);
    packet.set([COPY, ...packedPort(words.length)]);
    packet.set(words, 3);
    packet.set(body, 3 + words.length);
    return packet;
}

export function headAndBody(packet) {
    const reader = new Reader(packet.subarray(1));
    return [JSON.parse(plain.decode(reader.take(reader.port()))), reader.take(reader.left).slice()];
}
