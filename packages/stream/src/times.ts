import { invalid, growingIn, readTimeline, type Reading, type Timeline, type Timing } from '@catbird/engine';
import { growthProblem } from './config/shared.ts';
import type { StreamSettings } from './settings.ts';

/** The event times of a stream that computes them. */
export interface EventTimes {
  /** With all changes of the rate so far. */
  readonly timing: Timing;
  /** As the options give it. */
  readonly given: Timing;
  readonly timeline: Timeline;
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** The event times of a stream, undefined if rows have the clock's time. */
export function eventTimesOf({
  schema,
  seed,
  optionOf,
  time: { timing: given, nowMs },
  left,
}: StreamSettings): Reading<EventTimes | undefined> {
  const [grows] = growingIn(schema);
  if (given === undefined)
    return grows === undefined
      ? { ok: true, value: undefined }
      : invalid(growthProblem({ optionOf }, grows.name));
  const timing = left?.timing ?? given;
  const timeline = readTimeline(schema, timing, seed);
  return timeline.ok ? { ok: true, value: { timing, given, timeline: timeline.value, nowMs } } : timeline;
}
