import type { Cell, Run, Place } from './cell.ts';
import { draw, drawKey, oddOf, UNIT32, type Subject } from './chance.ts';
import { jsonText } from './json.ts';
import { pool, putWords, type Pool } from './pool.ts';

/** One of the values, all equally likely. */
export function pick(values: readonly unknown[], place: Place): Cell {
  if (values.length === 0) throw new Error('Cannot choose from an empty list');
  return fromTable(
    encode(values, place),
    Int32Array.from(values, (_, i) => i),
    place,
  );
}

/** Weights as a table of entries: one draw and one look-up, no branch for the processor to mispredict. */
const TABLE_LIMIT = 4096;

/** One of the values, by weight. */
export function pickWeighted(values: readonly unknown[], weights: readonly number[], place: Place): Cell {
  if (values.length === 0 || weights.length < values.length) throw new Error('Every value needs a weight');
  if (weights.some((w) => !(w > 0))) throw new Error('Every weight must be greater than 0');
  const used = weights.slice(0, values.length);
  const total = used.reduce((a, b) => a + b, 0);
  if (used.every(Number.isInteger) && total <= TABLE_LIMIT) {
    return fromTable(
      encode(values, place),
      Int32Array.from(used.flatMap((w, i) => new Array<number>(w).fill(i))),
      place,
    );
  }
  return fromBounds(encode(values, place), used, total, place);
}

/**
 * One of the values, those in the middle of the list more often: a normal distribution around the middle whose standard
 * deviation is a tenth of the list, redrawn while outside.
 */
export function pickNormal(values: readonly unknown[], place: Place): Cell {
  if (values.length === 0) throw new Error('Cannot choose from an empty list');
  const n = values.length;
  const below = (share: number): number => normalShare((share - 0.5) / 0.1);
  const shares = values.map((_, i) => Math.max(below((i + 1) / n) - below(i / n), Number.MIN_VALUE));
  return fromBounds(
    encode(values, place),
    shares,
    shares.reduce((sum, share) => sum + share, 0),
    place,
  );
}

/** Share of a standard normal distribution below z, to 7.5e-8 (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** Pool of the values as members. */
export const encode = (values: readonly unknown[], place: Place): Pool =>
  pool(values.map((v) => place.lead + jsonText(v)));

function fromTable(entries: Pool, table: Int32Array, place: Place): Cell {
  const key = drawKey(place.path, 0);
  const odd = oddOf(key);
  const scale = table.length * UNIT32;
  const { words, lengths, stride, size } = entries;
  if (size === 1) return constant(entries);
  const kernel =
    stride === 2 ? chooseTwo : stride === 3 ? chooseThree : stride === 4 ? chooseFour : chooseAny;
  return {
    maxBytes: stride * 8,
    column: (run, who) => kernel(run, who, key, odd, scale, table, words, lengths, stride),
  };
}

type Choose = (
  run: Run,
  who: Subject,
  key: number,
  odd: number,
  scale: number,
  table: Int32Array,
  words: Float64Array,
  lengths: Int32Array,
  stride: number,
) => void;

const chooseTwo: Choose = ({ view, at, rows }, { a, b }, key, odd, scale, table, words, lengths) => {
  for (let r = 0; r < rows; r++) {
    const entry = table[((draw(a[r], b[r], key, odd) >>> 0) * scale) | 0];
    const p = at[r];
    at[r] = p + lengths[entry];
    const w = entry * 2;
    view.setFloat64(p, words[w], true);
    view.setFloat64(p + 8, words[w + 1], true);
  }
};

const chooseThree: Choose = ({ view, at, rows }, { a, b }, key, odd, scale, table, words, lengths) => {
  for (let r = 0; r < rows; r++) {
    const entry = table[((draw(a[r], b[r], key, odd) >>> 0) * scale) | 0];
    const p = at[r];
    at[r] = p + lengths[entry];
    const w = entry * 3;
    view.setFloat64(p, words[w], true);
    view.setFloat64(p + 8, words[w + 1], true);
    view.setFloat64(p + 16, words[w + 2], true);
  }
};

const chooseFour: Choose = ({ view, at, rows }, { a, b }, key, odd, scale, table, words, lengths) => {
  for (let r = 0; r < rows; r++) {
    const entry = table[((draw(a[r], b[r], key, odd) >>> 0) * scale) | 0];
    const p = at[r];
    at[r] = p + lengths[entry];
    const w = entry * 4;
    view.setFloat64(p, words[w], true);
    view.setFloat64(p + 8, words[w + 1], true);
    view.setFloat64(p + 16, words[w + 2], true);
    view.setFloat64(p + 24, words[w + 3], true);
  }
};

const chooseAny: Choose = ({ view, at, rows }, { a, b }, key, odd, scale, table, words, lengths, stride) => {
  for (let r = 0; r < rows; r++) {
    const entry = table[((draw(a[r], b[r], key, odd) >>> 0) * scale) | 0];
    const p = at[r];
    at[r] = p + lengths[entry];
    putWords(view, p, words, entry * stride, stride);
  }
};

function fromBounds(entries: Pool, weights: readonly number[], total: number, place: Place): Cell {
  const key = drawKey(place.path, 0);
  const odd = oddOf(key);
  const bounds = new Float64Array(weights.length);
  let sum = 0;
  weights.forEach((w, i) => (bounds[i] = ((sum += w) / total) * 2 ** 32));
  const { words, lengths, stride } = entries;
  const last = weights.length - 1;
  return {
    maxBytes: stride * 8,
    column(run, who) {
      const { view, at, rows } = run;
      const { a, b } = who;
      for (let r = 0; r < rows; r++) {
        const u = draw(a[r], b[r], key, odd) >>> 0;
        let entry = 0;
        while (entry < last && u >= bounds[entry]) entry++;
        const p = at[r];
        at[r] = p + lengths[entry];
        putWords(view, p, words, entry * stride, stride);
      }
    },
  };
}

/** The same bytes in every row. */
export const constant = (entry: Pool): Cell => ({
  maxBytes: entry.stride * 8,
  column: (run) => putSame(run, entry),
});

function putSame({ view, at, rows }: Run, { words, lengths, stride }: Pool): void {
  const length = lengths[0];
  for (let r = 0; r < rows; r++) {
    const p = at[r];
    at[r] = p + length;
    putWords(view, p, words, 0, stride);
  }
}
