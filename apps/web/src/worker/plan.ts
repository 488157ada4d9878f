import {
  byteLength,
  newBatch,
  newTimeline,
  newTiming,
  payload,
  type Rate,
  type RowWriter,
  type Timing,
} from '@catbird/core';
import { parseTime, peakOf } from '@catbird/core/time';
import type { StreamPlan, TimeRequest } from './protocol.ts';

/** What a stream that starts now will send, by its rate; undefined if the settings are invalid. */
export function planOf(
  { settings = {}, eps }: TimeRequest,
  seed: string,
  limit: number,
  nowMs: number,
): Omit<StreamPlan, 'rows'> | undefined {
  const parsed = parseTime(settings, { eps, nowMs });
  if (!parsed.ok) return undefined;
  const timing = parsed.timing ?? clockTiming(eps, parsed.shape, nowMs);
  const { fromMs, toMs } = timing;
  const timeline = newTimeline(timing, seed);
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
    perSecond: timeline.rateAt(Math.max(nowMs, fromMs)),
    mostPerSecond: mostPerSecond(timing, nowMs),
    // Where a relative beginning lies is what the form has just asked for.
    notes: parsed.notes.filter((note) => !note.startsWith('from ')),
  };
}

/** A stream with the clock's times, as one that begins now. */
const clockTiming = (eps: number, shape: Rate | undefined, nowMs: number): Timing =>
  newTiming({ fromMs: nowMs, eps, rate: shape ?? {} });

/** A bound of the rate from an instant on: the product of its factors' highest values. */
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
export function rowTraits(writer: RowWriter, nowMs: number): NonNullable<StreamPlan['rows']> {
  const fill = (startMs: number) =>
    writer.fill(newBatch(), { first: 0, count: TRAIT_ROWS, time: { startMs, stepMs: 1000 } });
  const batch = fill(nowMs);
  const other = payload(fill(nowMs - OTHER_MS));
  const bytes = payload(batch);
  const isSame = bytes.length === other.length && bytes.every((byte, i) => byte === other[i]);
  return { bytes: byteLength(batch) / batch.count, areTimed: !isSame };
}
