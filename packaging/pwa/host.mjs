// The tablet's side of its phones: offers, the camera, and a channel to each phone. Python decides who may come in.
//
// It does what Python says ("invite", "answer", "admit", "call", "gather", "scan", "seen", "send", "copy", "close",
// "outdated", "stop", "join"), and tells it what happens: "offer", "unable", "answered", "strange", "stale", "other", "uncalled",
// "apart", "opened", "called", "square", "reach", "heard", "copy", "locked", "closed", "camera", "picture".

import { COPY, PAGES, Packets, accept, description, essence, headAndBody, heard, offer, reach, readAnswer, readWaiting, said, withHead } from "./meeting.mjs";
import { BACK, Spares, call, callerOf, met, own, squareOf } from "./comeback.mjs";
import { MOST_KEPT } from "./copies.mjs";
import { lettersOf } from "./letters.mjs";
import { Seal, unlocked } from "./sealing.mjs";

const MOST = 600_000; // bytes of a packet of a phone, by the picture of its screen that it is asked for; Python bounds all others
const LOOK = 150; // ms between two looks through the camera
const SHOW = 400; // ms between two pictures of what it sees; the next waits until the one before was seen
const PICTURE = { width: 240, height: 320 };
const UNUSED = 600_000; // ms after which a square that nobody scanned makes way for a new one
const LATE = 2_000; // ms in which phones answer a tablet that was loaded again, unless they were as well
const ASLEEP = 600_000; // ms that a phone may sleep and still find its channel: the longest that was tried

export class Host {
    constructor(tell) {
        this.tell = (what, more = {}) => tell("phones", { what, ...more });
        this.phones = new Map();
        this.spares = new Map(); // by the certificates of the phones that took part
        this.seals = new Map(); // by their names: of the games in which something is hidden
        this.handed = new Map(); // the copies that phones hand over, by the phones
        this.count = 0;
        this.open = null; // the offer on the screen
        this.print = ""; // this device's certificate, once it has invited
        this.camera = null;
        this.seen = () => {}; // Python's word that it has shown the last picture
        this.wanted = 0; // the number of the last scan that was asked for
    }

    hear({ act, ...more }) {
        return this[act](more);
    }

    // A square is for one phone: the next offer is made as soon as one has come in.
    async invite() {
        clearTimeout(this.old);
        let made;
        try {
            made = await offer();
        } catch (error) {
            console.error(error);
            return this.tell("unable"); // a browser without channels, or one that was told to have none
        }
        this.open?.peer.close();
        this.open = made;
        this.old = setTimeout(() => this.invite(), UNUSED);
        this.print = essence(made.peer.localDescription.sdp).print;
        const letters = (await own()).chooses ? lettersOf(this.print) : "";
        this.tell("offer", { base: document.baseURI, words: made.words, letters });
    }

    // This device takes part at another table: its page asks for that one's letters.
    join() {
        location.href = new URL("join", document.baseURI);
    }

    // What a camera has read, or somebody has pasted.
    async answer({ words }) {
        const waiting = readWaiting(words);
        if (waiting) return this.meet(words, waiting);
        const found = readAnswer(words);
        if (!found) return this.tell("strange");
        if (words === this.last) return; // the one that was just taken may still be in sight
        if (await this.spares.get(found.print)?.takeAnswer(found)) {
            this.last = words;
            return this.tell("answered");
        }
        if (!this.open || found.offer !== this.open.name) return this.tell("stale");
        const made = this.open;
        this.open = null;
        this.last = words;
        this.tell("answered");
        const phone = this.attach(made, found.print, true);
        await accept(made, found.sdp).catch(console.error);
        this.missed(phone);
        await this.invite();
    }

    // Call a screen that was told by letters which tablet to wait for.
    async meet(words, waiting) {
        if (words === this.last) return; // still in sight
        this.last = words;
        if (!this.print.startsWith(waiting.wanted)) return this.tell("other");
        this.tell("answered");
        let made;
        try {
            made = await call(waiting, waiting.print, await callerOf(waiting));
        } catch (error) {
            console.error(error);
            return this.tell("uncalled");
        }
        const phone = this.attach(made, waiting.print, true);
        await reach(made, description(waiting, "active"));
        if (this.missed(phone)) this.last = ""; // it may be held up once more
    }

    // Let go of a phone that was not met.
    missed(phone) {
        const there = this.phones.get(phone);
        if (there?.met !== false || there.channel.readyState === "open") return false;
        this.phones.delete(phone);
        there.peer.close();
        this.tell("apart");
        return true;
    }

