import type { Result } from '@catbird/engine';
import type { CommandIssue } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { Failed, Judged } from './judged.ts';
import { newRecordReader, liveTable, type TableLook } from './live-table.ts';
import type { Table } from './tables.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** How tables are followed. */
export interface Live {
  /** Ends once nothing has moved for so long. */
  readonly quietMs: number;
  /** Called after each reading. */
  readonly onLooks: (looks: readonly TableLook[]) => void;
}

/** Follows tables until the records are finished and all rows are judged, or the signal comes. */
export async function followTables(
  tables: readonly Table[],
  { records, examples }: { readonly records: readonly string[]; readonly examples: number | undefined },
  { quietMs, onLooks }: Live,
  terminal: Terminal,
): Promise<Result<{ readonly outcomes: readonly (Judged | Failed)[] }, CommandIssue>> {
  const followed = tables.map((table) => liveTable(table, newRecordReader(records), examples, terminal));
  const looks: (TableLook | undefined)[] = tables.map(() => undefined);
  const known = (): readonly TableLook[] => looks.filter((look) => look !== undefined);
  const poll = async (): Promise<Result<object, CommandIssue>> => {
    for (const [i, table] of followed.entries()) {
      if (looks[i]?.isOver === true) continue;
      const read = await table.poll();
      if (!read.ok) return read;
      looks[i] = read.look;
    }
    onLooks(known());
    return { ok: true };
  };
  const last = await readAgain(
    poll,
    (result) => ({
      isOver: !result.ok || known().every(({ isOver }) => isOver),
      progress: JSON.stringify(known().map(({ look }) => look?.counts)),
    }),
    { untilMs: Infinity, quietMs },
    terminal.interrupt.stop,
  );
  return last.ok ? { ok: true, outcomes: followed.map((table) => table.outcome()) } : last;
}

/** How long to wait for rows that are not there yet. */
interface Waiting {
  /** When to stop, by `performance.now()`. */
  readonly untilMs: number;
  /** Stops once nothing has moved for so long. */
  readonly quietMs: number;
}

/** What one reading tells. */
export interface Look {
  /** Nothing is left to wait for. */
  readonly isOver: boolean;
  /** Changes when rows arrive. */
  readonly progress: string;
}

/** Shortest time between two readings. A reading that takes long is followed by a pause as long. */
const PAUSE_MS = 1000;

/** Reads again until nothing is left to wait for, nothing has moved for the quiet time, the time is over, or the signal is aborted. */
export async function readAgain<Reading>(
  read: () => Promise<Reading>,
  lookAt: (reading: Reading) => Look,
  { untilMs, quietMs }: Waiting,
  signal: AbortSignal,
): Promise<Reading> {
  let before: string | undefined;
  let movedMs = -Infinity;
  for (;;) {
    const startMs = performance.now();
    const reading = await read();
    const { isOver, progress } = lookAt(reading);
    const nowMs = performance.now();
    if (progress !== before) movedMs = nowMs;
    before = progress;
    const leftMs = Math.min(untilMs, movedMs + quietMs) - nowMs;
    if (isOver || leftMs <= 0 || signal.aborted) return reading;
    const pauseMs = Math.min(leftMs, Math.max(PAUSE_MS, nowMs - startMs));
    await sleep(pauseMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
