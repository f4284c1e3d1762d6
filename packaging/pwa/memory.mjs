// A later start of Python from what its memory held once everything was imported, before any book was opened.
//
// A device makes it for itself, once for each version, and the service worker keeps it beside that version's files. It is
// never fetched. Whatever is odd about it, Python starts as on the first day.

import createModule from "./pyodide/pyodide.asm.mjs";

const at = (path) => new URL(path, import.meta.url).href;
const PLACE = at("start.memory"); // sw.js keeps it there
const KIND = "application/x-companion-memory";
const PAGE = 65536; // bytes: memory grows by these
export const NATIVE = ["msgpack/_cmsgpack", "pydantic_core/_pydantic_core"];
export const ENVIRONMENT = {
    HOME: "/home/companion",
    // the plugins of pydantic would be looked for in every package, and there are none
    PYDANTIC_DISABLE_PLUGINS: "1",
};
export const IMPORTS = `
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
`;

// Every file that Python needs lies in its place before it begins.
export function layFiles(FS, files) {
    for (const [path, content] of Object.entries(files)) {
        const place = `/site/${path}`;
        FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
        FS.writeFile(place, content);
    }
}

export const places = () => Object.fromEntries(NATIVE.map((name) => [name.replace("/", "."), place(name)]));
const place = (name) => `/site/native/${name}.so`;

// The compiled parts are loaded before Python runs, in one order, when the memory is kept and when it is used: functions
// then have the same numbers.
export function moduleWith(files, bytes = 0) {
    return async (settings) => {
        settings.preRun.push(async (Module) => {
            Module.addRunDependency("compiled parts");
            layFiles(Module.FS, files);
            for (const name of NATIVE) {
                const library = Module.newDSO(place(name), undefined, "loading");
                const code = await WebAssembly.compile(files[`native/${name}.so`]);
                const how = { loadAsync: true, global: false, nodelete: true };
                library.global = false;
                library.exports = await Module.loadWebAssemblyModule(code, how, place(name), {});
            }
            Module.removeRunDependency("compiled parts");
        });
        const Module = await createModule(settings);
        if (bytes) Module.growMemory(bytes);
        return Module;
    };
}

// What this device kept for the version that runs, if it has.
export async function remembered() {
    const answer = await fetch(PLACE).catch(() => null);
    if (!answer?.ok || answer.headers.get("content-type") !== KIND) return null;
    return new Uint8Array(await answer.arrayBuffer());
}

export const keep = (memory) => fetch(PLACE, { method: "PUT", body: memory, headers: { "content-type": KIND } });

// A book that finds no room has it.
export async function forget() {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(PLACE);
}

export const whole = (bytes) => Math.ceil(bytes / PAGE) * PAGE;
