// Compiles a tree of Python files with the Python that will run them: the one that comes for the browser.
// node compile.mjs PYODIDE_FOLDER SOURCE TARGET bare|whole
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodide, source, target, words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
// Sets are written in the order of their hashes, so the hashes must be the same every time.
const python = await loadPyodide({ env: { HOME: "/home", PYTHONHASHSEED: "0" } });
for (const [inside, outside] of [["/source", source], ["/target", target]]) {
  python.FS.mkdirTree(inside);
  python.mountNodeFS(inside, outside);
}
const here = dirname(fileURLToPath(import.meta.url));
python.runPython(readFileSync(join(here, "compile_tree.py"), "utf-8"));
const count = python.globals.get("compile_tree").callKwargs("/source", "/target", { bare: words === "bare" });
console.log(count);
