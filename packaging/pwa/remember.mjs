// Makes and keeps what a later start begins with, in a worker of its own: Python with everything imported, and no book.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { ENVIRONMENT, IMPORTS, NATIVE, keep, moduleWith, places } from "./memory.mjs";

const at = (path) => new URL(path, import.meta.url).href;
const bytes = async (path) => new Uint8Array(await (await fetch(at(path))).arrayBuffer());
const ROOM = 500_000_000; // bytes: where less is left, the books need it more
const { quota, usage } = await navigator.storage.estimate();
if (quota - usage < ROOM) self.close();

// Stand in for what the page gives; it is put in their place by these names.
const parts = { flet_js: {}, companion_page: {} };

const files = {};
for (const path of ["app.zip", ...NATIVE.map((name) => `native/${name}.so`)]) files[path] = await bytes(path);
const python = await loadPyodide({
    stdLibURL: at("pyodide/stdlib.zip"),
    env: ENVIRONMENT,
    _makeSnapshot: true,
    createPyodideModule: moduleWith(files),
});
for (const [name, part] of Object.entries(parts)) python.registerJsModule(name, part);
python.globals.set("native", python.toPy(places()));
python.runPython(`
import gc
gc.disable()
${IMPORTS}
import sqlalchemy.orm
sqlalchemy.orm.configure_mappers()
del native
gc.enable()
gc.collect()
gc.freeze()
`);
const name = (part) => ({ name: Object.keys(parts).find((name) => parts[name] === part) });
try {
    await keep(python.makeMemorySnapshot({ serializer: name }));
} finally {
    self.close(); // also where there was no room
}