    // Take a channel to a phone, which may be open by now, and give it a number. A phone that doesn't answer for a while
    // may only sleep: nobody closes its channel until it is clear that nothing comes of it. One that came back was in before:
    // it hears at once what waits for it from now on, as its page may be loaded again by the next moment.
    attach({ peer, channel }, print, bySquare = false) {
        const phone = ++this.count;
        const packets = new Packets(channel, (packet) => this.take(phone, packet), MOST);
        const there = { peer, channel, packets, bySquare, print, met: false, admitted: !bySquare };
        const own = essence(peer.localDescription.sdp).print;
        this.phones.set(phone, there);
        const opened = () => {
            there.met = true; // a busy page may hear of this, and the phone's first word, before its answer has been taken
            this.tell("opened", { phone, again: !bySquare, own });
            if (!bySquare) this.offer(phone);
        };
        channel.readyState === "open" ? opened() : channel.addEventListener("open", opened, { once: true });
        channel.addEventListener("close", () => this.gone(phone));
        peer.addEventListener("connectionstatechange", () => {
            clearTimeout(there.asleep);
            if (!there.met) return;
            const away = peer.connectionState !== "connected";
            packets.hold(away);
            if (away) there.asleep = setTimeout(() => this.gone(phone), ASLEEP);
            this.tell("reach", { phone, away });
        });
        return phone;
    }

    take(phone, packet) {
        if (packet[0] !== PAGES && packet[0] !== COPY) return this.tell("heard", { phone, packet });
        const there = this.phones.get(phone);
        if (!there?.admitted) return; // nothing is agreed on with whoever isn't in
        try {
            if (packet[0] === COPY) return this.takePart(phone, ...headAndBody(packet));
            const words = heard(packet);
            if (words.handed) return this.takeCopy(phone, words.handed);
            const spares = this.spares.get(there.print);
            const say = (more) => this.say(phone, more);
            if (!words.awake) return spares.hear(words, say);
            say({ awake: true });
            spares.offer(say);
        } catch (error) {
            console.error(error);
            there.channel.close();
        }
    }

    say(phone, words) {
        this.phones.get(phone)?.packets.send(said(words, PAGES));
    }

    // Hand a part of a copy to phones. What is hidden is locked, and each player's phone has a point of the key's line.
    async copy({ to, body, ...head }) {
        if (head.seal && !this.seals.has(head.seal)) this.seals.set(head.seal, new Seal());
        const seal = this.seals.get(head.seal);
        const locked = seal ? await seal.lock(head, body) : { body };
        for (const [phone, at] of to) {
            const own = seal ? { iv: locked.iv, at, share: seal.share(at) } : {};
            this.phones.get(phone)?.packets.send(withHead({ ...head, ...own }, locked.body));
        }
    }

    // A phone hands its copy over, which is longer than the book that is here.
    takePart(phone, head, body) {
        const { parts = [], size = 0 } = this.handed.get(phone) ?? {};
        if (size + body.length > MOST_KEPT) throw new RangeError("too long");
        this.handed.set(phone, { parts: [...parts, { ...head, body }], size: size + body.length });
    }

    async takeCopy(phone, { play, seal, at, share }) {
        const copy = { ...this.handed.get(phone), play, seal, at, share };
        this.handed.set(phone, copy);
        const others = [...this.handed.values()].filter((other) => other.seal === seal && other.at !== at);
        if (seal && !others.length) return this.tell("locked", { phone, play });
        const parts = seal ? await unlocked(copy.parts, [copy, others[0]]) : copy.parts.map(({ body }) => body);
        this.tell("copy", { phone, play, parts });
    }

    // Python has let a phone in: from now on the two find each other again by themselves.
    async admit({ phone }) {
        const there = this.phones.get(phone);
        if (!there) return;
        there.admitted = true;
        if (there.bySquare) this.sparesOf(there.print).begin((words) => this.say(phone, words));
        await this.offer(phone);
    }

    offer(phone) {
        return this.sparesOf(this.phones.get(phone).print).offer((words) => this.say(phone, words));
    }

    sparesOf(print) {
        if (!this.spares.has(print)) this.spares.set(print, new Spares(print, "tablet", (link) => this.attach(link, print)));
        return this.spares.get(print);
    }

    // This page was loaded again: call the phones that are still there. Who answers late may do so while the square is
    // offered to the others.
    async call() {
        const prints = await met("tablet");
        const calls = prints.map(async (print) => {
            const link = await this.sparesOf(print).call();
            if (link) this.attach(link, print);
        });
        await Promise.race([Promise.allSettled(calls), new Promise((done) => setTimeout(done, LATE))]);
        this.tell("called");
    }

