// Imports, in the built site's own Python, every module of the app; prints as JSON what failed and all that was loaded.
// node import_site.mjs SITE NAMES, the names being those that the sources import anywhere, as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const site = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(join(site, "pyodide/pyodide.mjs")));
const python = await loadPyodide({
  stdLibURL: join(site, "pyodide/stdlib.zip"),
  env: { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "1" },
});
python.FS.writeFile("/app.zip", readFileSync(join(site, "app.zip")));
const natives = {};
for (const name of ["msgpack/_cmsgpack", "pydantic_core/_pydantic_core"]) {
  const place = `/native/${name}.so`;
  python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
  python.FS.writeFile(place, readFileSync(join(site, `native/${name}.so`)));
  natives[name.replace("/", ".")] = place;
}
const nobody = () => undefined;
python.registerJsModule("flet_js", { documentUrl: "http://localhost/", start_connection: nobody });
python.registerJsModule("companion_page", { say: nobody, hear: nobody, fail: nobody });
python.globals.set("natives", python.toPy(natives));
python.globals.set("wanted", python.toPy(JSON.parse(process.argv[3])));
console.log(
  python.runPython(`
import importlib, json, sys, time, zipfile
from importlib.util import spec_from_file_location

class Native:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return spec_from_file_location(name, natives[name]) if name in natives else None

sys.meta_path.insert(0, Native)
sys.path.insert(0, "/app.zip")
ours, failed = [], {}
for name in zipfile.ZipFile("/app.zip").namelist():
    if name.endswith(".pyc") and name.split("/")[0] in ("companion", "models", "views"):
        ours.append(name.removesuffix(".pyc").removesuffix("/__init__").replace("/", "."))
for name in ours:
    if name != "companion.__main__":
        try:
            importlib.import_module(name)
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"
import flet as ft
for name in dir(ft):
    try:
        getattr(ft, name)
    except Exception as error:
        failed[f"flet.{name}"] = f"{type(error).__name__}: {error}"
for module, name in wanted:
    try:
        found = importlib.import_module(module)
        if not hasattr(found, name):
            importlib.import_module(f"{module}.{name}")
    except Exception as error:
        failed[f"{module} {name}"] = f"{type(error).__name__}: {error}"
from companion.games import find_game
words = sum(len(action.help) for action in find_game("ratrace").actions)
json.dumps({"words": words, "imported": ours, "failed": failed, "loaded": sorted(sys.modules)})
`),
);
