import { invalid } from '../model/issue.ts';
import { growthProblem } from '../config/shared.ts';
import { growingIn } from '../generators/analysis/table.ts';
import { readTimeline } from '../journey/timeline.ts';
import type { Reading } from '../time/duration.ts';
import type { Timeline } from '../time/timeline.ts';
import type { Timing } from '../time/timing.ts';
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
