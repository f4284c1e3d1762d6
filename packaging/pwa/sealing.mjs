// While something in a game is hidden, a phone keeps a copy that it can't read. It is locked with a key that no phone has:
// each player's phone has a point of a line, and where the line begins is the key. Two points say so, one says nothing.

import { bytesOf, hex, letters, text } from "./meeting.mjs";

const PRIME = 2n ** 255n - 19n; // the line is one of a field with so many numbers
const BYTES = 32; // of a number of it
const SHARE = "companion-share:"; // begins what a phone shows to help another one
const NAME = 9; // bytes by which a line is known

const within = (number) => ((number % PRIME) + PRIME) % PRIME;
const numberOf = (bytes) => BigInt(`0x${hex(bytes)}`);
const bytesOfNumber = (number) => Uint8Array.from(number.toString(16).padStart(2 * BYTES, "0").match(/../g), (pair) => parseInt(pair, 16));
const chosen = () => within(numberOf(crypto.getRandomValues(new Uint8Array(BYTES))));

function power(base, exponent) {
    let found = 1n;
    for (; exponent; exponent >>= 1n) {
        if (exponent & 1n) found = (found * base) % PRIME;
        base = (base * base) % PRIME;
    }
    return found;
}

const keyOf = async (number, use) => {
    const digest = await crypto.subtle.digest("SHA-256", bytesOfNumber(number));
    return crypto.subtle.importKey("raw", digest, "AES-GCM", false, [use]);
};

// What a part says of itself is bound to it: none can be put in the place of another.
const bound = ({ play, seal, first, last }) => text.encode([play, seal, first, last].join(" "));

// The host's side: a line for one game, as long as the same phones belong to the same players.
export class Seal {
    constructor() {
        this.begin = chosen();
        this.slope = chosen();
        this.key = keyOf(this.begin, "encrypt");
    }

    share(at) {
        return letters(bytesOfNumber(within(this.begin + this.slope * BigInt(at))));
    }

    async lock(head, bytes) {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const how = { name: "AES-GCM", iv, additionalData: bound(head) };
        return { iv: letters(iv), body: new Uint8Array(await crypto.subtle.encrypt(how, await this.key, bytes)) };
    }
}

// The words of a phone's point, as its square shows them.
export const shown = ({ seal, at, share }) => SHARE + letters([...bytesOf(seal), at, ...bytesOf(share)]);

export function readShare(words) {
    try {
        if (!words.startsWith(SHARE)) return null;
        const bytes = bytesOf(words.slice(SHARE.length).trim());
        if (bytes.length !== NAME + 1 + BYTES) return null;
        return { seal: letters(bytes.subarray(0, NAME)), at: bytes[NAME], share: letters(bytes.subarray(NAME + 1)) };
    } catch {
        return null; // nothing of ours
    }
}

// The parts of a copy as the host had them. Throws where the points are not of this line, or a part was changed.
export async function unlocked(parts, [one, other]) {
    const [run, rise] = [BigInt(other.at - one.at), numberOf(bytesOf(other.share)) - numberOf(bytesOf(one.share))];
    const slope = within(rise * power(within(run), PRIME - 2n));
    const key = await keyOf(within(numberOf(bytesOf(one.share)) - slope * BigInt(one.at)), "decrypt");
    return Promise.all(parts.map(async (part) => {
        const how = { name: "AES-GCM", iv: bytesOf(part.iv), additionalData: bound(part) };
        return new Uint8Array(await crypto.subtle.decrypt(how, key, part.body));
    }));
}
