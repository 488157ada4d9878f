import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { exp, log, pow } from '../../../numeric/deterministic-math.ts';
import {
  draw,
  draw53,
  drawKey,
  nextKey,
  UNIT32,
  UNIT53,
  type DrawKey,
  type Subject,
} from '../../../numeric/random.ts';
import { identifier, type Identifiers } from './identifier.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

/** The distribution of a pool's keys. */
export type Skew =
  | { readonly kind: 'uniform' }
  /** The k-th key has weight k^−exponent. */
  | { readonly kind: 'zipf'; readonly exponent: number }
  /** A share of the keys receives a share of the rows. */
  | { readonly kind: 'hot'; readonly keys: number; readonly rows: number };

/** A pool of entities. The same name and size give the same keys in every field and schema. */
export interface Entities extends Identifiers {
  /** Number of keys, 1 to 2^53 − 1. */
  readonly size: number;
  readonly skew: Skew;
  /** The pool starts with the first `from` keys and adds `perRow` keys per row, in order. Older keys are more frequent. */
  readonly grow: { readonly from: number; readonly perRow: number } | undefined;
}

/** Writes a key of a pool. */
export function entity(entities: Entities, place: Place): Cell {
  const rank = ranking(entities, place);
  const { name, size, form, grow } = entities;
  const numbers = new Float64Array(CHUNK_ROWS);
  const cell = identifier(entities, numbers, place);
  const isScattered = grow === undefined && size <= SCATTER_LIMIT;
  const [step, shift] = isScattered ? scattering(name, size) : [1, 0];
  return {
    maxBytes: cell.maxBytes,
    usesIndex: grow !== undefined,
    column(chunk, subject) {
      rank(chunk, subject, numbers);
      if (form !== 'uuid')
        for (let r = 0; r < chunk.rows; r++) numbers[r] = ((numbers[r] * step + shift) % size) + 1;
      cell.column(chunk, subject);
    },
  };
}

type Ranking = (chunk: Chunk, subject: Subject, ranks: Float64Array) => void;

function ranking({ size, skew, grow }: Entities, place: Place): Ranking {
  const among = (index: number): number =>
    grow === undefined ? size : Math.max(1, Math.min(size, grow.from + Math.floor(index * grow.perRow)));
  const own = drawKey(`${place.path}\nkey`, 0);
  const { key, odd } = own;
  const { key: hotKey, odd: hotOdd } = drawKey(`${place.path}\nkey`, 1);
  const unit = (a: number, b: number): number => draw53(a, b, key, odd) * UNIT53;
  if (skew.kind === 'zipf') {
    const zipf = zipfian(skew.exponent, own);
    return ({ rows, index }, { a, b }, ranks) => {
      for (let r = 0; r < rows; r++) ranks[r] = zipf(a[r], b[r], among(index[r]));
    };
  }
  const [hotKeys, hotRows] = skew.kind === 'hot' ? [skew.keys, skew.rows] : [1, 1];
  return ({ rows, index }, { a, b }, ranks) => {
    for (let r = 0; r < rows; r++) {
      const n = among(index[r]);
      const hot = Math.max(1, Math.round(n * hotKeys));
      const isHot = hot >= n || (draw(a[r], b[r], hotKey, hotOdd) >>> 0) * UNIT32 < hotRows;
      ranks[r] = isHot ? Math.floor(unit(a[r], b[r]) * hot) : hot + Math.floor(unit(a[r], b[r]) * (n - hot));
    }
  };
}

/**
 * Draws ranks 0 … n−1 with weights (rank+1)^−q in constant time, by rejection-inversion
 * (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996).
 */
function zipfian(q: number, own: DrawKey): (a: number, b: number, n: number) => number {
  const isLog = Math.abs(1 - q) < 1e-9;
  const integral = (x: number): number => (isLog ? log(x) : (pow(x, 1 - q) - 1) / (1 - q));
  const inverse = (u: number): number => (isLog ? exp(u) : pow(1 + u * (1 - q), 1 / (1 - q)));
  const low = integral(1.5) - 1;
  const accept = 2 - inverse(integral(2.5) - pow(2, -q));
  return (a, b, n) => {
    const high = integral(n + 0.5);
    for (let attempt = 0; ; attempt++) {
      const { key, odd } = attempt === 0 ? own : nextKey(own, attempt);
      const u = high + draw53(a, b, key, odd) * UNIT53 * (low - high);
      const x = inverse(u);
      const rank = Math.min(n, Math.max(1, Math.round(x)));
      if (rank - x <= accept || u >= integral(rank + 0.5) - pow(rank, -q)) return rank - 1;
    }
  };
}

/** Keys of pools up to this size are scattered, so that frequent keys are not the smallest numbers. Above it, products would be inexact. */
const SCATTER_LIMIT = 2 ** 26;

/** A step coprime to the size, so that rank × step + shift (mod size) reaches each number once. */
function scattering(name: string, size: number): readonly [step: number, shift: number] {
  const hash = drawKey(name, 0).key >>> 0;
  let step = Math.max(1, Math.floor(size * 0.6180339887) + (hash % 17));
  while (commonFactor(step, size) !== 1) step++;
  return [step, hash % size];
}

const commonFactor = (a: number, b: number): number => (b === 0 ? a : commonFactor(b, a % b));
