import type { SentRow } from './fault-order.ts';
import type { EventTime, Extent } from './writer.ts';

/** The clock's times of the rows that duplicates may copy. Computed times follow from the row. */
export interface FaultHistory {
  /** Records the event time of rows. */
  add(places: readonly SentRow[], time: EventTime): void;
  /** Remembers at least this many turns before the latest. */
  reach(turns: number): void;
  /** The latest event time of a turn, or `otherwise` if it is unknown. */
  timeOf(turn: number, otherwise: EventTime): EventTime;
}

/** An empty history. */
export function newHistory(): FaultHistory {
  let most = 0;
  const spans: { readonly from: number; to: number; readonly time: EventTime }[] = [];
  return {
    add(places, time) {
      const turns = places.filter(({ copyOf }) => copyOf === 0).map(({ turn }) => turn);
      const [from, to] = [turns[0], turns.at(-1)];
      if (from === undefined || to === undefined) return;
      // Rows that are generated again get the current time.
      while ((spans.at(-1)?.from ?? -1) >= from) spans.pop();
      while ((spans[0]?.to ?? Infinity) < from - most) spans.shift();
      const last = spans.at(-1);
      if (last !== undefined && last.to + 1 === from && isSameTime(last.time, time)) last.to = to;
      else spans.push({ from, to, time });
    },
    reach: (turns) => void (most = Math.max(most, turns)),
    timeOf: (turn, otherwise) =>
      spans.findLast(({ from, to }) => from <= turn && turn <= to)?.time ?? otherwise,
  };
}

/** Whether the event times of all rows are the same. */
export const isSameTime = (one: Extent['time'], other: Extent['time']): boolean =>
  one === other ||
  (!('put' in one) && !('put' in other) && one.startMs === other.startMs && one.stepMs === other.stepMs);
