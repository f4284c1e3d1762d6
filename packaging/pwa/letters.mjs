// A tablet's certificate as letters that people type where there is no camera. They stay the same for as long as the
// tablet keeps its certificate, and are no secret: nobody else can open a channel with it.
//
// Three lines of twenty, in base 23. The last letter of a line checks it: with weights that are all different, and a
// prime number of letters, no wrong letter and no two that were swapped go unnoticed.

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXY"; // no I, O and Z, and no figures
const BASE = LETTERS.length;
export const LINES = 3;
export const LINE = 20; // letters of a line, the check included
const ALL = LINES * (LINE - 1); // letters without the checks
const BITS = 256;
const INDEX = Array.from({ length: LINES }, (_, line) => line);

// A line with its check; the line's number is part of it, so that none is taken for another.
const checked = (letters, line) => {
    const sum = [...letters].reduce((sum, letter, at) => sum + (at + 2) * LETTERS.indexOf(letter), line + 1);
    return letters + LETTERS[(BASE - (sum % BASE)) % BASE];
};

export function lettersOf(print) {
    let left = BigInt(`0x${print.replaceAll(":", "")}`);
    let letters = "";
    for (; letters.length < ALL; left /= BigInt(BASE)) letters = LETTERS[Number(left % BigInt(BASE))] + letters;
    return INDEX.map((line) => checked(letters.slice(line * (LINE - 1), (line + 1) * (LINE - 1)), line)).join("");
}

// The certificate that letters stand for; `null` where they stand for none.
export function printIn(letters) {
    const lines = INDEX.map((line) => letters.slice(line * LINE, (line + 1) * LINE));
    if (letters.length !== LINES * LINE || lines.some(mistakeIn)) return null;
    const all = lines.map((line) => line.slice(0, -1)).join("");
    const value = [...all].reduce((value, letter) => value * BigInt(BASE) + BigInt(LETTERS.indexOf(letter)), 0n);
    if (value >> BigInt(BITS)) return null;
    return value.toString(16).toUpperCase().padStart(BITS / 4, "0").match(/../g).join(":");
}

// What people type, without what they put between the letters.
export const tidied = (typed) => typed.toUpperCase().replace(/[\s.,-]/g, "");

export const grouped = (letters) => letters.match(/.{1,4}/g)?.join(" ") ?? "";

// Why a line can't be what the tablet shows, in a sentence; empty if it can be.
export function mistakeIn(letters, line) {
    const strange = [...letters].findIndex((letter) => !LETTERS.includes(letter));
    if (strange >= 0) return `Letter ${strange + 1} is not “${[...letters][strange]}”: the tablet shows A to Y, without I and O.`;
    if (letters.length !== LINE) return `This line has ${letters.length} letters, and the tablet’s has ${LINE}.`;
    return letters === checked(letters.slice(0, -1), line) ? "" : "One of these letters differs from the tablet’s.";
}
