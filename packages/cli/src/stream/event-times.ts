import { invalid, type Schema, type Reading, type Timing } from '@catbird/engine';
import type { Part } from './part.ts';
import type { StreamSpec } from './spec.ts';
import { readTime, type StreamTime } from './timing.ts';

/**
 * How the event times of a stream are computed, with the changes of an earlier process. Undefined if rows have the clock's time.
 * Invalid if they cannot be those of the same stream elsewhere.
 */
export function timingOf(
  spec: StreamSpec,
  schema: Schema,
  { timing: given, nowMs }: StreamTime,
  { shard, changes }: Part,
): Reading<Timing | undefined> {
  if (given === undefined) return { ok: true, value: undefined };
  // The threads of a process count from the same present.
  const isAlone = shard === undefined || spec.worker !== undefined;
  if (!isAlone && spec.options.startAt === undefined && isRelative(spec, schema, { given, nowMs }))
    return invalid(
      `--shard needs absolute ${spec.optionOf('from')} and ${spec.optionOf('to')} times, the same for all shards, or --start-at as the base of relative times`,
    );
  const timing = changes === undefined ? given : withChanges(spec, schema, changes);
  return timing === undefined
    ? invalid(`--state ${spec.options.state}: the changes of the rate do not fit ${spec.optionOf('to')}`)
    : { ok: true, value: timing };
}

/** Whether event times depend on when the process starts. */
export function isRelative(
  spec: Pick<StreamSpec, 'options' | 'optionOf'>,
  schema: Schema,
  { given: { fromMs, toMs }, nowMs }: { readonly given: Timing; readonly nowMs: number },
): boolean {
  const later = readTime({ ...spec, nowMs: nowMs + 3_600_000 }, schema);
  return later.ok && (later.timing?.fromMs !== fromMs || later.timing.toMs !== toMs);
}

function withChanges(spec: StreamSpec, schema: Schema, changes: readonly unknown[]): Timing | undefined {
  const reading = readTime({ ...spec, options: { ...spec.options, changes } }, schema);
  return reading.ok ? reading.timing : undefined;
}
