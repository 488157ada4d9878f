import { jsonText } from '../engine/json.ts';
import { literal, type Piece } from '../record/piece.ts';
import type { Extent } from '../text/prose.ts';
import { fractions, listOf, piece, whole } from './pieces.ts';
import type { Draws } from './draws.ts';

const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];

/** Items as JSON, in an order that is set for each row. */
function listed(items: readonly unknown[]) {
  const pieces = items.map((item) => literal(jsonText(item)));
  const order = new Int32Array(items.length);
  return {
    order,
    maxBytes: pieces.reduce((sum, { maxBytes }) => sum + maxBytes + 1, 2),
    /** Writes the items from one place in the order to another. */
    put(chunk: Parameters<Piece['put']>[0], at: number, from: number, to: number): number {
      let end = at;
      chunk.bytes[end++] = OPEN;
      for (let i = from; i < to; i++) {
        if (i > from) chunk.bytes[end++] = COMMA;
        end = pieces[order[i]].put(chunk, end, 0, 0, 0);
      }
      chunk.bytes[end] = CLOSE;
      return end + 1;
    },
  };
}

/** The items 0, 1, 2 … in random order (Fisher and Yates). */
function shuffle(order: Int32Array, draws: Draws): void {
  for (let i = 0; i < order.length; i++) order[i] = i;
  for (let i = order.length - 1; i > 0; i--) swap(order, i, draws.int(0, i));
}

function swap(order: Int32Array, i: number, j: number): void {
  const kept = order[i];
  order[i] = order[j];
  order[j] = kept;
}

/** All items in random order, or the first of them. @param most number of items */
export function shuffled(draws: Draws, items: readonly unknown[], most: number = items.length): Piece {
  const { order, maxBytes, put } = listed(items);
  return piece(maxBytes, (chunk, at) => {
    shuffle(order, draws);
    return put(chunk, at, 0, Math.min(most, order.length));
  });
}

/** Some of the items. @param count how many, at most all */
export function sample(draws: Draws, items: readonly unknown[], { min, max }: Extent): Piece {
  const { order, maxBytes, put } = listed(items);
  const size = items.length;
  return piece(maxBytes, (chunk, at) => {
    const count = draws.int(min, max);
    if (count >= size) {
      shuffle(order, draws);
      return put(chunk, at, 0, size);
    }
    for (let i = 0; i < size; i++) order[i] = i;
    for (let i = size - 1; i >= size - count; i--) swap(order, i, draws.int(0, i));
    return put(chunk, at, size - count, size);
  });
}

/** Decimals of the parts of a colour, and their range. */
type Part = readonly [min: number, max: number, decimals: number];

const UNIT = [0, 1, 2] as const;

/** The parts of colours. */
export const COLORS = {
  cmyk: [UNIT, UNIT, UNIT, UNIT],
  color: [
    [0, 1, 4],
    [0, 1, 4],
    [0, 1, 4],
  ],
  hsl: [[0, 360, 0], UNIT, UNIT],
  hsla: [[0, 360, 0], UNIT, UNIT, UNIT],
  hwb: [[0, 360, 0], UNIT, UNIT],
  lab: [
    [0, 1, 6],
    [-100, 100, 4],
    [-100, 100, 4],
  ],
  lch: [
    [0, 1, 6],
    [0, 230, 1],
    [0, 360, 1],
  ],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

/** A list of numbers, such as the parts of a colour. */
export const numbers = (draws: Draws, parts: readonly Part[]): Piece =>
  listOf(
    parts.map(([min, max, decimals]) =>
      decimals === 0 ? whole(draws, min, max) : fractions(draws, min, max, decimals),
    ),
  );

/** A large whole number as a text of digits without leading zeros: below 10^15. */
export const bigInteger = (draws: Draws): Piece =>
  piece(16, ({ bytes }, at) => {
    // The sixteenth digit from the right is drawn, and has no effect.
    draws.next();
    let [end, isLeading] = [at, true];
    for (let i = 0; i < 15; i++) {
      const digit = draws.below(10);
      if (isLeading && digit === 0) continue;
      isLeading = false;
      bytes[end++] = 0x30 + digit;
    }
    if (end === at) bytes[end++] = 0x30;
    return end;
  });

