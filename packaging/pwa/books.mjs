// The books' own file system: Python's files under a folder, each in a file of the browser's private storage.
//
// SQLite writes without waiting, and so must we: the storage gives such access (a "sync access handle") only to a
// worker, only to one page at a time, and only to files opened beforehand. So some files are held open as slots, and
// each begins with a head that says which path it holds; making, renaming and removing a file rewrites heads.
// The idea is SQLite's own (its "opfs-sahpool"); a head is whole or it is nothing, by its checksum.

const HEAD = 4096; // keeps SQLite's pages where the device's own pages are
const MAGIC = 0x436f6d70;
const SPARE = 6; // SQLite's journal, a backup on its way, and some room
const IN_USE_PATIENCE = 3000; // ms: a page that was just closed or loaded anew lets go a little later

// Emscripten's numbers for what went wrong
const [EIO, ENOENT, ENOSPC, ENOTEMPTY, EPERM] = [29, 44, 51, 55, 63];
const DIRECTORY_MODE = 0o40777;

function checksum(bytes) {
    let sum = 0x811c9dc5;
    for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
    return sum >>> 0;
}

// What a slot begins with: the path it holds, nothing for none; of two with the same path the later turn counts.
export function headOf(path, turn) {
    const head = new Uint8Array(HEAD);
    const view = new DataView(head.buffer);
    const words = new TextEncoder().encode(path);
    view.setUint32(0, MAGIC);
    view.setUint32(4, turn);
    view.setUint32(8, words.length);
    head.set(words, 16);
    view.setUint32(12, checksum(head.subarray(4, 12)));
    view.setUint32(HEAD - 4, checksum(words));
    return head;
}

// Chromium answers a write that found no room with -8, a number of its own, taken for one without a sign.
const NO_ROOM = -8 >>> 0;

// Give how many bytes were read or written; throws where the storage tells of a failure by an impossible number.
function done(count, asked) {
    if (count >= 0 && count <= asked) return count;
    throw new DOMException(`the storage answered ${count}`, count === NO_ROOM ? "QuotaExceededError" : "UnknownError");
}

// Whether a file can't be opened because another page has it; the second name is WebKit's.
export function inUse(error) {
    return ["NoModificationAllowedError", "InvalidStateError"].includes(error.name);
}

class Slot {
    constructor(handle) {
        this.handle = handle;
        this.path = "";
        this.turn = 0; // which of two heads with the same path is the newer
        this.dirty = false;
        this.load();
    }

    load() {
        const head = new Uint8Array(HEAD);
        if (done(this.handle.read(head, { at: 0 }), HEAD) < HEAD) return;
        const view = new DataView(head.buffer);
        const length = view.getUint32(8);
        if (view.getUint32(0) !== MAGIC || length > HEAD - 20) return;
        const words = head.subarray(16, 16 + length);
        const whole = checksum(head.subarray(4, 12)) === view.getUint32(12) && checksum(words) === view.getUint32(HEAD - 4);
        if (!whole) return;
        this.turn = view.getUint32(4);
        this.path = new TextDecoder().decode(words);
    }

    // A flush belongs to whoever needs the order: see `settle`.
    name(path, turn) {
        this.dirty = true;
        if (done(this.handle.write(headOf(path, turn), { at: 0 }), HEAD) < HEAD) throw new DOMException("", "QuotaExceededError");
        this.path = path;
        this.turn = turn;
    }

    flush() {
        this.handle.flush();
        this.dirty = false;
    }

    get size() {
        return Math.max(0, this.handle.getSize() - HEAD);
    }
}

export class Books {
    // `written` is called whenever a journal of SQLite's has gone, which is the moment a commit is done, `lost` when the
    // browser has closed the files by itself, as on an iPhone whose app was away for long, and `full` when there is no room.
    constructor(FS, folder, written, lost = () => {}, full = () => {}) {
        this.FS = FS;
        this.folder = folder;
        this.written = written;
        this.lost = lost;
        this.full = full;
        this.slots = [];
        this.turn = 0;
        this.nodeOps = this.asNodes();
        this.streamOps = this.asStreams();
    }

