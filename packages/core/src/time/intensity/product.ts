import { valueAt, type Factor, type Stretch } from './stretch.ts';

/** The first instant after the year 9999. No event is later, because its time could not be written as ISO 8601 with four digits. */
export const END_MS = 253_402_300_800_000;

/** Rows per second are cut off here, so that an hour's rows stay below 2^53 whatever is multiplied. */
const HIGHEST_RATE = 1e12;

/** Parts of a stretch in which several factors slope: the straight parts are off by less than 1/256 of the product of their changes. */
const PARTS = 8;

/** Stretches per call of `over`, about. */
const STRETCHES = 64;

/** A product of factors, as stretches of rows per second. A pure function of time: how it is asked does not change an edge. */
export interface Product {
  /** The stretches that begin from `fromMs` until before `toMs`, whole; the first begins at `fromMs`. `toMs` ≤ `END_MS`. */
  over(fromMs: number, toMs: number): Stretch[];
  /** A span that holds a moderate number of stretches. */
  readonly spanMs: number;
  /** The instant from which the product is always 0; Infinity if there is none, or none that one factor alone makes so. */
  readonly zeroFromMs: number;
}

/** Multiplies factors. Where one of them slopes the product is exact; where several do, it is cut in straight parts. */
export function product(factors: readonly Factor[]): Product {
  const perMs = factors.reduce((sum, { spacingMs }) => sum + 1 / spacingMs, 0);
  return {
    spanMs: Math.ceil(Math.min(END_MS, STRETCHES / perMs)),
    zeroFromMs: Math.min(...factors.map(({ zeroFromMs }) => zeroFromMs)),
    over(fromMs, toMs) {
      const lists = factors.map((factor) => factor.over(fromMs, toMs));
      const places = lists.map(() => 0);
      const found: Stretch[] = [];
      for (let ms = fromMs; ms < toMs;) {
        const current = lists.map((list, n) => {
          while (list[places[n]].endMs <= ms) places[n]++;
          return list[places[n]];
        });
        for (const part of parts(current)) if (part.endMs > ms) found.push(startingAt(part, ms));
        ms = found[found.length - 1].endMs;
      }
      return found;
    },
  };
}

/** The product of stretches where they overlap. */
function parts(current: readonly Stretch[]): Stretch[] {
  const startMs = Math.max(...current.map((stretch) => stretch.startMs));
  const endMs = Math.min(END_MS, ...current.map((stretch) => stretch.endMs));
  const sloped = current.filter(({ atStart, atEnd }) => atStart !== atEnd).length;
  if (sloped < 2) return [between(current, startMs, endMs)];
  const edge = (n: number): number => Math.round(startMs + ((endMs - startMs) * n) / PARTS);
  const cut: Stretch[] = [];
  for (let n = 0; n < PARTS; n++) {
    if (edge(n) < edge(n + 1)) cut.push(between(current, edge(n), edge(n + 1)));
  }
  return cut;
}

function between(current: readonly Stretch[], startMs: number, endMs: number): Stretch {
  let [atStart, atEnd] = [1, 1];
  for (const stretch of current) {
    atStart = Math.min(HIGHEST_RATE, atStart * valueAt(stretch, startMs));
    atEnd = Math.min(HIGHEST_RATE, atEnd * valueAt(stretch, endMs));
  }
  return { startMs, endMs, atStart, atEnd };
}

const startingAt = (stretch: Stretch, ms: number): Stretch =>
  stretch.startMs >= ms ? stretch : { ...stretch, startMs: ms, atStart: valueAt(stretch, ms) };
