import { cosOfTurns, log } from '../../../numeric/deterministic-math.ts';
import { mix } from '../../../numeric/random.ts';
import { normalVariate, variateBits, variateKeys, type VariateKeys } from '../distribution/normal.ts';

/** Steps of a bridge: 2^`BITS`. */
const BITS = 10;
const STEPS = 1 << BITS;
/** The same for other files: V8 would read an exported constant in each row. */
export const BRIDGE_BITS = BITS;
/** Bridges in the table. With 4 bytes for each position, it leaves room in the processor's first cache. */
const BRIDGES = 8;
/** Waves of which a bridge consists. The fastest one changes its sign at each step. */
const WAVES = STEPS / 2;

/**
 * Brownian bridges: random walks that end where they start. Bridge n is at position `POSITIONS[n · STEPS + t]` after t steps.
 *
 * The steps of a bridge are a sum of waves with random phases. Squared amplitudes are exponentially distributed, as in white noise, and
 * have the same mean over the bridges for each wave. So the steps of a bridge that is drawn, shifted and turned over at random correlate
 * exactly as those of a Brownian bridge: any two of them by −1 / (STEPS − 1).
 */
const POSITIONS = new Float32Array(BRIDGES * STEPS);

/** Fills the table. Called for each walk when it is compiled: most schemas have none, and every start loads this file. */
function fillBridges(): void {
  if (POSITIONS[1] !== 0) return;
  const cosines = Float64Array.from({ length: STEPS }, (_, i) => cosOfTurns(i / STEPS));
  const powers = Array.from({ length: WAVES + 1 }, (_, k) => powersOf(k));
  for (let n = 0; n < BRIDGES; n++) {
    const steps = new Float64Array(STEPS);
    for (let k = 1; k <= WAVES; k++) addWave(steps, k, powers[k][n], shareOf(n, k, 1), cosines);
    let position = 0;
    for (let t = 0; t < STEPS; t++) {
      POSITIONS[n * STEPS + t] = position;
      position += steps[t];
    }
  }
}

/** The squared amplitudes of wave k in all bridges, with a mean of 1: quantiles of the exponential distribution in random order. */
function powersOf(k: number): readonly number[] {
  const quantiles = Array.from({ length: BRIDGES }, (_, n) => -log((n + 0.5) / BRIDGES));
  const sum = quantiles.reduce((total, power) => total + power, 0);
  return quantiles
    .map((power, n) => ({ power: (power / sum) * BRIDGES, place: shareOf(n, k, 0) }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ power }) => power);
}

/** Adds the steps of wave k: of a variance of ½ per step, each wave and phase has an equal share. */
function addWave(steps: Float64Array, k: number, power: number, phase: number, cosines: Float64Array): void {
  // The fastest wave has one phase: cosine, up or down.
  const isFastest = k === WAVES;
  const amplitude = Math.sqrt(((isFastest ? 0.5 : 2) * power) / STEPS);
  const along = amplitude * (isFastest ? Math.sign(phase - 0.5) : cosOfTurns(phase));
  const across = amplitude * (isFastest ? 0 : cosOfTurns(phase - 0.25));
  const mask = STEPS - 1;
  for (let t = 0, turn = 0; t < STEPS; t++, turn += k)
    steps[t] += along * cosines[turn & mask] - across * cosines[(turn + (3 * STEPS) / 4) & mask];
}

/**
 * Chosen among a thousand for a table whose moves over 1 to 32 steps have the kurtosis of normal numbers within 0.03: some 8,000 steps
 * are a small sample, and those of most tables are off by 0.05 to 0.1.
 */
const SALT = 998;

/** A number from 0 to 1 for wave k of bridge n. */
const shareOf = (n: number, k: number, nth: number): number =>
  (mix(mix(n * STEPS + k) + nth + SALT) >>> 0) * 2 ** -32;

/**
 * The position after t steps, 0 to `STEPS`, of the sum of two bridges, whose steps have a variance of 1.
 *
 * @param shape 32 random bits, 14 for each bridge: which it is, the step from which on it is read, and whether it is turned over
 */
export function bridgeAt(shape: number, t: number): number {
  const first = POSITIONS[((shape & 7) << BITS) | ((t + (shape >>> 3)) & (STEPS - 1))];
  const second = POSITIONS[(((shape >>> 14) & 7) << BITS) | ((t + (shape >>> 17)) & (STEPS - 1))];
  return (1 - ((shape >>> 12) & 2)) * first + (1 - ((shape >>> 26) & 2)) * second;
}

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
