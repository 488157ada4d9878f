import type { Batch, Fault, FaultyRows, Schema, JourneyTimeline, Timeline } from '@catbird/engine';
import type { FiguresReport } from './figures-protocol.ts';
import { learn, rowOf, valueAt } from './learn.ts';
import { newMoves } from './moves.ts';
import { newTally } from './tally.ts';

/** Counts what the rows of a run are like. */
export interface Figures {
  /** A row of the next batch has a fault. */
  fault(fault: Fault): void;
  /** A batch is about to be sent. Its first rows are read, so many a second. */
  made(batch: Batch): void;
  /** Undefined if nothing changed, or too soon after the last call that returned some. */
  take(nowMs: number): FiguresReport | undefined;
}

/** A stream whose rows are counted. */
export interface FiguresSource {
  readonly schema: Schema;
  readonly seed: string;
  readonly rows: Pick<FaultyRows, 'rowAt'>;
  readonly timeline: Timeline | JourneyTimeline | undefined;
}

/** Rows that are read in a second: about a hundredth of a core. */
const ROWS_PER_SECOND = 2000;

/** Least time between two reports, in milliseconds. */
const EVERY_MS = 200;

const decoder = new TextDecoder();

/** Figures on a stream that is about to start. @param now monotonic milliseconds */
export function newFigures({ schema, seed, rows, timeline }: FiguresSource, now: () => number): Figures {
  const { fields, columns } = learn(schema, seed, now);
  const counted = fields.map((field) => ({ names: field.names, tally: newTally(field) }));
  const moves = newMoves(schema, timeline, rows);
  let [read, made] = [0, 0];
  let [room, refilledMs] = [ROWS_PER_SECOND, now()];
  let takenMs = -Infinity;
  let hasChanged = false;

  const count = (line: string): void => {
    const row = rowOf(line);
    if (row === undefined) return;
    read++;
    for (const { names, tally } of counted) tally.add(valueAt(row, names));
  };
  return {
    fault({ kind, position }) {
      if (kind === 'duplicate') moves?.repeats(position);
    },
    made(batch) {
      hasChanged = true;
      made += batch.count;
      moves?.made(batch);
      const nowMs = now();
      room = Math.min(ROWS_PER_SECOND, room + ((nowMs - refilledMs) / 1000) * ROWS_PER_SECOND);
      refilledMs = nowMs;
      const taken = Math.min(batch.count, Math.floor(room));
      if (taken === 0 || batch.isBinary === true) return;
      room -= taken;
      const text = decoder.decode(batch.bytes.subarray(0, batch.ends[taken - 1] ?? 0));
      for (const line of text.split('\n', taken)) count(line);
    },
    take(nowMs) {
      if (!hasChanged || nowMs - takenMs < EVERY_MS) return undefined;
      hasChanged = false;
      takenMs = nowMs;
      const journey = moves?.figure();
      return {
        rows: read,
        made,
        columns,
        fields: counted.map(({ tally }) => tally.figure()),
        ...(journey !== undefined && { journey }),
      };
    },
  };
}
