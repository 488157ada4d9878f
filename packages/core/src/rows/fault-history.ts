import type { Place } from './fault-order.ts';
import type { EventTime } from './writer.ts';

/** The event times of the turns that copies may be taken from. */
export interface FaultHistory {
  /** Remembers when rows were made. */
  add(places: readonly Place[], time: EventTime): void;
  /** The event time that a turn was last made with; `otherwise` where it is not known. */
  timeOf(turn: number, otherwise: EventTime): EventTime;
}

/** @param most turns to remember behind the latest */
export function newHistory(most: number): FaultHistory {
  const spans: { readonly from: number; to: number; readonly time: EventTime }[] = [];
  return {
    add(places, time) {
      const turns = places.filter(({ copyOf }) => copyOf === 0).map(({ turn }) => turn);
      const [from, to] = [turns[0], turns.at(-1)];
      if (from === undefined || to === undefined) return;
      // What is made again has the time of now.
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
