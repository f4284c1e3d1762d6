"""A wire so slow that a test which does not wait for what it expects fails every time, and not once in a hundred.

``COMPANION_SLOW_WIRE=400 pytest tests/browser`` holds back whatever the app and the page send each other by so many
milliseconds each way, over a socket or out of a worker alike, and every font and picture by three times as many.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

DELAY = int(os.environ.get("COMPANION_SLOW_WIRE") or 0)  # ms
# Timers of one length ring in the order in which they were wound, so what is held back stays in order.
HOLD_BACK = """(delay => {
    const slow = (Plain, speak, where) => class extends Plain {
        constructor(...how) {
            super(...how);
            this.wait = where.test(how[0]) ? delay : 0;
            if (this.wait) this.addEventListener("message", event => {
                if (!event.isTrusted) return; // sent once more, and late enough
                event.stopImmediatePropagation();
                const again = new MessageEvent(
                    "message", { data: event.data, origin: event.origin, ports: event.ports });
                setTimeout(() => this.dispatchEvent(again), delay);
            });
        }
        [speak](...words) {
            if (this.wait) setTimeout(() => { if (this.readyState !== 3) super[speak](...words); }, this.wait);
            else super[speak](...words);
        }
    };
    globalThis.WebSocket = slow(WebSocket, "send", /^/);
    globalThis.Worker = slow(Worker, "postMessage", /worker[.]mjs$/); // others paint
    const plain = fetch;
    globalThis.fetch = async (what, ...how) => {
        const late = /[.](ttf|otf|woff2?|png|svg)$/.test(what.url || what) ? 3 * delay : 0;
        if (late) await new Promise(done => setTimeout(done, late));
        return plain(what, ...how);
    };
})"""


def slow_down(context: BrowserContext) -> None:
    """Slow down all that is opened in a context from now on, if so asked for."""
    if DELAY:
        context.add_init_script(f"({HOLD_BACK})({DELAY})")
