import type { Cell, Run, Place } from './cell.ts';
import { pool, putWords } from './pool.ts';

const ZERO = 0x30;
const DAY_MS = 86_400_000;

function twoDigits(text: Uint8Array, at: number, x: number): void {
  const tens = (x / 10) | 0;
  text[at] = ZERO + tens;
  text[at + 1] = ZERO + x - tens * 10;
}

/** The row's event time as ISO 8601: 24 characters with milliseconds and Z, or the first 19 of them. */
export function isoTime(characters: 24 | 19, place: Place): Cell {
  const template = new Date(0).toISOString().slice(0, characters);
  const { words, stride, lengths } = pool([`${place.lead}"${template}"`]);
  const length = lengths[0];
  const text = new Uint8Array(words.buffer);
  const start = length - characters - 1;
  let shownDay = 0;

  // The date is printed by Date (400 ns), once a day; the time of day is patched. Milliseconds may not be wanted.
  function show(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    if (day !== shownDay) {
      const iso = new Date(ms).toISOString();
      for (let i = 0; i < characters; i++) text[start + i] = iso.charCodeAt(i);
      shownDay = day;
      return;
    }
    const ofDay = (ms - day * DAY_MS) | 0;
    const seconds = (ofDay / 1000) | 0;
    const minutes = (seconds / 60) | 0;
    const hours = (minutes / 60) | 0;
    twoDigits(text, start + 11, hours);
    twoDigits(text, start + 14, minutes - hours * 60);
    twoDigits(text, start + 17, seconds - minutes * 60);
    if (characters === 19) return;
    const fraction = ofDay - seconds * 1000;
    const tens = (fraction / 10) | 0;
    twoDigits(text, start + 20, tens);
    text[start + 22] = ZERO + fraction - tens * 10;
  }

  const shown = { ms: 0, show };
  return {
    maxBytes: stride * 8,
    usesTime: true,
    column: (run) => putTimes(run, shown, words, stride, length),
  };
}

function putTimes(
  { view, at, ms, rows }: Run,
  shown: { ms: number; show(ms: number): void },
  words: Float64Array,
  stride: number,
  length: number,
): void {
  let last = shown.ms;
  for (let r = 0; r < rows; r++) {
    const now = ms[r];
    if (now !== last) shown.show((last = now));
    const p = at[r];
    at[r] = p + length;
    putWords(view, p, words, 0, stride);
  }
  shown.ms = last;
}
