// Python, beside the page: the runtime, the app, and the books.
//
// It starts as soon as the page does, while Flutter is still being fetched, so what Flutter sends too early is kept.

import "./meter.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { Bookcase } from "./bookcase.mjs";

const at = (path) => new URL(path, import.meta.url).href;
const NATIVE = ["msgpack/_cmsgpack", "pydantic_core/_pydantic_core"];

const fetched = Object.fromEntries(
    ["app.zip", ...NATIVE.map((name) => `native/${name}.so`)].map((path) => [path, bytes(path)]),
);
for (const one of Object.values(fetched)) one.catch(() => {}); // said when it is wanted
const bookcase = new Bookcase();
const flet = { documentUrl: "", args: null };
const early = [];

self.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) {
        if (flet.send) flet.send(data);
        else early.push(data);
    } else if (data.kind === "page") {
        flet.documentUrl = data.url;
    } else {
        bookcase.hear(data.name, data.detail);
    }
};

function progress(fraction, words) {
    self.postMessage({ kind: "progress", fraction, words });
}

class Unfetched extends Error {}

async function bytes(path) {
    try {
        const answer = await fetch(at(path));
        if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
        throw new Error(`${answer.status}`);
    } catch (error) {
        throw new Unfetched(`${path}: ${error.message}`);
    }
}

async function start() {
    const python = await loadPyodide({
        stdLibURL: at("pyodide/stdlib.zip"),
        // the plugins of pydantic would be looked for in every package, and there are none
        env: { HOME: "/home/companion", PYDANTIC_DISABLE_PLUGINS: "1" },
        stdout: (words) => console.log(words),
        stderr: (words) => console.warn(words),
    });
    progress(0.6, "Fetching the rules");
    const { FS } = python;
    for (const [path, content] of Object.entries(fetched)) {
        const place = `/site/${path}`;
        FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
        FS.writeFile(place, await content);
    }
    bookcase.stand(FS);
    python.registerJsModule("flet_js", flet);
    python.registerJsModule("companion_page", bookcase.forPython());
    progress(0.7, "Opening the books");
    python.globals.set("native", python.toPy(Object.fromEntries(NATIVE.map((n) => [n.replace("/", "."), `/site/native/${n}.so`]))));
    await python.runPythonAsync(START);
    if (!flet.start_connection) return; // why not has been said
    await flet.start_connection((message) => {
        const packet = message.toJs();
        self.postMessage(packet, [packet.buffer]);
    });
    for (const packet of early.splice(0)) flet.send(packet);
    progress(0.9, "Setting the table");
}

const START = `
import sys
from importlib.util import spec_from_file_location

class Native:
    """Finds the compiled parts, which can't be loaded from within an archive."""

    places = dict(native)

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return spec_from_file_location(name, cls.places[name]) if name in cls.places else None

sys.meta_path.insert(0, Native)
sys.path.insert(0, "/site/app.zip")
from views.hosting import browser
await browser.start()
`;

start().catch((error) => {
    console.error(error);
    const unfetched = error instanceof Unfetched || /fetch|network/i.test(error.message);
    const sentence = unfetched
        ? "Companion could not be fetched. Is this device online?"
        : "Companion could not be started here. What was recorded before is safe.";
    self.postMessage({ kind: "failed", sentence });
});
