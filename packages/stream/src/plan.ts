import { type Result, changeIn } from '@catbird/engine';
import {
  type Clock,
  type Progress,
  clockFrom,
  ending,
  type EndingOptions,
  type Pace,
  type Range,
} from '@catbird/send';
import { backfillOf, type BackfillProgress } from './backfill.ts';
import { endsOf, once, type StreamEnds } from './ends.ts';
import { paceOf, reachedOf, startsNow } from './pace.ts';
import { rowsOf, type StreamRows } from './rows.ts';
import { remainingOf, type StreamSettings } from './settings.ts';
import { eventTimesOf, type EventTimes } from './times.ts';

/** What a stream sends and when: everything but where to. */
export interface StreamPlan extends StreamRows, Omit<StreamEnds, 'endBy' | 'leftOf'> {
  /** Computed event times. Undefined if rows have the clock's time. */
  readonly time: EventTimes | undefined;
  /** The rows to send, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Index of the first of them. */
  readonly first: number;
  /** Rows are changes of a table, which must arrive one after the other. */
  readonly isOrdered: boolean;
  /** What the options mean now. */
  readonly notes: readonly string[];
  /** When the rows are due. @param clock of the run */
  readonly paceBy: (clock: Clock) => StreamPace;
}

/** When the rows of a stream are due. */
export interface StreamPace {
  readonly pace: Pace;
  /** How the duration ends the stream. Undefined: there is none, or it is no number of rows. */
  readonly end: EndingOptions | undefined;
  /** How much of the duration is spent, in milliseconds, if the rows do not tell. */
  readonly spentMs: () => number | undefined;
  /** How much of the past is left. Undefined once the stream is live, and without event times. */
  readonly backfill: (progress: Progress) => BackfillProgress | undefined;
}

/** The plan of a stream. Data of the schema must be loaded. */
export function planStream(settings: StreamSettings): Result<{ readonly plan: StreamPlan }> {
  const times = eventTimesOf(settings);
  if (!times.ok) return times;
  const time = times.value;
  const made = rowsOf(settings, time);
  if (!made.ok) return made;
  const { rows } = made;
  const { endBy, leftOf, ...ends } = endsOf(settings, time, rows);
  const remaining = remainingOf(settings);
  const reachedMs = once(() => (time === undefined ? 0 : reachedOf(settings, { time, rows })));
  return {
    ok: true,
    plan: {
      ...rows,
      ...ends,
      time,
      remaining,
      first: remaining[0]?.[0] ?? 0,
      isOrdered: changeIn(settings.schema) !== undefined,
      notes: settings.time.notes,
      paceBy(wall) {
        const clock = startsNow(settings) ? clockFrom(reachedMs, wall) : wall;
        const endless = paceOf(settings, { time, rows, wholeRows: ends.wholeRows, reachedMs }, clock);
        return {
          ...withEnd(endless, endBy(clock), settings.left?.spentMs),
          backfill(progress) {
            if (time === undefined) return undefined;
            const timing = { ...time.timing, fromMs: reachedMs() };
            const dueBefore = (ms: number): number => leftOf(rows.dueBefore(time.timeline.before(ms)));
            return backfillOf(progress, timing, clock, dueBefore);
          },
        };
      },
    },
  };
}

/** A pace that ends with the duration, if there is one, and how much of that is spent once the rows do not tell. */
function withEnd(
  pace: Pace,
  end: EndingOptions | undefined,
  before: number | undefined,
): Pick<StreamPace, 'pace' | 'end' | 'spentMs'> {
  if (end === undefined) return { pace, end, spentMs: () => undefined };
  const ended = ending(pace, end);
  const isTold = (): boolean => before === undefined && !ended.isChanged;
  return { pace: ended, end, spentMs: () => (isTold() ? undefined : (before ?? 0) + ended.spentMs) };
}
