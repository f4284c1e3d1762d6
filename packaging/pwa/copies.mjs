// The games of a tablet as this phone keeps them, so that an evening goes on without it. A copy is made of parts, each of
// which says what the journal has more than the one before. Python alone reads what is in them.

import { result } from "./kept.mjs";

export const BOOKS = "companion-books"; // the lock of whoever keeps the books of this device, and the channel to ask for them
const NO = "companion-no-copies"; // this phone's owner wants none
export const MOST_KEPT = 1_000_000; // bytes of all copies together; older games make way
const SOON = 3600_000; // ms
const STORES = ["copies", "parts", "going"];

async function inStores(mode, work) {
    const asked = indexedDB.open("companion-copies", 1);
    asked.onupgradeneeded = () => {
        asked.result.createObjectStore("copies", { keyPath: "play" });
        asked.result.createObjectStore("parts", { keyPath: ["play", "first"] });
        asked.result.createObjectStore("going");
    };
    const database = await result(asked);
    try {
        const transaction = database.transaction(STORES, mode);
        const done = new Promise((yes, no) => {
            transaction.oncomplete = yes;
            transaction.onabort = () => no(transaction.error);
        });
        const found = await work(...STORES.map((name) => transaction.objectStore(name)));
        await done;
        return found;
    } finally {
        database.close();
    }
}

const of = (play) => IDBKeyRange.bound([play], [play, []]);

// Every game of which this phone keeps a copy: up to which entry, and who had it before.
export const copies = () => inStores("readonly", (copies) => result(copies.getAll())).catch(() => []);
export const partsOf = (play) => inStores("readonly", (_, parts) => result(parts.getAll(of(play))));

export const wanted = () => !localStorage.getItem(NO);

export function want(yes) {
    yes ? localStorage.removeItem(NO) : localStorage.setItem(NO, "1");
    if (!yes) return copies().then((all) => Promise.all(all.map(({ play }) => drop(play))));
}

export const drop = (play) =>
    inStores("readwrite", (copies, parts) => {
        copies.delete(play);
        parts.delete(of(play));
    }).catch(console.warn);

// Add a part to a copy. One that begins anew takes the place of what was there. False if it goes on from another entry
// than the last that is here, or there is no room: then all is as it was.
export async function add({ play, title, room, where, by, seal, at, share, mark, first, last, iv }, body) {
    return inStores("readwrite", async (copies, parts) => {
        const before = await result(copies.get(play));
        const goesOn = first > 1;
        if (goesOn && (before?.last !== first - 1 || before.seal !== seal)) return false;
        const size = body.length + (goesOn ? before.size : 0);
        const others = (await result(copies.getAll())).filter((copy) => copy.play !== play).sort((one, other) => one.when - other.when);
        let all = others.reduce((sum, copy) => sum + copy.size, size);
        if (size > MOST_KEPT) return false;
        if (!goesOn) parts.delete(of(play));
        for (const old of all > MOST_KEPT ? others : []) {
            copies.delete(old.play);
            parts.delete(of(old.play));
            if ((all -= old.size) <= MOST_KEPT) break;
        }
        copies.put({ play, title, room, where, by, seal, at, share, mark, last, size, when: Date.now() });
        parts.put({ play, seal, first, last, iv, body });
        return true;
    }).catch((error) => {
        console.warn(error); // storage that is full, or that this window has none of
        return false;
    });
}

// --- going on ------------------------------------------------------------------------------------------------------

// What the app on this phone begins with when it is opened next, unless that is much later.
export const leave = (copy) => inStores("readwrite", (_copies, _parts, going) => result(going.put({ ...copy, when: Date.now() }, "going")));

export async function found() {
    const copy = await inStores("readonly", (_copies, _parts, going) => result(going.get("going"))).catch(() => null);
    return copy && Date.now() - copy.when < SOON ? copy : null;
}

export const taken = () => inStores("readwrite", (_copies, _parts, going) => void going.delete("going"));
