// Says so while the line to the app is lost, and lets nothing be tapped or typed until it is back.
// It runs before Flet's client, whose socket it watches. A socket that was lost is not opened again: Flet's client was
// held up for most of a minute by laying the kept screen over the old one; it is loaded anew instead. The session is kept on the other side.

navigator.canShare ??= () => false; // no share sheet: Flet's client then saves the file, and trips over nothing

(() => {
    const WORDS = "No connection. Nothing is recorded until it is back.";
    const TICK = 250; // ms. Ticks are counted, not time: while the page itself is busy, nobody can answer it
    const QUIET = 5; // ticks without a word, after which the app is asked for one
    const PATIENCE = 4; // ticks that an answer may take
    const STALE = 8; // ticks under cover, after which the app may have let go of the socket

    const own = document.currentScript.src;
    let socket = null;
    let spoke = false; // whether anything has come
    let lost = false; // whether the socket is gone for good
    let quiet = 0;
    let asked = null;
    let covered = null; // the cover, while it lies there
    let dark = 0; // ticks it has lain there
    let before = 0; // when the last tick came

    function watch(made) {
        socket = made;
        made.addEventListener("message", () => {
            spoke = true;
            heard();
            uncover();
        });
        made.addEventListener("close", () => {
            if (made !== socket) return;
            lost = spoke;
            cover();
        });
    }

    function heard() {
        quiet = 0;
        asked?.abort();
        asked = null;
    }

    // A dead line raises no event: whoever wants to know has to ask.
    async function ask() {
        const question = new AbortController();
        asked = question;
        quiet = 0;
        try {
            await fetch(own, { method: "HEAD", cache: "no-store", signal: question.signal });
        } catch {
            return; // the ticks go on until patience is at its end
        }
        if (asked !== question) return;
        heard();
        if (lost || dark >= STALE) location.reload();
        else if (socket?.readyState === WebSocket.OPEN) uncover();
    }

    function tick() {
        const late = performance.now() - before > 2 * TICK;
        before = performance.now();
        if (document.hidden || !spoke || late) return; // a page that is busy, as with a large file, can't hear an answer
        quiet += 1;
        dark += covered ? 1 : 0;
        if (asked && quiet >= PATIENCE) {
            heard();
            cover();
            ask();
        } else if (!asked && (covered || quiet >= QUIET)) {
            ask();
        }
    }

    function cover() {
        if (covered) return;
        covered = document.createElement("div");
        covered.id = "no-connection";
        const words = document.createElement("p");
        words.setAttribute("role", "alert");
        covered.append(words);
        document.body.append(covered);
        words.textContent = WORDS; // put in later, so that it is read out
        shut(true);
    }

    function uncover() {
        if (!covered) return;
        shut(false);
        covered.remove();
        covered = null;
        dark = 0;
    }

    function shut(closed) {
        for (const view of document.querySelectorAll("flutter-view")) view.inert = closed;
    }

    for (const key of ["keydown", "keypress", "keyup"]) {
        addEventListener(key, (event) => covered && event.stopImmediatePropagation(), true);
    }
    document.addEventListener("visibilitychange", () => (quiet = QUIET)); // a phone that wakes up asks at once
    addEventListener("pagehide", () => (socket = null)); // a page that is left has lost nothing

    const style = document.createElement("style");
    style.textContent = `
        #no-connection { position: fixed; inset: 0; z-index: 2147483647; touch-action: none; background: #F4F3EEB3; }
        #no-connection p {
            margin: max(.75rem, env(safe-area-inset-top)) auto 0; width: min(30rem, 100% - 1.5rem); box-sizing: border-box;
            padding: .9rem 1.1rem; border: 1px solid #1B1A18; border-radius: .75rem; background: #FEFDF8; color: #1B1A18;
            font: 600 1.0625rem/1.4 "Companion Sans", system-ui, sans-serif;
        }
        @media (prefers-color-scheme: dark) {
            #no-connection { background: #161412B3; }
            #no-connection p { border-color: #EFEAE0; background: #211E1A; color: #EFEAE0; }
        }`;
    document.head.append(style);

    const Socket = WebSocket;
    const none = () => Object.assign(new EventTarget(), { readyState: Socket.CONNECTING, send() {}, close() {} });
    globalThis.WebSocket = class extends Socket {
        constructor(...given) {
            if (lost) return none();
            super(...given);
            watch(this);
        }
    };
    setInterval(tick, TICK);
})();
