// Plays a session through the browser's file system of the books, and prints every call that reached the storage.
// node record_calls.mjs SITE SESSION
//
// The storage is a stand-in that keeps its files in memory. What SQLite and our own file system do above it is real.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [site, session] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(site, "pyodide/pyodide.mjs")));
const { Books } = await import(pathToFileURL(join(site, "books.mjs")));

const calls = [];
const note = (...call) => calls.push(call);

class Handle {
    constructor(name) {
        this.name = name;
        this.content = Buffer.alloc(0);
    }

    getSize() {
        return this.content.length;
    }

    grow(size) {
        if (size > this.content.length) this.content = Buffer.concat([this.content, Buffer.alloc(size - this.content.length)]);
    }

    read(into, { at = 0 } = {}) {
        const part = this.content.subarray(at, at + into.length);
        new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(part);
        return part.length;
    }

    write(from, { at = 0 } = {}) {
        const bytes = Buffer.from(from.buffer, from.byteOffset, from.byteLength);
        this.grow(at + bytes.length);
        bytes.copy(this.content, at);
        note("write", this.name, at, bytes.toString("base64"));
        return bytes.length;
    }

    truncate(size) {
        this.grow(size);
        this.content = Buffer.from(this.content.subarray(0, size));
        note("truncate", this.name, size);
    }

    flush() {
        note("flush", this.name);
    }

    close() {}
}

const folder = {
    files: new Map(),
    async *entries() {
        yield* this.files;
    },
    async getFileHandle(name) {
        const handle = new Handle(name);
        const file = { kind: "file", createSyncAccessHandle: async () => handle };
        this.files.set(name, file);
        return file;
    },
};

const python = await loadPyodide({
    stdLibURL: join(site, "pyodide/stdlib.zip"),
    env: { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "1" },
});
python.FS.writeFile("/app.zip", readFileSync(join(site, "app.zip")));
python.FS.mkdirTree("/native");
python.FS.writeFile("/native/core.so", readFileSync(join(site, "native/pydantic_core/_pydantic_core.so")));
const books = new Books(python.FS, folder, () => note("written"));
await books.open();
books.mount("/books");
python.globals.set("session", readFileSync(session, "utf-8"));
python.globals.set("acknowledge", (seq) => note("acknowledged", seq));
python.runPython(`
import sys
from importlib.util import spec_from_file_location
from pathlib import Path

class Native:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return spec_from_file_location(name, "/native/core.so") if name == "pydantic_core._pydantic_core" else None

sys.meta_path.insert(0, Native)
sys.path.insert(0, "/app.zip")
from companion.core.recording.referee import Referee
from companion.formats.session import begin, run, steps
from companion.games import game_of
from models.backups.backup import make_copy
from models.database import Database
from models.journal import Journal

database = Database.open(Path("/books"))
journal = Journal(database)
play, rest = begin(journal, steps(session))
referee = Referee(journal, play.id, game_of)
acknowledge(0)
for step in rest:
    run(referee, step)
    acknowledge(journal.last(play.id))
make_copy(database)
database.close()
`);
console.log(JSON.stringify(calls));
