import { log } from '../numeric/deterministic-math.ts';
import { draw, drawKey, mix, type Seed, UNIT32 } from '../numeric/random.ts';
import type { Timeline } from '../time/timeline.ts';
import type { DriftStart } from './drift-settings.ts';
import type { Drift } from './drift.ts';
import { type Faults, MALFORMED_KINDS, type MalformedKind } from './fault-settings.ts';

/** A random number of each row, from 0 to 1, for one purpose. */
function rowUnit(name: string, { s0, s1 }: Seed): (row: number) => number {
  const { key, odd } = drawKey(`\nfaults\n${name}`, 0);
  return (row) => {
    const a = mix(row ^ s0);
    return (draw(a, mix((a ^ Math.floor(row / 2 ** 32)) + s1), key, odd) >>> 0) * UNIT32;
  };
}

/** The faults of a row that do not depend on its position. */
export interface RowFaults {
  readonly delayMs: number;
  readonly how: MalformedKind | undefined;
  /** Where to corrupt it, 0 ≤ at < 1. */
  readonly at: number;
  /** How it drifts; undefined: it does not. */
  readonly drift?: RowDrift | undefined;
}

/** How one row drifts. */
export interface RowDrift {
  readonly drift: Drift;
  /** Which entries apply. */
  readonly shape: number;
  /** Chooses among new values, 0 ≤ pick < 1. */
  readonly pick: number;
}

const NO_FAULTS: RowFaults = { delayMs: 0, how: undefined, at: 0 };

/** How rows may drift, and when they come. */
interface Drifting {
  readonly drift: Drift | undefined;
  readonly clock: RowClock;
}

/** A function from a row's index to its faults. */
export function rowFaultsOf(
  { late, malformed }: Faults,
  seed: Seed,
  drifting: Drifting = { drift: undefined, clock: {} },
): (row: number) => RowFaults {
  const unit = (name: string): ((row: number) => number) => rowUnit(name, seed);
  const driftAt = rowDriftOf(drifting, seed);
  const [isLate, delay, isMalformed] = [unit('late'), unit('delay'), unit('spoiled')];
  const [kind, at] = [unit('kind'), unit('at')];
  const { kinds = MALFORMED_KINDS } = malformed ?? {};
  const delayOf = (u: number): number => {
    if (late === undefined) return 0;
    const { delayMs } = late;
    return 'mean' in delayMs
      ? Math.max(1, Math.round(-log(1 - u) * delayMs.mean))
      : Math.floor(delayMs.min + u * (Math.floor(delayMs.max) - Math.ceil(delayMs.min) + 1));
  };
  return (row) => {
    const comesLate = late !== undefined && isLate(row) < late.share;
    const isCorrupt = malformed !== undefined && isMalformed(row) < malformed.share;
    const drift = driftAt?.(row);
    if (!comesLate && !isCorrupt && drift === undefined) return NO_FAULTS;
    return {
      delayMs: comesLate ? delayOf(delay(row)) : 0,
      how: isCorrupt ? kinds[Math.floor(kind(row) * kinds.length)] : undefined,
      at: at(row),
      drift,
    };
  };
}

/** A function from a row's index to its drift; undefined: none drifts. */
function rowDriftOf(
  { drift, clock }: Drifting,
  seed: Seed,
): ((row: number) => RowDrift | undefined) | undefined {
  if (drift === undefined) return undefined;
  const [shapeOf, pick] = [shapesOfRows(drift, seed, clock), rowUnit('drift value', seed)];
  return (row) => {
    const shape = shapeOf(row);
    return shape === 0 ? undefined : { drift, shape, pick: pick(row) };
  };
}

/** How rows have times. */
interface RowClock {
  /** Computed event times. Absent: rows have the clock's time. */
  readonly timeline?: Pick<Timeline, 'fromMs' | 'before' | 'changes'> | undefined;
  /** Rows per second of a constant rate without computed times. Absent: there is none. */
  readonly perSecond?: number | undefined;
}

/** Which entries apply to a row: the number of its shape. 0: none. */
function shapesOfRows({ entries }: Drift, seed: Seed, clock: RowClock): (row: number) => number {
  const hits = entries.map(({ start, share }, i) => {
    const [first, unit] = [firstRow(start, clock), rowUnit(`drift ${i}`, seed)];
    return (row: number): boolean => row >= first() && (share === 1 || unit(row) < share);
  });
  return (row) => hits.reduce((shape, isHit, i) => (isHit(row) ? shape + 2 ** i : shape), 0);
}

/** The first row of an entry. When the rate changes, later rows get other times. */
function firstRow(start: DriftStart, { timeline, perSecond = 0 }: RowClock): () => number {
  if ('row' in start) return () => start.row;
  if (timeline === undefined) {
    const row = 'afterMs' in start ? Math.ceil((perSecond * start.afterMs) / 1000) : 0;
    return () => row;
  }
  const ms = 'ms' in start ? start.ms : timeline.fromMs + start.afterMs;
  let [row, changes] = [timeline.before(ms), timeline.changes.length];
  return () => {
    if (changes !== timeline.changes.length) [row, changes] = [timeline.before(ms), timeline.changes.length];
    return row;
  };
}