    // Open every file there is, and some more to spare. Throws what `inUse` knows while another page has them.
    async open() {
        try {
            for await (const [name, file] of this.folder.entries()) {
                if (file.kind === "file" && name.startsWith("slot-")) this.slots.push(await held(file));
            }
            await this.grow().catch((error) => {
                if (error.name !== "QuotaExceededError") throw error; // reading, and backing up, need no room
            });
        } catch (error) {
            this.close();
            throw error;
        }
        this.tidy();
    }

    // Of two that hold the same path the older goes: a rename was cut short.
    tidy() {
        const kept = new Map();
        for (const slot of this.slots) {
            this.turn = Math.max(this.turn, slot.turn);
            if (!slot.path) continue;
            const other = kept.get(slot.path);
            if (other && other.turn > slot.turn) this.free(slot);
            else {
                if (other) this.free(other);
                kept.set(slot.path, slot);
            }
        }
    }

    // See to it that there are spare slots; only between Python's turns, for opening one takes a while.
    async grow() {
        let spare = this.slots.filter((slot) => !slot.path).length;
        while (spare < SPARE) {
            const file = await this.folder.getFileHandle(`slot-${crypto.randomUUID()}`, { create: true });
            this.slots.push(await held(file));
            spare += 1;
        }
    }

    close() {
        for (const slot of this.slots.splice(0)) {
            try {
                slot.handle.close();
            } catch (error) {
                console.warn("a slot would not close", error);
            }
        }
    }

    // Give a file's bytes as they are now. Python never waits within a write, so this is never half of one.
    bytes(path) {
        const slot = this.slots.find((one) => one.path === path);
        if (!slot) return null;
        const bytes = new Uint8Array(slot.size);
        done(slot.handle.read(bytes, { at: HEAD }), bytes.length);
        return bytes;
    }

    // Rename a file that Python has not open.
    move(from, to) {
        const slot = this.slots.find((one) => one.path === from);
        if (!slot) return;
        this.settle(null);
        slot.name(to, ++this.turn);
        slot.flush();
    }

    // What was written to other files before must be on the device before this one is written: a journal before the
    // book, the book before its journal goes. SQLite asks for that too, but in Emscripten its asking gets lost.
    settle(except) {
        for (const slot of this.slots) if (slot.dirty && slot !== except) slot.flush();
    }

    free(slot) {
        this.settle(null);
        const journal = slot.path.endsWith("-journal");
        slot.name("", 0);
        slot.handle.truncate(HEAD); // before the flush: an old journal must never come back under a new name
        slot.flush();
        if (journal) this.written();
    }

    take(path) {
        const slot = this.slots.find((one) => !one.path);
        if (!slot) throw new DOMException("", "QuotaExceededError");
        slot.handle.truncate(HEAD);
        slot.name(path, ++this.turn);
        return slot;
    }

    // --- as a file system of Emscripten's

    mount(point) {
        this.FS.mkdirTree(point);
        this.FS.mount({ mount: () => this.root() }, {}, point);
    }

    unmount(point) {
        this.settle(null);
        this.FS.unmount(point);
    }

    root() {
        const root = this.node(null, "/", DIRECTORY_MODE);
        for (const slot of this.slots) {
            if (!slot.path) continue;
            const parts = slot.path.split("/").filter(Boolean);
            let parent = root;
            for (const part of parts.slice(0, -1)) parent = parent.contents[part] ?? this.node(parent, part, DIRECTORY_MODE);
            this.node(parent, parts.at(-1), 0o100666).slot = slot;
        }
        return root;
    }

    node(parent, name, mode) {
        const node = this.FS.createNode(parent, name, mode, 0);
        node.node_ops = this.nodeOps;
        node.stream_ops = this.streamOps;
        node.atime = node.mtime = node.ctime = Date.now();
        if (this.FS.isDir(mode)) node.contents = {};
        if (parent) parent.contents[name] = node;
        return node;
    }

    path(parent, name) {
        let path = "/" + name;
        for (let one = parent; one !== one.parent && one.name !== "/"; one = one.parent) path = "/" + one.name + path;
        return path;
    }

    // Have an error of the storage's understood by Python: full is full, and anything else a failure of the device.
    attempt(act) {
        try {
            return act();
        } catch (error) {
            if (error instanceof this.FS.ErrnoError) throw error;
            console.warn("the storage failed", error);
            if (error.name === "InvalidStateError") this.lost();
            if (error.name === "QuotaExceededError") this.full();
            throw new this.FS.ErrnoError(error.name === "QuotaExceededError" ? ENOSPC : EIO);
        }
    }

