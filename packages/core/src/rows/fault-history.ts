import type { Place } from './fault-order.ts';
import type { EventTime } from './writer.ts';

/** The event times of the rows that duplicates may copy. */
export interface FaultHistory {
  /** Records the event time of rows. */
  add(places: readonly Place[], time: EventTime): void;
  /** The latest event time of a turn, or `otherwise` if it is unknown. */
  timeOf(turn: number, otherwise: EventTime): EventTime;
}

/** @param most number of turns to remember before the latest */
export function newHistory(most: number): FaultHistory {
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
      if (last !== undefined && last.to + 1 === from && isSame(last.time, time)) last.to = to;
      else spans.push({ from, to, time });
    },
    timeOf: (turn, otherwise) =>
      spans.findLast(({ from, to }) => from <= turn && turn <= to)?.time ?? otherwise,
  };
}

const isSame = (one: EventTime, other: EventTime): boolean =>
  one.startMs === other.startMs && one.stepMs === other.stepMs;
