import {
  messagesOf,
  byteLength,
  compile,
  newBatch,
  payload,
  type Extent,
  type Schema,
  type JourneyTimeline,
  newTiming,
  peakOf,
  readTimeline,
  type Timeline,
  timelineOf,
  type Timing,
  type TimeResult,
} from '@catbird/engine';
import type { StreamPlan, TimeRequest } from './schema-protocol.ts';
import { timeResult, type Stepped } from './row-times.ts';

/** What a stream that starts now will send, by its rate; undefined if the settings are invalid. */
export function planOf(
  request: TimeRequest,
  { schema, seed, limit, nowMs }: Planned,
): Omit<StreamPlan, 'rows'> | undefined {
  const parsed = timeResult(request, schema, nowMs);
  if (!parsed.ok) return undefined;
  const timing = parsed.timing ?? clockTiming(request.eps, parsed, nowMs);
  const { fromMs, toMs } = timing;
  const read = readTimeline(schema, timing, seed);
  if (!read.ok)
    return {
      nowMs,
      fromMs,
      toMs,
      dueRows: 0,
      totalRows: 0,
      perSecond: 0,
      mostPerSecond: 0,
      notes: messagesOf(read.issues),
    };
  const timeline = read.value;
  const most = limit === -1 ? Infinity : limit;
  const dueRows = Math.min(most, timeline.before(Math.min(nowMs, toMs ?? Infinity)));
  const isNever = timeline.time(0) >= (toMs ?? Infinity);
  const totalRows = isNever ? 0 : toMs === null ? most : Math.min(most, timeline.before(toMs));
  return {
    nowMs,
    fromMs,
    toMs,
    dueRows,
    totalRows: totalRows === Infinity ? null : totalRows,
    ...ratesOf(timeline, timing, nowMs),
    // Where a relative beginning lies is what the form has just asked for.
    notes: parsed.notes.filter((note) => !note.startsWith('from ')),
  };
}

/** The rate now, or at the beginning if that is still to come, and its bound. */
function ratesOf(
  timeline: Timeline | JourneyTimeline,
  timing: Timing,
  nowMs: number,
): Pick<StreamPlan, 'perSecond' | 'mostPerSecond' | 'journeysPerSecond'> {
  const atMs = Math.max(nowMs, timing.fromMs);
  const perSecond = timeline.rateAt(atMs);
  if (timeline.isFixed === true) return { perSecond, mostPerSecond: perSecond };
  const rates = { perSecond, mostPerSecond: mostPerSecond(timing, nowMs) };
  if (!('starts' in timeline)) return rates;
  const { starts, eventsPerStart } = timeline;
  return {
    ...rates,
    mostPerSecond: rates.mostPerSecond * (timing.unit === 'starts' ? eventsPerStart : 1),
    journeysPerSecond: starts.rateAt(atMs),
  };
}

/** A stream that starts now. */
interface Planned {
  readonly schema: Stepped;
  readonly seed: string;
  /** −1: none. */
  readonly limit: number;
  readonly nowMs: number;
}

/** A stream with the clock's times, as one that begins now. */
const clockTiming = (
  eps: number,
  { shape = {}, zone }: Pick<Extract<TimeResult, { ok: true }>, 'shape' | 'zone'>,
  nowMs: number,
): Timing => newTiming({ fromMs: nowMs, eps, rate: shape, ...(zone && { zone }) });

/** A bound of the rate from an instant on, in the unit of the timing: the product of its factors' highest values. */
export function mostPerSecond({ rate, eps, fromMs }: Timing, nowMs: number): number {
  const { stages = [] } = rate;
  // The last stage that has begun still counts: the rate is on its way from there.
  const begun = stages.findLastIndex(([ms]) => ms <= nowMs - fromMs);
  return peakOf({ ...rate, stages: stages.slice(Math.max(0, begun)) }, eps);
}

/** Rows that are made to see what rows are like. */
const TRAIT_ROWS = 50;

/** A time far from any that rows are likely to hold by chance, in whole and odd units. */
const OTHER_MS = 98_765_432;

/** The mean size of the first rows, and whether another event time makes other rows. */
export function rowTraits(schema: Schema, seed: string, nowMs: number): NonNullable<StreamPlan['rows']> {
  const writer = compile(schema, { seed });
  // Journeys and growth need times that pass.
  const timeFrom = (startMs: number): Extent['time'] =>
    schema.journey === undefined
      ? { startMs, stepMs: 1 }
      : timelineOf(schema, newTiming({ fromMs: startMs, eps: 1 }), seed);
  const fill = (startMs: number) =>
    writer.fill(newBatch(), { first: 0, count: TRAIT_ROWS, time: timeFrom(startMs) });
  const batch = fill(nowMs);
  const other = payload(fill(nowMs - OTHER_MS));
  const bytes = payload(batch);
  const isSame = bytes.length === other.length && bytes.every((byte, i) => byte === other[i]);
  return { bytes: byteLength(batch) / batch.count, areTimed: !isSame };
}
