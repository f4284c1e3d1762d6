// Keeps the whole site on the device, so that it starts with the network off. It keeps one version, whole: every file is
// checked against the listing, and the listing against the digest below. What is half fetched never becomes active.

const VERSION = "@VERSION@";
const BUILD = "@BUILD@";
const LISTING = "@LISTING@"; // the SHA-256 of site.json

const PREFIX = "companion-site-";
const CACHE = PREFIX + BUILD;
const SCRIPTS = CACHE + "-scripts";
const BASE = new URL("./", location).href;
const browser = new URL(location).searchParams.get("browser") ?? "full";
// What a kept file goes on saying of itself. How it was packed for the way is over by then.
const KEPT_HEADERS = [
    "content-type", "content-security-policy", "cross-origin-opener-policy", "cross-origin-embedder-policy",
    "cross-origin-resource-policy", "referrer-policy", "x-content-type-options", "x-frame-options",
];
const UNKEPT = ["assets/NOTICES"];
const MEMORY = BASE + "start.memory"; // what a start begins with: this device makes it, and it goes with its version
const AT_ONCE = 4;

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear((name) => !name.startsWith(CACHE)).then(move)));

// A new version takes over when a person says so, or when no page is open any more: that is the browser's own way.
addEventListener("message", (event) => {
    if (event.data === "renew") skipWaiting();
    else if (event.data === "version") event.ports[0].postMessage(VERSION);
});

addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.url === MEMORY) return event.respondWith(remember(request));
    if (request.method !== "GET" || !request.url.startsWith(BASE)) return;
    const path = request.mode === "navigate" ? "index.html" : new URL(request.url).href.slice(BASE.length).split(/[?#]/)[0];
    if (path === "sw.js" || path === "site.json") return;
    event.respondWith(answer(path, request));
});

async function answer(path, request) {
    const cache = await caches.open(CACHE);
    const found = (await cache.match(BASE + path)) ?? (await (await caches.open(SCRIPTS)).match(BASE + path));
    if (found) return found;
    // What this version has not got is not there: another version's may not come between. But a browser may have cleared
    // everything away, and some files are for reading only.
    const whole = await cache.match(BASE + "site.json");
    return whole && !UNKEPT.includes(path) ? new Response("", { status: 404 }) : fetch(request);
}

async function remember(request) {
    const cache = await caches.open(CACHE);
    if (request.method === "GET") return (await cache.match(MEMORY)) ?? new Response("", { status: 404 });
    await cache.delete(MEMORY);
    if (request.method === "PUT") await cache.put(MEMORY, new Response(request.body, { headers: request.headers }));
    return new Response();
}

// Bring the whole site into a cache of its own, or fail and leave everything as it was.
async function fill() {
    const cache = await caches.open(CACHE);
    for (const name of await ours()) await (await caches.open(name)).delete(MEMORY); // a new version has no use for it
    await clear(async (name) => name !== CACHE && !(await (await caches.open(name)).match(BASE + "site.json")));
    try {
        const listing = await sound("site.json", LISTING, []);
        const { files } = await listing.clone().json();
        const due = Object.entries(files).filter(([, file]) => !file.for || file.for === browser);
        const kept = await Promise.all((await ours()).map((name) => caches.open(name)));
        const one = async () => {
            for (let next = due.shift(); next; next = due.shift()) {
                const [path, { sha256 }] = next;
                await cache.put(BASE + path, await sound(path, sha256, kept));
            }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, one));
        await cache.put(BASE + "site.json", listing); // last: it stands for all the others
    } catch (error) {
        if (error.name === "QuotaExceededError") await caches.delete(CACHE); // the books need the room more
        throw error;
    }
}

// Chromium compiles all of a script that is kept while this installs, and keeps 24 MB of code that take as long to read
// as they save. Of one that is kept later it compiles what runs. Each is in one of the two places at any moment.
async function move() {
    const [cache, scripts] = await Promise.all([CACHE, SCRIPTS].map((name) => caches.open(name)));
    await scripts.put(BASE + "site.json", await cache.match(BASE + "site.json")); // or it would be taken for half fetched
    for (const { url } of await cache.keys()) {
        if (!url.endsWith("js")) continue;
        await scripts.put(url, await cache.match(url));
        await cache.delete(url);
    }
}

// One file, sure to be the one the listing means: kept from before, or as the browser has it, or from the server.
// A script is kept as it came, with its address: of no other does Chromium keep what it compiled.
async function sound(path, sha256, kept) {
    const script = path.endsWith("js");
    const ways = [
        ...kept.map((cache) => () => cache.match(BASE + path)),
        () => fetch(BASE + path),
        () => fetch(BASE + path, { cache: "reload" }),
    ];
    for (const way of ways) {
        const found = await way();
        if (!found?.ok || (script && !found.url)) continue;
        const bytes = await found.clone().arrayBuffer().catch(() => null); // cut off on the way
        if (!bytes || hex(await crypto.subtle.digest("SHA-256", bytes)) !== sha256) continue;
        if (script && !found.redirected) return found;
        const headers = KEPT_HEADERS.filter((name) => found.headers.has(name)).map((name) => [name, found.headers.get(name)]);
        return new Response(bytes, { headers });
    }
    throw new Error(`${path} is not what site.json says`);
}

function hex(digest) {
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function ours() {
    return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

async function clear(which) {
    for (const name of await ours()) if (await which(name)) await caches.delete(name);
}
