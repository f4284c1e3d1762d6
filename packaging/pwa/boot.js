// Starts Python at once, and stands between it, Flet's client and the page. A classic script: the first in the head.

(() => {
    const base = new URL(document.querySelector("base")?.getAttribute("href") ?? "./", location.href);
    const worker = new Worker(new URL("worker.mjs", base), {
        type: "module",
        name: navigator.serviceWorker?.controller ? "" : "first", // on a first visit the worker counts what it fetches
    });
    const ears = {};
    const early = [];
    let client = null;

    globalThis.companionHost = {
        tell: (name, detail = null) => worker.postMessage({ kind: "tell", name, detail }),
        on: (name, ear) => (ears[name] = ear),
    };

    function fail(sentence) {
        globalThis.companionFailed(sentence);
    }

    worker.postMessage({ kind: "page", url: document.URL });
    worker.onerror = (event) => {
        console.error(event.message);
        fail("Companion stopped. What was recorded is safe.");
    };
    worker.onmessage = ({ data }) => {
        if (data instanceof Uint8Array) client ? client(data) : early.push(data);
        else if (data.kind === "bytes") globalThis.companionFetched(data.count);
        else if (data.kind === "progress") globalThis.companionProgress(data.fraction, data.words);
        else if (data.kind === "failed") fail(data.sentence);
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

    companionHost.on("drawn", () => requestAnimationFrame(() => requestAnimationFrame(() => globalThis.companionProgress(1, ""))));
    companionHost.on("last", async () => {
        const lasting = (await navigator.storage?.persist?.()) ?? false;
        companionHost.tell("lasting", lasting);
    });
})();
