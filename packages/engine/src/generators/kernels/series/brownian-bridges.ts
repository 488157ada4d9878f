import { cosOfTurns, log } from '../../../numeric/deterministic-math.ts';
import { mix } from '../../../numeric/random.ts';

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
export function fillBridges(): void {
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
