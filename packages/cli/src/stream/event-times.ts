import { invalid, type Schema, type Reading, type Timing, instantText } from '@catbird/engine';
import type { Part } from './part.ts';
import type { StreamSpec } from './spec.ts';
import { isAdjustable, type Pace } from '@catbird/send';
import { shardLimit, readTime as read, type StreamTime, type TimeReading } from '@catbird/stream';
import { plural, rate, time as duration } from '../report/words.ts';
import type { StreamExtent } from './extent.ts';
import type { KeptTime } from './state.ts';

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

/** A stream that began this much before the present at most is live at once. */
const PRESENT_MS = 1000;

/** Notes about event times: what the settings mean now, and how many events are in the past. */
export const timeNotes = (
  { notes }: Pick<StreamTime, 'notes'>,
  extent: Pick<StreamExtent, 'plan' | 'part'>,
  presentMs: number,
): readonly string[] => [...notes, ...pastNotes(extent, presentMs)];

/** How a stream that was paused when its process ended goes on. */
export function pausedNotes(
  { plan: { time }, part: { isResumed } }: Pick<StreamExtent, 'plan' | 'part'>,
  pace: Pace,
  { options: { controlPort }, isSteered = false }: Pick<StreamSpec, 'options' | 'isSteered'>,
): readonly string[] {
  const isKept = isResumed && time !== undefined && time.timing.changes.length > time.given.changes.length;
  if (!isKept || !isAdjustable(pace) || !pace.isPaused) return [];
  if (controlPort !== undefined)
    return [`Paused. Resume with: curl -X POST http://127.0.0.1:${controlPort}/resume`];
  return [`Paused. Resume with ${isSteered ? 'the space bar' : '--control-port PORT and POST /resume'}`];
}

function pastNotes(extent: Pick<StreamExtent, 'plan' | 'part'>, presentMs: number): readonly string[] {
  const { time } = extent.plan;
  // What is past is no history of a recording, which has its own rhythm.
  if (time === undefined || time.timing.recorded === true) return [];
  const { fromMs, toMs } = time.timing;
  const isOver = toMs !== null && toMs <= presentMs;
  // Also those of the current millisecond.
  const past = ownRows(extent, extent.plan.dueBefore(time.timeline.before(isOver ? toMs : presentMs + 1)));
  // A beginning now is cut to the whole second: that is no history.
  if (!isOver && (presentMs - fromMs <= PRESENT_MS || past <= 1)) return [];
  const limit = ownRows(extent, extent.plan.wholeRows);
  if (limit >= 0 && limit < past) return [`${plural(limit, 'event')}, all from the past`];
  if (isOver) return [`${plural(past, 'event')} from ${instantText(fromMs)} to ${instantText(toMs)}`];
  return [untilNow(extent, time, { past, presentMs })];
}

/** How many of the first rows of the whole stream are those of this process; −1 stays −1. */
const ownRows = ({ part: { shard } }: Pick<StreamExtent, 'part'>, rows: number): number =>
  shard === undefined || rows < 0 ? rows : shardLimit(rows, shard);

/** How many events a stream has until now, and what follows. */
function untilNow(
  { part: { shard, isResumed } }: Pick<StreamExtent, 'part'>,
  { timing, timeline }: Pick<NonNullable<StreamExtent['plan']['time']>, 'timing' | 'timeline'>,
  { past, presentMs }: { readonly past: number; readonly presentMs: number },
): string {
  const perSecond = timeline.rateAt(presentMs) / (shard?.count ?? 1);
  const isAll = timeline.before(presentMs + 1) === timeline.before(Infinity);
  const rest = isAll ? 'and no more' : `then ${rate(perSecond)} a second`;
  const all = plural(past, 'event');
  if (timing.speed === 'max') return `${all} by now, ${rest}`;
  // A resumed stream has sent some of the past.
  const behindMs = isResumed ? undefined : presentMs - timing.fromMs;
  return `${all} up to now, ${rest}. ${speedNote(timing, timing.speed, behindMs)}`;
}

/** When a stream with a finite speed catches up with the clock, which also moves on. */
function speedNote({ future }: Pick<Timing, 'future'>, speed: number, behindMs: number | undefined): string {
  const given = `At speed ${rate(speed)}, the stream`;
  if (speed < 1) return `${given} falls further behind the present`;
  if (speed === 1) return `${given} stays this far behind the present`;
  const reached = behindMs === undefined ? '' : ` after ${duration(behindMs / (speed - 1))}`;
  return `${given} reaches the present${reached}${future ? ' and goes on at that speed' : ''}`;
}

/**
 * Reads the time settings of a stream. Relative times count from its start or the present, unless it says otherwise.
 *
 * @param schema of its rows, undefined if that is not known
 */
export const readTime = (
  {
    options,
    optionOf,
    nowMs = options.startAt ?? Date.now(),
  }: Pick<StreamSpec, 'options' | 'optionOf' | 'nowMs'>,
  schema: Pick<Schema, 'journey' | 'recording'> | undefined,
): TimeReading => read({ options, optionOf, nowMs }, schema);

/** What of a timing determines the times of rows. The end and the speed do not. */
const OF_ROWS = [
  'fromMs',
  'eps',
  'unit',
  'recorded',
  'rate',
  'zone',
  'arrivals',
  'disorderMs',
  'changes',
] as const;

/** The part of a timing that determines the times of rows. */
export const rowTiming = (timing: Timing): Readonly<Record<string, unknown>> =>
  Object.fromEntries(OF_ROWS.map((name) => [name, timing[name]]));

const NAMES: Readonly<Record<string, string>> = {
  fromMs: 'another --from',
  eps: 'another --eps',
  starts: 'another --starts',
  unit: 'another unit of its rate (--eps or --starts)',
  recorded: 'another rhythm (--replay with or without --eps)',
  rate: 'another --rate',
  zone: 'another --zone, or other rules of its clock',
  arrivals: 'other --arrivals',
  disorderMs: 'another --disorder',
  changes: 'other --changes',
};

/** How a stream's times differ from those of an earlier process, a phrase for each difference. */
export function timingDifferences(kept: KeptTime | null, timing: Timing | undefined): readonly string[] {
  if (kept === null) return timing === undefined ? [] : ['the current time in its events'];
  if (timing === undefined) return ['event times from --from, --rate or --arrivals'];
  return Object.entries(rowTiming(timing)).flatMap(([key, value]) =>
    JSON.stringify(value) === JSON.stringify(kept.timing[key]) ? [] : [nameOf(key, timing)],
  );
}

const nameOf = (key: string, { unit }: Timing): string =>
  (key === 'eps' && unit !== undefined ? NAMES[unit] : NAMES[key]) ?? key;
