// Starts Python at once, and stands between it, Flet's client and the page. A classic script: the first in the head.

(() => {
    const base = new URL(document.querySelector("base")?.getAttribute("href") ?? "./", location.href);
    const module = (name) => import(new URL(name, base));
    if (companionGuest) {
        // A phone that plays at a tablet needs no Python of its own.
        globalThis.companionHost = { tell() {}, on() {} };
        module("guest.mjs").then(({ start }) => start(companionGuest), () => companionFailed("Companion could not be fetched. Is this device online?"));
        return;
    }
    const first = !navigator.serviceWorker?.controller;
    const FAILED = "companion-memory-failed @VERSION@"; // a start from memory came to no screen: there is no other
    const fromMemory = !first && navigator.deviceMemory >= 3 && !localStorage.getItem(FAILED); // GB; who is silent goes without
    const worker = new Worker(new URL("worker.mjs", base), {
        type: "module",
        name: first ? "first" : fromMemory ? "from memory" : "", // on a first visit the worker counts what it fetches
    });
    // What Flutter would ask for when its loader and then its program run. On a first visit Python is awaited for longer.
    const EARLY = {
        "main.dart.js": "script",
        "assets/FontManifest.json": "fetch",
        "assets/fonts/roboto.woff2": "fetch",
        "assets/fonts/MaterialIcons-Regular.otf": "fetch",
        "fonts/companion-sans.ttf": "fetch",
        "fonts/companion-serif.ttf": "fetch",
        "fonts/companion-symbols.ttf": "fetch",
    };
    for (const [href, as] of first ? [] : Object.entries(EARLY)) {
        const link = Object.assign(document.createElement("link"), { rel: "preload", href, as });
        if (as === "fetch") link.crossOrigin = "anonymous"; // or it is another request than Flutter's
        document.head.append(link);
    }
    const ears = {};
    const early = [];
    let client = null;

    globalThis.companionHost = {
        tell: (name, detail = null) => worker.postMessage({ kind: "tell", name, detail }),
        on: (name, ear) => (ears[name] = ear),
    };

    // A page put aside would hold the book and answer nobody. It starts afresh when it is fetched back, and also if it was
    // not put aside after all: a timer stands still meanwhile.
    addEventListener("pagehide", (event) => {
        if (!event.persisted) return;
        worker.terminate();
        setTimeout(() => location.reload(), 1000);
    });

    function fail(sentence, rescue = false) {
        globalThis.companionFailed(sentence);
        if (rescue) stopWaiting(); // Python runs, and somebody saves the book
        if (rescue) document.querySelector("#failed .sheet").append(...ways());
    }

    // What can be done about a book that can't be opened: nothing of it is thrown away.
    function ways() {
        const words = document.createElement("p");
        words.textContent = "Save it as a file, and look for help with it, or begin with another. Nothing of it is thrown away.";
        const save = document.createElement("button");
        save.textContent = "Save the damaged book as a file";
        save.onclick = () => companionHost.tell("save");
        const anew = document.createElement("button");
        anew.textContent = "Begin with an empty book";
        anew.onclick = () => {
            anew.textContent = "Put the damaged one aside and begin? Tap again";
            anew.onclick = () => companionHost.tell("anew");
        };
        for (const one of [save, anew]) one.className = "rather";
        return [words, save, anew];
    }

    function download(bytes) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
        link.download = `Companion, damaged, ${new Date().toISOString().slice(0, 10)}.db`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }

    worker.postMessage({ kind: "page", url: document.URL });
    worker.onerror = (event) => {
        console.error(event.message);
        if (patience && !companionReady()) return leaveMemory();
        fail("Companion stopped. What was recorded is safe.");
    };
    worker.onmessage = ({ data }) => {
        if (data instanceof Uint8Array) client ? client(data) : early.push(data);
        else if (data.kind === "bytes") globalThis.companionFetched(data.count);
        else if (data.kind === "progress") globalThis.companionProgress(data.fraction, data.words);
        else if (data.kind === "failed") fail(data.sentence, data.rescue);
        else if (data.kind === "say") ears[data.name]?.(data.detail);
    };

    // What Flet's client calls. It may connect more than once; Python stays.
    globalThis.jsConnect = async (_name, _arguments, receive) => {
        client = receive;
        for (const packet of early.splice(0)) receive(packet);
    };
    globalThis.jsSend = async (_name, packet) => worker.postMessage(packet, [packet.buffer]);
    globalThis.jsDisconnect = async () => {
        client = null;
    };

    // What was sent until then is on the screen once two frames have begun.
    companionHost.on("drawn", () => requestAnimationFrame(() => requestAnimationFrame(() => {
        globalThis.companionProgress(1, "");
    })));
    // From memory: a start without it follows where no screen comes of it, in a page that is looked at.
    const PATIENCE = 20_000; // ms
    const CALM = 10_000; // ms: what the next start needs is made when this one is over
    let patience = 0;
    const forgive = () => localStorage.removeItem(FAILED);
    const leaveMemory = () => {
        removeEventListener("pagehide", forgive);
        fetch(new URL("start.memory", base), { method: "DELETE" }).finally(() => location.reload());
    };
    const wait = () => {
        clearTimeout(patience);
        patience = setTimeout(() => document.hidden || leaveMemory(), PATIENCE);
    };
    const stopWaiting = () => {
        clearTimeout(patience);
        document.removeEventListener("visibilitychange", wait);
    };
    companionHost.on("from memory", () => {
        performance.mark("from memory"); // for whoever asks the browser how this start went
        localStorage.setItem(FAILED, "yes");
        addEventListener("pagehide", forgive); // whoever leaves so early may come back
        document.addEventListener("visibilitychange", wait);
        wait();
    });
    companionHost.on("no memory", leaveMemory);
    addEventListener("companion-ready", () => {
        stopWaiting();
        if (patience) forgive();
        else if (fromMemory) setTimeout(() => new Worker(new URL("remember.mjs", base), { type: "module" }), CALM);
    }, { once: true });
    companionHost.on("file", download);
    companionHost.on("again", () => location.reload());
    // The channels to phones that take part are the page's: a worker can have none.
    let host = null;
    companionHost.on("phones", async (asked) => {
        host ??= module("host.mjs").then(({ Host }) => new Host(companionHost.tell));
        (await host).hear(asked);
    });
    companionHost.on("last", async () => {
        const lasting = (await navigator.storage?.persist?.()) ?? false;
        companionHost.tell("lasting", lasting);
    });
})();
