import {
  messagesOf,
  clockTimes,
  readTimeline,
  type Timeline,
  type Timing,
  type EventTime,
  type RowTimes,
} from '@catbird/engine';
import type { TimeRequest } from './schema-protocol.ts';
import { timeResult, type Stepped } from './settings.ts';

/** When the rows of a stream happen, as its preview, its table, its file and its sums see it. */
export interface StreamTimes {
  /** What `fill` takes: computed times, or those of a clock that a stream at its rate follows. */
  readonly time: EventTime | RowTimes;
  /** Set if times are computed from the index. */
  readonly computed: { readonly timing: Timing; readonly timeline: Timeline } | undefined;
}

/**
 * The times of a stream that starts now. Invalid settings count as none: the form names what is wrong with them.
 *
 * @throws RangeError if the rows cannot be timed
 */
export function timesOf(
  request: TimeRequest,
  { schema, seed, nowMs }: { readonly schema: Stepped; readonly seed: string; readonly nowMs: number },
): StreamTimes {
  const given = timeResult(request, schema, nowMs);
  const parsed = given.ok ? given : timeResult({ ...request, settings: {} }, schema, nowMs);
  const timing = parsed.ok ? parsed.timing : undefined;
  if (timing === undefined) return { time: clockTimes(nowMs, request.eps), computed: undefined };
  const read = readTimeline(schema, timing, seed);
  if (!read.ok) throw new RangeError(messagesOf(read.issues).join('. '));
  const timeline = read.value;
  return { time: timeline, computed: { timing, timeline } };
}
