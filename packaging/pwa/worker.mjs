// Python, beside the page: the runtime, the app, and the books.
//
// It starts as soon as the page does, while Flutter is still being fetched, so what Flutter sends too early is kept.

import "./meter.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { Bookcase } from "./bookcase.mjs";
import { ENVIRONMENT, IMPORTS, NATIVE, layFiles, moduleWith, places, remembered, whole } from "./memory.mjs";

const at = (path) => new URL(path, import.meta.url).href;
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

// Python with everything imported: from memory where this device has kept it, else as on the first day.
async function python() {
    const parts = { flet_js: flet, companion_page: bookcase.forPython() };
    const memory = self.name === "from memory" ? await remembered() : null;
    if (memory) {
        try {
            self.postMessage({ kind: "say", name: "from memory" });
            return await load({
                _loadSnapshot: memory,
                _snapshotDeserializer: ({ name }) => parts[name],
                createPyodideModule: moduleWith(await files(), whole(memory.length)),
            });
        } catch (error) {
            console.warn(error);
            self.postMessage({ kind: "say", name: "no memory" });
            return new Promise(() => {}); // the page begins anew
        }
    }
    const begun = await load();
    progress(0.6, "Fetching the rules");
    layFiles(begun.FS, await files());
    for (const [name, part] of Object.entries(parts)) begun.registerJsModule(name, part);
    begun.globals.set("native", begun.toPy(places()));
    await begun.runPythonAsync(IMPORTS);
    return begun;
}

async function files() {
    const came = {};
    for (const [path, content] of Object.entries(fetched)) came[path] = await content;
    return came;
}

const load = (more = {}) =>
    loadPyodide({
        stdLibURL: at("pyodide/stdlib.zip"),
        env: ENVIRONMENT,
        stdout: (words) => console.log(words),
        stderr: (words) => console.warn(words),
        ...more,
    });

// Whatever was chosen at random before is in the memory that was kept, and must not be chosen again.
const START = `
import random
random.seed()
await browser.start()
`;

async function start() {
    const begun = await python();
    bookcase.stand(begun.FS);
    progress(0.7, "Opening the books");
    await begun.runPythonAsync(START);
    if (!flet.start_connection) return; // why not has been said
    await flet.start_connection((message) => {
        const packet = message.toJs();
        self.postMessage(packet, [packet.buffer]);
    });
    for (const packet of early.splice(0)) flet.send(packet);
    progress(0.9, "Setting the table");
}

start().catch((error) => {
    console.error(error);
    const unfetched = error instanceof Unfetched || /fetch|network/i.test(error.message);
    const sentence = unfetched
        ? "Companion could not be fetched. Is this device online?"
        : "Companion could not be started here. What was recorded before is safe.";
    self.postMessage({ kind: "failed", sentence });
});
