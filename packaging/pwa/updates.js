// Sees to it that the site is kept on this device, and says when a newer one is ready. It is never taken by itself.

(() => {
    if (!navigator.serviceWorker) return;
    const HOUR = 3_600_000;
    const PAUSE = 60_000; // between two looks, however often the page comes to the front
    const browser = companionBrowser;
    let kept = null;
    let looked = 0;
    let told = null;
    let failed = false;
    let leaving = false;
    let shared = false; // this page could not start because the app goes on in another tab

    async function keep() {
        if (kept) return;
        kept = await navigator.serviceWorker.register(`sw.js?browser=${browser}`, { updateViaCache: "none" });
        looked = Date.now();
        kept.addEventListener("updatefound", () => follow(kept.installing));
        follow(kept.installing);
        offer();
    }

    function follow(worker) {
        worker?.addEventListener("statechange", offer);
    }

    // Say that a version waits. One that came in place of an app that can't start is taken at once: nothing is going on.
    async function offer() {
        const waiting = kept?.waiting;
        if (!waiting || !kept.active || waiting === told) return;
        told = waiting;
        if (failed && !shared) return renew();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => companionHost.tell("update", { version: data });
        waiting.postMessage("version", [port2]);
    }

    async function look() {
        if (!kept || document.hidden || Date.now() - looked < PAUSE) return;
        looked = Date.now();
        await kept.update().catch(() => {}); // offline, most likely; there is another hour
        offer();
    }

    function renew() {
        const waiting = kept?.waiting;
        if (!waiting) return reload();
        waiting.addEventListener("statechange", () => waiting.state === "activated" && reload());
        waiting.postMessage("renew");
    }

    function reload() {
        if (leaving) return;
        leaving = true;
        location.reload();
    }

    const quietly = () => keep().catch(() => {}); // without it the app works as long as there is a network
    // The first visit fetches everything once for the screen; keeping it comes after that, and takes it from there.
    addEventListener("companion-ready", quietly, { once: true });
    addEventListener("companion-failed", () => {
        failed = !companionReady();
        if (failed) told = null;
        quietly().then(offer);
    });
    setInterval(look, HOUR);
    document.addEventListener("visibilitychange", look);
    addEventListener("companion-outdated", () => {
        looked = 0;
        look();
    });
    companionHost.on("renew", renew);
    companionHost.on("asleep", () => (shared = true));

    // Another tab has taken the new version: no page may go on with files of two.
    if (navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener("controllerchange", reload);
})();
