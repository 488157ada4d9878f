import { normalVariate, variateBits, variateKeys, type VariateKeys } from '../distribution/normal-variate.ts';
import { BRIDGE_BITS, bridgeAt, fillBridges } from './brownian-bridges.ts';

const BITS = BRIDGE_BITS;
const STEPS = 1 << BITS;

/** The keys of what a walk draws. */
export interface WalkKeys {
  /** Of the change from each power of two to the next. */
  readonly powers: VariateKeys;
  /** Of the bridges from a power of two to the next. */
  readonly between: VariateKeys;
  /** Of the bridges in blocks. */
  readonly blocks: VariateKeys;
}

/** The only source of keys, so that whoever draws has bridges. */
export function walkKeys(path: string): WalkKeys {
  fillBridges();
  return {
    powers: variateKeys(path),
    between: variateKeys(`${path}\nbetween`),
    blocks: variateKeys(`${path}\nblock`),
  };
}

/*
 * Block n of 2^bits rows begins at row n · 2^bits, with bits = 0, 10, 20 … and n ≥ 1. It is part of block ⌊n / 1024⌋ of the next size; or,
 * if n < 1024, of the rows from a power of two to the next. Positions are in steps from row 0.
 */

/** What block n is a part of: the number of a block, or below 0 for rows from a power of two on. Never 0. */
export const outerOf = (n: number): number => (n >= STEPS ? Math.floor(n / STEPS) : -1 - lengthOf(n));

/** The k for which 2^k ≤ n < 2^(k + 1). */
const lengthOf = (n: number): number => 31 - Math.clz32(n);

/** Sets the positions at both ends of what block n of 2^bits rows is a part of. */
export function putOuterEnds(
  ends: Float64Array,
  keys: WalkKeys,
  a: number,
  b: number,
  bits: number,
  n: number,
): void {
  if (n >= STEPS) {
    const outer = Math.floor(n / STEPS);
    putOuterEnds(ends, keys, a, b, bits + BITS, outer);
    narrow(ends, outerShape(keys, a, b, bits + BITS, outer), bits + BITS, outer);
    return;
  }
  const power = bits + lengthOf(n);
  ends[0] = 0;
  for (let m = 0; m <= power; m++) ends[0] += change(keys, a, b, m);
  ends[1] = ends[0] + change(keys, a, b, power + 1);
}

/** The change from row 2^(m − 1), or row 0, to row 2^m. */
const change = ({ powers }: WalkKeys, a: number, b: number, m: number): number =>
  normalVariate(powers, a, b, m) * (m === 0 ? 1 : ROOT[m - 1]);

/** What draws the bridges in what block n of 2^bits rows is a part of. */
export const outerShape = (keys: WalkKeys, a: number, b: number, bits: number, n: number): number =>
  n >= STEPS
    ? shapeOf(keys, a, b, bits + BITS, Math.floor(n / STEPS))
    : variateBits(keys.between, a, b, bits + lengthOf(n));

/**
 * Turns the positions at both ends of what block n of 2^bits rows is a part of into those of the block.
 *
 * @param shape draws the bridges there
 */
export function narrow(ends: Float64Array, shape: number, bits: number, n: number): void {
  const left = ends[0];
  const right = ends[1];
  const k = n >= STEPS ? BITS : lengthOf(n);
  const t = stepOf(n, k);
  ends[0] = within(left, right, shape, bits + k, t);
  ends[1] = within(left, right, shape, bits + k, t + (STEPS >> k));
}

/** The position at the end of the block: the second one that `narrow` sets. */
export function endOf(left: number, right: number, shape: number, bits: number, n: number): number {
  const k = n >= STEPS ? BITS : lengthOf(n);
  return within(left, right, shape, bits + k, stepOf(n, k) + (STEPS >> k));
}

/** The position at a step of the bridge between two positions that are 2^bits rows apart. */
const within = (left: number, right: number, shape: number, bits: number, t: number): number =>
  left + ((right - left) / STEPS) * t + (ROOT[bits] / ROOT[BITS]) * (bridgeAt(shape, t) - bridgeAt(shape, 0));

/** The step of the bridge at which block n begins, if what it is a part of has 2^k blocks. */
const stepOf = (n: number, k: number): number =>
  (n >= STEPS ? n - Math.floor(n / STEPS) * STEPS : n - (1 << k)) * (STEPS >> k);

/** What draws the bridges in block n of 2^bits rows, bits > 0. */
export const shapeOf = ({ blocks }: WalkKeys, a: number, b: number, bits: number, n: number): number =>
  // The first rows of blocks are multiples of 2^10, so sizes tell blocks with the same first row apart.
  variateBits(blocks, a, b, n * POWER[bits] + bits);

/** 2^n. */
const POWER = Float64Array.from({ length: 64 }, (_, n) => 2 ** n);
/** √(2^n): the standard deviation of a walk after 2^n rows. */
const ROOT = POWER.map(Math.sqrt);

/** The position at a row below `STEPS`. */
export function early(keys: WalkKeys, a: number, b: number, row: number): number {
  if (row === 0) return 0;
  putOuterEnds(scratch, keys, a, b, 0, row);
  narrow(scratch, outerShape(keys, a, b, 0, row), 0, row);
  return scratch[0];
}

const scratch = new Float64Array(2);
