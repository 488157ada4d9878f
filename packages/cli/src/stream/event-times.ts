import type { Schema } from '@catbird/core';
import { readTimeline, type Timing } from '@catbird/core/time';
import { growthProblem } from './growth.ts';
import type { Part } from './part.ts';
import type { EventTimes } from './prepared.ts';
import type { StreamSpec } from './spec.ts';
import { readTime, type StreamTime } from './timing.ts';

/**
 * The event times of a stream of rows, with the changes of an earlier process. Undefined if rows have the clock's time.
 *
 * @returns a sentence if they cannot be computed, or cannot be those of the same stream elsewhere
 */
export function eventTimesOf(
  spec: StreamSpec,
  schema: Schema,
  { timing: given, nowMs }: StreamTime,
  { seed, shard, changes }: Part,
): EventTimes | undefined | { readonly problem: string } {
  if (given === undefined) return growthProblem(spec, schema);
  // The threads of a process count from the same present.
  const isAlone = shard === undefined || spec.worker !== undefined;
  if (!isAlone && spec.options.startAt === undefined && isRelative(spec, schema, { given, nowMs }))
    return {
      problem: `--shard needs absolute ${spec.optionOf('from')} and ${spec.optionOf('to')} times, the same for all shards, or --start-at as the base of relative times`,
    };
  const timing = changes === undefined ? given : withChanges(spec, schema, changes);
  if (timing === undefined)
    return {
      problem: `--state ${spec.options.state}: the changes of the rate do not fit ${spec.optionOf('to')}`,
    };
  const timeline = readTimeline(schema, timing, seed);
  return timeline.ok ? { timing, given, timeline: timeline.value, nowMs } : { problem: timeline.message };
}

/** Whether event times depend on when the process starts. */
export function isRelative(
  spec: Pick<StreamSpec, 'options' | 'optionOf'>,
  { journey }: Schema,
  { given: { fromMs, toMs }, nowMs }: { readonly given: Timing; readonly nowMs: number },
): boolean {
  const later = readTime({ ...spec, nowMs: nowMs + 3_600_000 }, journey !== undefined);
  return later.ok && (later.timing?.fromMs !== fromMs || later.timing.toMs !== toMs);
}

function withChanges(spec: StreamSpec, { journey }: Schema, changes: readonly unknown[]): Timing | undefined {
  const reading = readTime({ ...spec, options: { ...spec.options, changes } }, journey !== undefined);
  return reading.ok ? reading.timing : undefined;
}
