"""The wire between a page and its app: whether the last tap has been answered, and a delay that finds a missing wait.

``COMPANION_SLOW_WIRE=400 pytest tests/browser`` makes a test that does not wait for what it expects fail every time,
and not once in a hundred: it holds back whatever the app and the page send each other by so many
milliseconds each way, over a socket or out of a worker alike, and every font and picture by three times as many.
"""

import os

DELAY = int(os.environ.get("COMPANION_SLOW_WIRE") or 0)  # ms
# Timers of one length ring in the order in which they were wound, so what is held back stays in order.
WATCH = """(delay => {
    const wire = globalThis.wire = { sent: 0, heard: 0 };
    // Python calls a method of the page, as to read something out, and is told what came of it: no tap, and no answer
    const isCall = data => ArrayBuffer.isView(data)
        ? data[1] === 0x92 && data[2] === INVOKE_METHOD
        : data instanceof ArrayBuffer && isCall(new Uint8Array(data));
    const INVOKE_METHOD = 5;
    const watched = (Plain, speak, where) => class extends Plain {
        constructor(...how) {
            super(...how);
            this.watched = where.test(how[0]);
            if (this.watched) this.addEventListener("message", event => {
                if (!delay || !event.isTrusted) { // or it is sent once more, and late enough
                    if (!isCall(event.data)) wire.heard = performance.now();
                    return;
                }
                event.stopImmediatePropagation();
                const again = new MessageEvent(
                    "message", { data: event.data, origin: event.origin, ports: event.ports });
                setTimeout(() => this.dispatchEvent(again), delay);
            });
        }
        [speak](...words) {
            if (this.watched && !isCall(words[0])) wire.sent = performance.now();
            if (this.watched && delay) setTimeout(() => { if (this.readyState !== 3) super[speak](...words); }, delay);
            else super[speak](...words);
        }
    };
    globalThis.WebSocket = watched(WebSocket, "send", /^/);
    globalThis.Worker = watched(Worker, "postMessage", /worker[.]mjs$/); // others paint
    const plain = fetch;
    globalThis.fetch = async (what, ...how) => {
        const late = /[.](ttf|otf|woff2?|png|svg)$/.test(what.url || what) ? 3 * delay : 0;
        if (late) await new Promise(done => setTimeout(done, late));
        return plain(what, ...how);
    };
})"""
# What nothing comes of is not answered: then a second is enough.
ANSWERED = """delay => {
    const silent = performance.now() - wire.sent;
    return wire.heard > wire.sent || silent > 1000 + 2 * delay;
}"""


def watch_wire(context):
    """Watch the wire of all that is opened in a context from now on, and slow it down if so asked for."""
    context.add_init_script(f"({WATCH})({DELAY})")
