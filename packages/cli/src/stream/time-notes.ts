import { instantText, type Timing } from '@catbird/engine';
import { isAdjustable, type Pace } from '@catbird/send';
import { shardLimit } from '@catbird/stream';
import { plural, rate, time as duration } from '../report/words.ts';
import type { StreamExtent } from './extent.ts';
import type { StreamSpec } from './spec.ts';
import type { StreamTime } from './timing.ts';

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
