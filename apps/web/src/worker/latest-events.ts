import { rowIndex, type Batch, type Fault } from '@catbird/engine';
import type { RowsOutcome } from '@catbird/send';
import { groupOf, TAIL_EVENTS, type EventOutcome, type TailEvent } from '../tail/event.ts';
import type { LatestReport } from './report-protocol.ts';

/** The latest rows of a run with what became of them: of all, of each group of outcomes, and of those with faults. */
export interface LatestEvents {
  /** A row of the next batch has a fault. */
  fault(fault: Fault): void;
  /** A batch is about to be sent. Its last rows are copied. */
  made(batch: Batch): void;
  /** Something became of rows. */
  outcome(batch: Batch, outcome: RowsOutcome): void;
  /** The latest events, newest first. Undefined if nothing changed, or too soon after the last call that returned some. */
  take(nowMs: number): LatestReport | undefined;
}

/** Least time between two lists, in milliseconds: five a second. */
const EVERY_MS = 200;

/** The rows of a batch stand for the time since the one before, but for no longer than this, in milliseconds. */
const SPREAD_MS = 1000;

/** Of a longer row, only the beginning is shown. */
const MOST_BYTES = 8192;

interface Kept {
  readonly index: number;
  readonly bytes: Uint8Array;
  outcome: EventOutcome;
  readonly faults: readonly string[] | undefined;
  readonly madeMs: number;
  /** `bytes` as text, once it was needed. */
  line?: string;
}

type Group = NonNullable<ReturnType<typeof groupOf>> | 'newest' | 'faulty';

const decoder = new TextDecoder();

/** Keeps the latest events of a run. Rows are copied, `TAIL_EVENTS` of a batch at most, and decoded when they are taken. @param now wall-clock milliseconds */
export function newLatestEvents(now: () => number): LatestEvents {
  const kept: Readonly<Record<Group, Kept[]>> = {
    newest: [],
    accepted: [],
    retried: [],
    lost: [],
    faulty: [],
  };
  /** Faults of rows that are not in a batch yet, by position. */
  const pending = new Map<number, string[]>();
  let total = 0;
  let madeMs = now();
  /** Between two rows of the latest batch. */
  let stepMs = 0;
  let hasChanged = false;
  let takenMs = -Infinity;

  const find = (index: number): Kept | undefined => {
    for (const events of Object.values(kept)) {
      const found = events.find((each) => each.index === index);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const add = (group: Group, event: Kept): void => {
    const events = kept[group];
    if (events.includes(event)) return;
    events.push(event);
    if (events.length > TAIL_EVENTS) events.shift();
  };
  const copy = (batch: Batch, place: number, outcome: EventOutcome): Kept => {
    const index = rowIndex(batch, place);
    return (
      find(index) ?? {
        index,
        bytes: bytesAt(batch, place),
        outcome,
        faults: pending.get(index),
        madeMs: madeMs - stepMs * (batch.count - 1 - place),
      }
    );
  };
  return {
    fault({ kind, position, ...fault }) {
      // The row at the position of one that is dropped by chance is another.
      if (kind === 'dropped' && !('incident' in fault)) return;
      const kinds = pending.get(position);
      if (kinds === undefined) pending.set(position, [kind]);
      else kinds.push(kind);
    },
    made(batch) {
      hasChanged = true;
      total += batch.count;
      const nowMs = now();
      stepMs = Math.max(0, Math.min(SPREAD_MS, nowMs - madeMs)) / batch.count;
      madeMs = nowMs;
      for (const place of lastPlaces(batch)) add('newest', copy(batch, place, 'in flight'));
      if (pending.size === 0) return;
      const end = rowIndex(batch, batch.count - 1);
      const faulty = [...pending.keys()].filter((position) => position <= end);
      for (const position of faulty.slice(-TAIL_EVENTS))
        if (position >= batch.first) add('faulty', copy(batch, position - batch.first, 'in flight'));
      for (const position of faulty) pending.delete(position);
    },
    outcome(batch, outcome) {
      hasChanged = true;
      const has = membership(batch);
      for (const events of Object.values(kept))
        for (const event of events) if (has(event.index)) event.outcome = outcome;
      const group = groupOf(outcome);
      if (group === undefined) return;
      for (const place of lastPlaces(batch)) add(group, copy(batch, place, outcome));
    },
    take(nowMs) {
      if (!hasChanged || nowMs - takenMs < EVERY_MS) return undefined;
      hasChanged = false;
      takenMs = nowMs;
      const events = new Map(
        Object.values(kept)
          .flat()
          .map((event) => [event.index, event]),
      );
      return {
        total,
        events: [...events.values()].toSorted((a, b) => b.index - a.index).map(plain),
      };
    },
  };
}

/** The last places of a batch, as many as the tail shows. */
const lastPlaces = ({ count }: Batch): readonly number[] => {
  const shown = Math.min(count, TAIL_EVENTS);
  return Array.from({ length: shown }, (_, i) => count - shown + i);
};

/** Whether a batch has the row with an index. */
function membership({ first, count, rows }: Batch): (index: number) => boolean {
  if (rows === undefined) return (index) => index >= first && index < first + count;
  const indices = new Set(rows);
  return (index) => indices.has(index);
}

function bytesAt({ bytes, ends }: Batch, place: number): Uint8Array {
  const from = place === 0 ? 0 : (ends[place - 1] ?? 0);
  const to = (ends[place] ?? from + 1) - 1;
  return bytes.slice(from, Math.min(to, from + MOST_BYTES));
}

function plain(event: Kept): TailEvent {
  const { index, bytes, outcome, faults, madeMs } = event;
  const line = (event.line ??= `${decoder.decode(bytes)}${bytes.length === MOST_BYTES ? '…' : ''}`);
  return { index, line, outcome, madeMs, ...(faults !== undefined && { faults }) };
}