    // Show the phones that were loaded again as well where to call: one square does for all, each time it is asked for.
    async gather() {
        const ways = await Promise.all((await met("tablet")).map(async (print) => [print, await this.sparesOf(print).show()]));
        const words = await squareOf(ways.filter(([, way]) => way));
        this.tell("square", { link: `${document.baseURI}${BACK}${words}` });
    }

    gone(phone) {
        const there = this.phones.get(phone);
        if (!this.phones.delete(phone)) return;
        clearTimeout(there.asleep);
        this.handed.delete(phone);
        there.peer.close();
        if (there.met) this.tell("closed", { phone });
    }

    // A phone has come that has a newer version: look for it here as well.
    outdated() {
        dispatchEvent(new Event("companion-outdated"));
    }

    send({ phone, packet }) {
        this.phones.get(phone)?.packets.send(packet);
    }

    // What is under way to a phone still reaches it: that it takes part no longer is the last of it. Who is `out` finds
    // nothing that waits for it.
    close({ phone, out = false }) {
        const there = this.phones.get(phone);
        if (!there) return;
        this.phones.delete(phone);
        clearTimeout(there.asleep);
        if (out) this.part(there.print);
        setTimeout(() => there.peer.close(), 300);
        this.tell("closed", { phone });
    }

    stop() {
        clearTimeout(this.old);
        this.open?.peer.close();
        this.open = null;
        this.scan({ on: false });
        for (const phone of [...this.phones.keys()]) this.close({ phone });
        met("tablet").then((prints) => prints.forEach((print) => this.part(print)));
    }

    // Nothing waits for a phone that takes part no longer.
    part(print) {
        this.sparesOf(print).forget();
        this.spares.delete(print);
    }

    // A tablet that is slow to draw is shown fewer pictures, and none pile up before it.
    show(picture) {
        this.tell("picture", { picture });
        return new Promise((done) => (this.seen = done));
    }

    // Look for squares through the camera, the front one first: the person holds the phone before the tablet.
    async scan({ on, facing = "user" }) {
        const turn = ++this.wanted;
        this.camera?.stop();
        this.camera = null;
        if (!on) return;
        try {
            const found = await look(facing, (words) => this.answer({ words }), (picture) => this.show(picture));
            if (turn !== this.wanted) return found.stop();
            this.camera = found;
            this.tell("camera", { state: "on" });
        } catch (error) {
            if (turn !== this.wanted) return;
            this.tell("camera", { state: error.name === "NotAllowedError" ? "refused" : "none" });
        }
    }
}

// Read squares from a camera until it is stopped; each is told once as long as it stays in sight.
export async function look(facing, read, show) {
    if (!navigator.mediaDevices?.getUserMedia) throw new DOMException("no camera", "NotFoundError");
    const [{ default: decode }, stream] = await Promise.all([
        import("./qr/decode.js"),
        navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 960 }, height: { ideal: 720 } } }),
    ]);
    const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject: stream });
    await video.play();
    const canvas = new OffscreenCanvas(1, 1);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    let before = "";
    let shown = -SHOW;
    let timer = 0;
    const once = async () => {
        const began = performance.now();
        const { videoWidth: width, videoHeight: height } = video;
        if (width) {
            Object.assign(canvas, { width, height });
            pen.drawImage(video, 0, 0);
            const { data } = pen.getImageData(0, 0, width, height);
            try {
                const words = decode({ width, height, data });
                if (words !== before) read((before = words));
            } catch {
                before = ""; // nothing to read in this picture
            }
            if (show && began - shown > SHOW) {
                shown = Infinity;
                const picture = await small(video, facing === "user");
                show(picture).then(() => (shown = performance.now()));
            }
        }
        // half of the time is the screen's, however slow the device
        if (timer !== null) timer = setTimeout(once, Math.max(LOOK, performance.now() - began));
    };
    timer = setTimeout(once, LOOK);
    return {
        video,
        stop() {
            clearTimeout(timer);
            timer = null;
            for (const track of stream.getTracks()) track.stop();
        },
    };
}

// What the camera sees, as a small picture: turned over as in a mirror, or holding something up is hard.
async function small(video, mirrored) {
    const { width, height } = PICTURE;
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d");
    const scale = Math.max(width / video.videoWidth, height / video.videoHeight);
    pen.translate(width / 2, height / 2);
    if (mirrored) pen.scale(-1, 1);
    pen.drawImage(video, (-video.videoWidth * scale) / 2, (-video.videoHeight * scale) / 2, video.videoWidth * scale, video.videoHeight * scale);
    const picture = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.6 });
    return new Uint8Array(await picture.arrayBuffer());
}
