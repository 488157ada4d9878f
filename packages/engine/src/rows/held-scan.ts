import { seedOf, drawKey, mix, UNIT32, type Seed } from '../numeric/random.ts';
import type { Timeline } from '../time/timeline.ts';
import { newBatch } from './batch.ts';
import { hasKey, keyHashes } from './split.ts';
import type { NamedField } from './named-field.ts';
import { compile } from './writer.ts';
import type { Faults } from './fault-settings.ts';

/** Rows of a stream that are looked at together. */
export const SCAN_ROWS = 4096;

/** A row of a device that is silent: it is sent when the device is heard again. */
export interface HeldRow {
  readonly row: number;
  /** It is sent just before this row, which is later. */
  readonly before: number;
  /** From its event time on, in milliseconds. */
  readonly heldMs: number;
}

/** The rows of a block that are not sent in order. */
export interface Scan {
  /** By row. */
  readonly held: readonly HeldRow[];
  /** Rows that are never sent. */
  readonly lost: readonly number[];
}

/** What the silences of a stream's devices depend on. */
export interface HeldOptions {
  readonly offline: Offline;
  /** The field that names the device. */
  readonly key: NamedField;
  readonly seed: number | string;
  readonly timeline: Timeline;
}

/** A function that looks at a block of rows. @param total how many rows there are */
export function newScan({
  offline,
  key,
  seed,
  timeline,
}: HeldOptions): (block: number, total: number) => Scan {
  const silenceAt = silences(offline, seedOf(seed));
  const writer = compile(key.schema, { seed });
  const hashesOf = keyHashes(key);
  const batch = newBatch();
  const ms = new Float64Array(SCAN_ROWS);
  return (block, total) => {
    const first = block * SCAN_ROWS;
    const count = Math.min(SCAN_ROWS, total - first);
    const held: HeldRow[] = [];
    const lost: number[] = [];
    if (count <= 0) return { held, lost };
    const hashes = hashesOf(writer.fill(batch, { first, count, time: timeline }));
    timeline.put(ms, first, count);
    // Many rows wait for the same silence to end.
    const ends = new Map<number, number>();
    const rowsBefore = (endMs: number): number => {
      const known = ends.get(endMs) ?? timeline.before(endMs);
      ends.set(endMs, known);
      return known;
    };
    for (let r = 0; r < count; r++) {
      const eventMs = ms[r] ?? 0;
      const silence = silenceAt(hashes[r] ?? 0, eventMs);
      if (silence === undefined || !hasKey(batch, r)) continue;
      const row = first + r;
      const before = silence.isLost ? 0 : rowsBefore(silence.endMs);
      if (silence.isLost) lost.push(row);
      // With disorder, a row may come when the silence is over.
      else if (before > row) held.push({ row, before, heldMs: silence.endMs - eventMs });
    }
    return { held, lost };
  };
}

/** Settings of devices that fall silent. */
type Offline = NonNullable<Faults['offline']>;

/** A time at which a device is silent, in whole milliseconds since 1970. */
interface Silence {
  readonly startMs: number;
  /** The first instant at which it is heard again. */
  readonly endMs: number;
  /** Its rows are never sent. Otherwise, they are held until its end. */
  readonly isLost: boolean;
}

/**
 * The silences of devices. The time of each device is cut into periods, which begin at another time for each. In each period, it is
 * silent once, at a random time. So at any time, the same share of many devices is silent.
 *
 * @returns a function of the hash of a device's key and an event time: its silence then
 */
function silences(
  { share, forMs: { min, max }, lost = 0 }: Pick<Offline, 'share' | 'forMs' | 'lost'>,
  { s0, s1 }: Seed,
): (hash: number, ms: number) => Silence | undefined {
  if (share === 0) return () => undefined;
  const unit = (name: string): ((hash: number, n: number) => number) => {
    const { key } = drawKey(`\nfaults\n${name}`, 0);
    return (hash, n) => (mix(mix(hash ^ s0 ^ key) + s1 + Math.imul(n, 0x9e3779b9)) >>> 0) * UNIT32;
  };
  const [phase, place, length, loss] = [
    unit('silent phase'),
    unit('silent place'),
    unit('silent length'),
    unit('silent loss'),
  ];
  // With a share of at most a half, a period is as long as the longest silence, at least.
  const periodMs = (min + max) / 2 / share;
  return (hash, ms) => {
    const fromMs = phase(hash, 0) * periodMs;
    const period = Math.floor((ms - fromMs) / periodMs);
    const lengthMs = Math.round(min + length(hash, period) * (max - min));
    const startMs = Math.floor(fromMs + period * periodMs + place(hash, period) * (periodMs - lengthMs));
    if (ms < startMs || ms >= startMs + lengthMs) return undefined;
    return { startMs, endMs: startMs + lengthMs, isLost: loss(hash, period) < lost };
  };
}
