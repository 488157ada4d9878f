import { END_MS } from '../timing.ts';
import { level, valueAt, type Factor, type Stretch } from './stretch.ts';

/** Rows per second are cut off here, so that the sums of an hour stay below 2^53 whatever is multiplied. */
const HIGHEST_RATE = 1e12;

/** Parts of a stretch in which several factors slope. Straight, they are off by less than 1/256 of the product of two changes. */
export const PARTS = 8;

/** A product is straight enough if its curve is this much off, as a share of the rate. */
const CURVE = 2 ** -12;

/** Stretches in `spanMs`, about. */
const STRETCHES = 64;

/** A product of factors, as stretches of rows per second. A pure function of time: how it is asked does not move an edge. */
export interface Product {
  /** The stretches from `fromMs` on that begin before `toMs`, whole; the first begins at `fromMs`. `toMs` ≤ `END_MS`. */
  over(fromMs: number, toMs: number): readonly Stretch[];
  /** A time that holds a moderate number of stretches. */
  readonly spanMs: number;
  /** The instant from which one factor, and hence the product, is always 0; Infinity if there is none. */
  readonly zeroFromMs: number;
}

/** Multiplies factors. Where at most one of them slopes the product is exact; elsewhere it is cut in straight parts. */
export function product(factors: readonly Factor[]): Product {
  const perMs = factors.reduce((sum, { spacingMs }) => sum + 1 / spacingMs, 0);
  return {
    spanMs: Math.ceil(Math.min(END_MS, STRETCHES / perMs)),
    zeroFromMs: Math.min(...factors.map(({ zeroFromMs }) => zeroFromMs)),
    over(fromMs, toMs) {
      const current = factors.map((factor) => factor.at(fromMs));
      const found: Stretch[] = [];
      for (let ms = fromMs; ms < toMs;) {
        let zeroUntilMs = ms;
        for (let n = 0; n < factors.length; n++) {
          if (current[n].endMs <= ms) current[n] = factors[n].at(ms);
          const { atStart, atEnd, endMs } = current[n];
          if (atStart === 0 && atEnd === 0 && endMs > zeroUntilMs) zeroUntilMs = Math.min(END_MS, endMs);
        }
        // Where one factor is 0, the others are not asked.
        if (zeroUntilMs > ms) found.push(level(ms, zeroUntilMs, 0));
        ms = zeroUntilMs > ms ? zeroUntilMs : multiply(current, ms, found);
      }
      return found;
    },
  };
}

/** Adds the product of stretches where they overlap, from an instant on. Returns its end. */
function multiply(current: readonly Stretch[], fromMs: number, found: Stretch[]): number {
  let [startMs, endMs, sloped] = [-Infinity, END_MS, 0];
  for (const stretch of current) {
    if (stretch.startMs > startMs) ({ startMs } = stretch);
    if (stretch.endMs < endMs) ({ endMs } = stretch);
    if (stretch.atStart !== stretch.atEnd) sloped++;
  }
  if (sloped < 2 || isNearlyStraight(current, startMs, endMs)) {
    found.push(startingAt(between(current, startMs, endMs), fromMs));
    return endMs;
  }
  // Parts of the whole stretch, even if it is asked for from its middle on.
  const edge = (n: number): number => Math.round(startMs + ((endMs - startMs) * n) / PARTS);
  for (let n = 0; n < PARTS; n++) {
    if (edge(n + 1) <= Math.max(fromMs, edge(n))) continue;
    found.push(startingAt(between(current, edge(n), edge(n + 1)), fromMs));
  }
  return endMs;
}

/** Whether the product's curve is close to a straight line. It is farthest away in the middle. */
function isNearlyStraight(current: readonly Stretch[], startMs: number, endMs: number): boolean {
  const { atStart, atEnd } = between(current, startMs, endMs);
  let middle = 1;
  for (const stretch of current)
    middle = Math.min(HIGHEST_RATE, middle * valueAt(stretch, (startMs + endMs) / 2));
  return Math.abs(middle - (atStart + atEnd) / 2) <= CURVE * Math.max(atStart, atEnd);
}

function between(current: readonly Stretch[], startMs: number, endMs: number): Stretch {
  let [atStart, atEnd] = [1, 1];
  for (const stretch of current) {
    atStart = Math.min(HIGHEST_RATE, atStart * valueAt(stretch, startMs));
    atEnd = Math.min(HIGHEST_RATE, atEnd * valueAt(stretch, endMs));
  }
  return { startMs, endMs, atStart, atEnd };
}

/** The part of a stretch from an instant on, if it begins earlier. */
function startingAt(stretch: Stretch, ms: number): Stretch {
  return stretch.startMs < ms ? { ...stretch, startMs: ms, atStart: valueAt(stretch, ms) } : stretch;
}
