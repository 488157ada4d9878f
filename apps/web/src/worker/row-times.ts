import {
  messagesOf,
  clockTimes,
  readTimeline,
  type Timeline,
  type Timing,
  type EventTime,
  type RowTimes,
  type Schema,
  parseTime,
  type TimeResult,
  growingIn,
  type SchemaIssue,
} from '@catbird/engine';
import type { TimeRequest } from './schema-protocol.ts';

/** A schema, as far as times depend on it. */
export type Stepped = Pick<Schema, 'journey' | 'creation'>;

/**
 * Reads the settings of time for the rows of a schema. Journeys per second are left aside if its rows are no steps of a journey:
 * they may have been set for another schema.
 */
export function timeResult(
  { settings = {}, eps }: TimeRequest,
  { journey }: Stepped,
  nowMs: number,
): TimeResult {
  if (journey !== undefined) return parseTime(settings, { eps, nowMs, isJourney: true });
  const { starts, ...others } = settings;
  const result = parseTime(others, { eps, nowMs, isJourney: false });
  return result.ok && starts !== undefined
    ? {
        ...result,
        notes: [...result.notes, 'Journeys per second does not apply: the schema has no journey in time.'],
      }
    : result;
}

/** When the rows of a stream happen, as its preview, its table, its file and its sums see it. */
interface StreamTimes {
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

/** The issue of a schema that draws entities that grow, if its events have the clock's times. */
export function growthIssue(content: string, schema: Schema): SchemaIssue | undefined {
  const [entity] = growingIn(schema);
  if (entity === undefined) return undefined;
  const declared = Math.max(0, content.indexOf(JSON.stringify(entity.name)));
  const offset = Math.max(0, content.indexOf('"grow"', declared));
  const lines = content.slice(0, offset).split('\n');
  return {
    code: 'entity',
    severity: 'error',
    message: `Entity ${entity.name} grows in event time, but events have the clock’s time`,
    hint: 'In the settings, under Time and rate, choose even Arrivals or a Start in the past',
    path: ['$entities', entity.name, 'grow'],
    line: lines.length,
    column: (lines.at(-1) ?? '').length + 1,
    offset,
    length: '"grow"'.length,
  };
}
