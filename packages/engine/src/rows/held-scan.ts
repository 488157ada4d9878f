import { seedOf } from '../numeric/random.ts';
import type { Timeline } from '../time/timeline.ts';
import { newBatch } from './batch.ts';
import { hasKey, keyHashes } from './key-hashes.ts';
import type { NamedField } from './named-field.ts';
import { silences, type Offline } from './silence.ts';
import { compile } from './writer.ts';

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
