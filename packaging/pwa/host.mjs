// The tablet's side of its phones: offers, the camera, and a channel to each phone. Python decides who may come in.
//
// It does what Python says ("invite", "answer", "scan", "seen", "send", "close", "outdated", "stop"), and tells it what
// happens: "offer", "unable", "answered", "strange", "stale", "apart", "opened", "reach", "heard", "closed", "camera", "picture".

import { Packets, accept, offer, readAnswer } from "./meeting.mjs";

const MOST = 64_000; // bytes of a packet of a phone; Python takes no larger one either
const LOOK = 150; // ms between two looks through the camera
const SHOW = 400; // ms between two pictures of what it sees; the next waits until the one before was seen
const PICTURE = { width: 240, height: 320 };
const UNUSED = 600_000; // ms after which a square that nobody scanned makes way for a new one

export class Host {
    constructor(tell) {
        this.tell = (what, more = {}) => tell("phones", { what, ...more });
        this.phones = new Map();
        this.count = 0;
        this.open = null; // the offer on the screen
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
        this.tell("offer", { base: document.baseURI, words: made.words });
    }

    // What a camera has read, or somebody has pasted.
    async answer({ words }) {
        const found = readAnswer(words);
        if (!found) return this.tell("strange");
        if (!this.open || found.offer !== this.open.name) {
            if (words !== this.last) this.tell("stale"); // the one that was just taken may still be in sight
            return;
        }
        const made = this.open;
        this.open = null;
        this.last = words;
        this.tell("answered");
        const phone = ++this.count;
        const { channel, peer } = made;
        const packets = new Packets(channel, (packet) => this.tell("heard", { phone, packet }), MOST);
        let met = false;
        channel.addEventListener("open", () => {
            met = true; // a busy page may hear of this, and the phone's first word, before its answer has been taken
            this.tell("opened", { phone });
        });
        channel.addEventListener("close", () => this.gone(phone, met));
        peer.addEventListener("connectionstatechange", () => {
            if (peer.connectionState === "failed") peer.close(), met && this.gone(phone, met);
            else if (met) this.tell("reach", { phone, away: peer.connectionState !== "connected" });
        });
        this.phones.set(phone, { peer, channel, packets });
        try {
            await accept(made, found.sdp);
        } catch (error) {
            console.error(error);
        }
        if (!met) {
            this.phones.delete(phone);
            peer.close();
            this.tell("apart");
        }
        await this.invite();
    }

    gone(phone, met) {
        if (this.phones.delete(phone) && met) this.tell("closed", { phone });
    }

    // A phone has come that has a newer version: look for it here as well.
    outdated() {
        dispatchEvent(new Event("companion-outdated"));
    }

    send({ phone, packet }) {
        this.phones.get(phone)?.packets.send(packet);
    }

    // What is under way to a phone still reaches it: that it takes part no longer is the last of it.
    close({ phone }) {
        const there = this.phones.get(phone);
        if (!there) return;
        this.phones.delete(phone);
        setTimeout(() => there.peer.close(), 300);
        this.tell("closed", { phone });
    }

    stop() {
        clearTimeout(this.old);
        this.open?.peer.close();
        this.open = null;
        this.scan({ on: false });
        for (const phone of [...this.phones.keys()]) this.close({ phone });
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
