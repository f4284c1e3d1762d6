// The wait: how far the page is, in words, and what went wrong when something did. The first script of the page.

(() => {
    const ALL = 0.97; // pictures and licences are listed too, and come when they are wanted
    const FETCHED = 0.6; // of the bar; Python's own steps take the rest
    // Flet's client comes with a smaller renderer for browsers that have parts of it built in.
    const parts = globalThis.ImageDecoder && Intl.v8BreakIterator && Intl.Segmenter;
    globalThis.companionBrowser = navigator.vendor === "Google Inc." && parts ? "chromium" : "full";
    // A phone that has scanned a tablet's square is a guest there, in this tab, also when it is loaded again; and so it is
    // where its browser was closed, if it opens any screen of the same game again. At the address that ends in "join" it is
    // asked for the letters of a tablet.
    const GUEST = "companion-guest";
    const scanned = (hash) => /^#(join|back|hand)\./.test(hash);
    globalThis.companionGuest = (() => {
        const joins = location.pathname.replace(/\/$/, "") === new URL("join", document.baseURI).pathname;
        try {
            if (scanned(location.hash)) sessionStorage.setItem(GUEST, location.hash);
            const { hash = "", path } = JSON.parse(localStorage.getItem("companion-table")) ?? {};
            return sessionStorage.getItem(GUEST) ?? (`${location.pathname}/`.startsWith(`${path}/`) ? hash : joins ? "#join." : "");
        } catch {
            return scanned(location.hash) ? location.hash : joins ? "#join." : "";
        }
    })();
    globalThis.companionAdmitted = new Promise((admit) => (companionGuest ? (globalThis.companionAdmit = admit) : admit()));
    // A square may be scanned into a window that has this page open already. By then Flet's client may tidy the address.
    addEventListener("hashchange", ({ newURL }) => {
        const { hash } = new URL(newURL);
        if (!scanned(hash)) return;
        try {
            sessionStorage.setItem(GUEST, hash);
        } catch {
            // this window keeps nothing; the address may still have it
        }
        location.reload();
    });
    if (companionGuest) document.documentElement.classList.add("guest");
    globalThis.companionSizes = @SIZES@; // bytes as they lie in the site, megabytes as they travel
    const total = companionSizes[(companionGuest ? "guest-" : "") + companionBrowser];
    const first = !navigator.serviceWorker?.controller;
    let bytes = 0;
    let shown = 0;
    let step = "";
    let framed = false;
    let ready = false;
    let gone = false;

    const part = (id) => document.getElementById(id);

    function show() {
        if (gone || !part("bar")) return;
        const share = Math.min(1, bytes / total.lie / ALL);
        const fetching = first && share < 1 && shown < 1;
        const whole = Math.max(shown, first ? share * FETCHED : 0);
        part("bar").firstElementChild.style.width = `${Math.round(whole * 100)}%`;
        part("bar").setAttribute("aria-valuenow", Math.round(whole * 100));
        dispatchEvent(new CustomEvent("companion-fetched", { detail: share }));
        const words = fetching ? "Fetching the app" : step || "Getting ready";
        if (part("step").textContent !== words) part("step").textContent = words;
        part("amount").textContent = fetching
            ? `${Math.floor(share * total.travel)} of ${Math.round(total.travel)} MB`
            : "";
    }

    function leave() {
        if (gone || !framed || !ready) return;
        gone = true;
        part("waiting")?.remove();
        part("failed")?.remove(); // it came to something after all
        dispatchEvent(new Event("companion-ready"));
    }

    // Python is this far, from 0 to 1; at 1 its first screen has been handed over.
    globalThis.companionProgress = (fraction, words) => {
        shown = Math.max(shown, fraction);
        if (words) step = words;
        ready ||= fraction >= 1;
        show();
        leave();
    };

    globalThis.companionReady = () => gone;

    // So many bytes more have come; the worker counts its own.
    globalThis.companionFetched = (count) => {
        bytes += count;
        show();
    };

    // Say what went wrong, over whatever is shown.
    globalThis.companionFailed = (sentence, again = true) => {
        if (part("failed")) return;
        dispatchEvent(new Event("companion-failed"));
        const box = document.createElement("div");
        box.id = "failed";
        box.setAttribute("role", "alertdialog");
        box.setAttribute("aria-modal", "true");
        box.setAttribute("aria-labelledby", "failed-words");
        const sheet = document.createElement("div");
        sheet.className = "sheet";
        const title = document.createElement("h1");
        title.textContent = "Companion";
        const words = document.createElement("p");
        words.id = "failed-words";
        words.textContent = sentence;
        sheet.append(title, words);
        box.append(sheet);
        document.body.append(box);
        if (!again) return;
        const button = document.createElement("button");
        button.textContent = "Try again";
        button.onclick = () => location.reload();
        sheet.append(button);
        button.focus();
    };

    const whenThere = (act) => (document.body ? act() : addEventListener("DOMContentLoaded", act));
    const refuse = (sentence, again) => whenThere(() => companionFailed(sentence, again));

    // What the app can't do without, said before anything is fetched in vain.
    globalThis.companionCan = (() => {
        if (typeof WebAssembly !== "object" || !WebAssembly.Tag || !Array.prototype.at) {
            refuse("This browser is too old for Companion. Bring it up to date, or use another one.", false);
        } else if (!isSecureContext) {
            refuse("A browser lets a page keep books only at an address that begins with https://. Open Companion there.", false);
        } else if (companionGuest && !globalThis.RTCPeerConnection) {
            refuse("This browser can’t talk to a tablet by itself. Bring it up to date, or use another one.", false);
        } else if (!companionGuest && (!navigator.storage?.getDirectory || !navigator.locks)) {
            refuse("This browser gives Companion no place to keep its books. Bring it up to date, or use another one.", false);
        } else {
            return true;
        }
        return false;
    })();

    addEventListener("flutter-first-frame", () => {
        framed = true;
        leave();
    }, { once: true });

    // A script or a stylesheet that does not come is told to nobody but its own tag.
    addEventListener("error", (event) => {
        if (event.target instanceof HTMLScriptElement && !gone) {
            refuse("Companion could not be fetched. Is this device online?");
        }
    }, true);

    // What the renderer fetches by itself fails in a promise that nobody holds.
    addEventListener("unhandledrejection", (event) => {
        const { reason } = event;
        const lost = /fetch|network|load|http|wasm|webassembly/i.test(reason?.message);
        if (!framed && lost && (reason instanceof TypeError || reason instanceof WebAssembly.CompileError)) {
            event.preventDefault();
            refuse("Companion could not be fetched. Is this device online?");
        }
    });

    // A page that was put aside has no Python any more (see boot.js).
    addEventListener("pageshow", (event) => event.persisted && location.reload());

    if (first) {
        const ask = fetch;
        globalThis.fetch = async (...asked) => counted(await ask(...asked), companionFetched);
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (entry.initiatorType === "script") companionFetched(entry.decodedBodySize);
        }).observe({ type: "resource", buffered: true });
        addEventListener("companion-ready", () => (globalThis.fetch = ask), { once: true });
    }

    function counted(answer, count) {
        if (!answer.ok || !answer.body) return answer;
        const meter = new TransformStream({
            transform(chunk, onward) {
                count(chunk.byteLength);
                onward.enqueue(chunk);
            },
        });
        return new Response(answer.body.pipeThrough(meter), { status: answer.status, headers: answer.headers });
    }

    addEventListener("DOMContentLoaded", () => {
        part("version").textContent += `, ${total.travel} MB`;
        show();
    });
})();
