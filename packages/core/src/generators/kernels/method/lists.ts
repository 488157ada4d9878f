import { jsonText } from '../engine/json.ts';
import type { Chunk } from '../engine/cell.ts';
import { packTexts, pool, SAFE_BYTES } from '../engine/pool.ts';
import { putDecimal } from '../number/digits.ts';
import type { Piece } from '../record/piece.ts';
import type { Extent } from '../text/prose.ts';
import { piece } from './pieces.ts';
import type { Draws } from './draws.ts';

const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];

/** Items as JSON, in an order that is set for each row. */
function listed(items: readonly unknown[]) {
  const { words, starts, lengths } = packTexts(items.map((item) => jsonText(item)));
  const order = new Int32Array(items.length);
  return {
    order,
    maxBytes: lengths.reduce((sum, length) => sum + length + 1, 2) + SAFE_BYTES,
    /** Writes the items from one place in the order to another. */
    put({ view }: Chunk, at: number, from: number, to: number): number {
      let end = at;
      view.setInt8(end++, OPEN);
      for (let i = from; i < to; i++) {
        if (i > from) view.setInt8(end++, COMMA);
        const item = order[i];
        const [start, length] = [starts[item], lengths[item]];
        for (let done = 0; done < length; done += 8)
          view.setFloat64(end + done, words[start + (done >> 3)], true);
        end += length;
      }
      view.setInt8(end, CLOSE);
      return end + 1;
    },
  };
}

/** Puts 0, 1, 2 … in random order (Fisher and Yates). */
function shuffler(draws: Draws, order: Int32Array): () => void {
  const last = order.length - 1;
  const counts = Int32Array.from({ length: Math.max(0, last) }, (_, i) => last - i + 1);
  const drawn = new Int32Array(counts.length);
  return () => {
    for (let i = 0; i <= last; i++) order[i] = i;
    draws.each(counts, drawn);
    for (let i = 0; i < last; i++) swap(order, last - i, drawn[i]);
  };
}

function swap(order: Int32Array, i: number, j: number): void {
  const kept = order[i];
  order[i] = order[j];
  order[j] = kept;
}

/** All items in random order, or the first of them. @param most number of items */
export function shuffled(draws: Draws, items: readonly unknown[], most: number = items.length): Piece {
  const list = listed(items);
  const { order, maxBytes } = list;
  const shuffle = shuffler(draws, order);
  const count = Math.min(most, order.length);
  return piece(maxBytes, (chunk, at) => {
    shuffle();
    return list.put(chunk, at, 0, count);
  });
}

/** Some of the items. @param count how many, at most all */
export function sample(draws: Draws, items: readonly unknown[], { min, max }: Extent): Piece {
  const list = listed(items);
  const { order, maxBytes } = list;
  const size = items.length;
  const shuffle = shuffler(draws, order);
  return piece(maxBytes, (chunk, at) => {
    const count = draws.int(min, max);
    if (count >= size) {
      shuffle();
      return list.put(chunk, at, 0, size);
    }
    for (let i = 0; i < size; i++) order[i] = i;
    for (let i = size - 1; i >= size - count; i--) swap(order, i, draws.int(0, i));
    return list.put(chunk, at, size - count, size);
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

/** Numbers of up to this many values are copied from a pool: with what follows them, they fit a word. */
const POOL = 512;

/** A list of numbers, such as the parts of a colour: multiples of a power of ten, as `number.float` makes them. */
export function numbers(draws: Draws, parts: readonly Part[]): Piece {
  const last = parts.length - 1;
  const each = parts.map(([min, max, decimals], i) => {
    const [low, high] = [min * 10 ** decimals, max * 10 ** decimals];
    const isPooled = high - low < POOL;
    const texts = Array.from({ length: isPooled ? high - low + 1 : 0 }, (_, n) =>
      String((low + n) / 10 ** decimals),
    );
    return {
      low,
      high,
      decimals,
      isPooled,
      pool: pool(texts.map((text) => text + (i === last ? ']' : ','))),
    };
  });
  const counts = Int32Array.from(each, ({ low, high }) => high - low + 1);
  const drawn = new Int32Array(counts.length);
  return piece(1 + parts.length * 30, ({ bytes, view }, at) => {
    draws.each(counts, drawn);
    bytes[at] = OPEN;
    let end = at + 1;
    for (let i = 0; i <= last; i++) {
      const { low, decimals, isPooled, pool: texts } = each[i];
      const n = drawn[i];
      if (isPooled) {
        view.setFloat64(end, texts.words[n], true);
        end += texts.lengths[n];
        continue;
      }
      end = putDecimal(bytes, view, end, low + n, decimals);
      bytes[end++] = i === last ? CLOSE : COMMA;
    }
    return end;
  });
}

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
