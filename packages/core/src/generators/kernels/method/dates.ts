import { literal, type Piece } from '../record/piece.ts';
import type { Extent } from '../text/prose.ts';
import { putIso } from '../time/iso.ts';
import { piece } from './pieces.ts';
import type { Draws } from './draws.ts';

const DAY_MS = 86_400_000;
const [OPEN, CLOSE, COMMA, QUOTE, ZERO, SPACE] = [0x5b, 0x5d, 0x2c, 0x22, 0x30, 0x20];

/** Milliseconds since 1970 within the day before a time, as `date.recent`. */
export const recentMs = (draws: Draws, ms: number): number => draws.int(ms - DAY_MS, ms - 1000);

/** Dates between two times in milliseconds since 1970, in order. */
export function datesBetween(draws: Draws, from: number, to: number, count: Extent): Piece {
  const times = new Float64Array(count.max);
  return piece(count.max * 34 + 2, ({ bytes, view }, at) => {
    const size = draws.int(count.min, count.max);
    for (let i = 0; i < size; i++) times[i] = draws.int(from, to);
    times.subarray(0, size).sort();
    let end = at;
    bytes[end++] = OPEN;
    for (let i = 0; i < size; i++) {
      if (i > 0) bytes[end++] = COMMA;
      bytes[end++] = QUOTE;
      end = putIso(view, end, times[i], 24);
    }
    bytes[end] = CLOSE;
    return end + 1;
  });
}

const DAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const ZONES = Array.from({ length: 24 }, (_, i) => {
  const hours = i - 11;
  return ` ${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}00`;
});

/** A commit date, written from its ISO 8601 form. @param timeOf the latest time, in milliseconds since 1970 */
export function commitDate(draws: Draws, timeOf: (ms: number) => number): Piece {
  const iso = new Uint8Array(40);
  const view = new DataView(iso.buffer);
  const [days, months] = [DAYS, MONTHS].map((names) => names.map((name) => literal(`${name} `)));
  const zones = ZONES.map((zone) => literal(zone));
  return piece(80, (chunk, at, a, b, r) => {
    const { bytes } = chunk;
    const ms = recentMs(draws, timeOf(chunk.ms[r]));
    const start = putIso(view, 0, ms, 24) - 21;
    let end = days[weekday(ms)].put(chunk, at, a, b, r);
    end = months[two(iso, start + 1) - 1].put(chunk, end, a, b, r);
    if (iso[start + 4] !== ZERO) bytes[end++] = iso[start + 4];
    bytes[end++] = iso[start + 5];
    bytes[end++] = SPACE;
    for (let i = 7; i < 15; i++) bytes[end++] = iso[start + i];
    bytes[end++] = SPACE;
    end = putYear(bytes, end, iso, start);
    return zones[draws.below(24)].put(chunk, end, a, b, r);
  });
}

const weekday = (ms: number): number => (((Math.floor(ms / DAY_MS) + 4) % 7) + 7) % 7;
const two = (text: Uint8Array, at: number): number => (text[at] - ZERO) * 10 + text[at + 1] - ZERO;

/** The year as a number: without leading zeros, and without the plus of years after 9999. */
function putYear(bytes: Uint8Array, at: number, iso: Uint8Array, stop: number): number {
  let [i, end] = [0, at];
  if (iso[i] === 0x2d) bytes[end++] = iso[i++];
  while (i < stop - 1 && (iso[i] === ZERO || iso[i] === 0x2b)) i++;
  while (i < stop) bytes[end++] = iso[i++];
  return end;
}