    slotOf(node) {
        if (!node.slot) throw new this.FS.ErrnoError(EIO); // it has gone
        return node.slot;
    }

    asNodes() {
        const { FS } = this;
        return {
            getattr: (node) => {
                const size = node.contents ? HEAD : this.attempt(() => this.slotOf(node).size);
                const [atime, mtime, ctime] = [node.atime, node.mtime, node.ctime].map((at) => new Date(at));
                return {
                    dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
                    atime, mtime, ctime, blksize: HEAD, blocks: Math.ceil(size / HEAD),
                };
            },
            setattr: (node, attributes) => {
                for (const key of ["mode", "atime", "mtime", "ctime"]) {
                    if (attributes[key] != null) node[key] = attributes[key];
                }
                if (attributes.size === undefined) return;
                this.attempt(() => {
                    const slot = this.slotOf(node);
                    this.settle(slot);
                    slot.dirty = true;
                    slot.handle.truncate(HEAD + attributes.size);
                });
            },
            lookup: () => {
                throw new FS.ErrnoError(ENOENT); // what there is, is known already
            },
            mknod: (parent, name, mode) =>
                this.attempt(() => {
                    if (FS.isDir(mode)) return this.node(parent, name, mode);
                    if (!FS.isFile(mode)) throw new FS.ErrnoError(EPERM);
                    const slot = this.take(this.path(parent, name));
                    const node = this.node(parent, name, mode);
                    node.slot = slot;
                    return node;
                }),
            rename: (node, directory, name) =>
                this.attempt(() => {
                    if (node.contents) throw new FS.ErrnoError(EPERM); // no folder is ever renamed here
                    const before = directory.contents[name];
                    this.settle(null);
                    this.slotOf(node).name(this.path(directory, name), ++this.turn);
                    node.slot.flush();
                    if (before) {
                        this.free(this.slotOf(before));
                        before.slot = null;
                        FS.hashRemoveNode(before);
                    }
                    delete node.parent.contents[node.name];
                    directory.contents[name] = node;
                    node.name = name;
                }),
            unlink: (parent, name) =>
                this.attempt(() => {
                    const node = parent.contents[name];
                    this.free(this.slotOf(node));
                    node.slot = null;
                    delete parent.contents[name];
                }),
            rmdir: (parent, name) => {
                if (Object.keys(parent.contents[name].contents).length) throw new FS.ErrnoError(ENOTEMPTY);
                delete parent.contents[name];
            },
            readdir: (node) => [".", "..", ...Object.keys(node.contents)],
        };
    }

    asStreams() {
        const { FS } = this;
        return {
            read: (stream, buffer, offset, length, position) =>
                this.attempt(() =>
                    done(
                        this.slotOf(stream.node).handle.read(buffer.subarray(offset, offset + length), { at: HEAD + position }),
                        length,
                    ),
                ),
            write: (stream, buffer, offset, length, position) =>
                this.attempt(() => {
                    if (!length) return 0;
                    const slot = this.slotOf(stream.node);
                    this.settle(slot);
                    slot.dirty = true;
                    stream.node.mtime = stream.node.ctime = Date.now();
                    return done(slot.handle.write(buffer.subarray(offset, offset + length), { at: HEAD + position }), length);
                }),
            llseek: (stream, offset, whence) => {
                let position = offset;
                if (whence === 1) position += stream.position;
                if (whence === 2) position += this.slotOf(stream.node).size;
                if (position < 0) throw new FS.ErrnoError(28);
                return position;
            },
            fsync: (stream) =>
                this.attempt(() => {
                    if (stream.node.slot?.dirty) stream.node.slot.flush();
                    return 0;
                }),
        };
    }
}

async function held(file) {
    const until = performance.now() + IN_USE_PATIENCE;
    for (;;) {
        try {
            return new Slot(await file.createSyncAccessHandle());
        } catch (error) {
            if (!inUse(error) || performance.now() > until) throw error;
            await new Promise((done) => setTimeout(done, 50));
        }
    }
}
