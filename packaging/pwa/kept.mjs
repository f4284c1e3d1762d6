// What a page keeps of the devices it has met, until it is loaded again: its own certificate, by which they know it, and
// what it needs to find each of them. A browser hands neither a certificate's key nor a secret's bytes out again.

const YEAR = 365 * 24 * 3600_000; // ms: the longest that a browser keeps a certificate

async function inStore(mode, work) {
    const asked = indexedDB.open("companion-met", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    const database = await result(asked);
    try {
        return await result(work(database.transaction("kept", mode).objectStore("kept")));
    } finally {
        database.close();
    }
}

// What a store answers.
export const result = (asked) =>
    new Promise((done, failed) => {
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => failed(asked.error);
    });

// A private window may have no store: it works as long as it is open.
export const read = (name) => inStore("readonly", (store) => store.get(name)).catch(() => undefined);
export const write = (name, value) => inStore("readwrite", (store) => store.put(value, name)).catch(console.warn);
export const drop = (name) => inStore("readwrite", (store) => store.delete(name)).catch(console.warn);
export const names = () => inStore("readonly", (store) => store.getAllKeys()).catch(() => []);

let own = null;

// This device's certificate, the same for every connection it ever makes.
export function certificate() {
    return (own ??= find());
}

async function find() {
    const found = await read("certificate");
    if (found?.expires > Date.now()) return found;
    const made = await RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256", expires: YEAR });
    await write("certificate", made);
    return made;
}
