import { instantText } from '@catbird/core/time';
import { plural, rate } from '../report/words.ts';
import type { StreamExtent } from './extent.ts';
import { shardLimit } from './shard.ts';
import type { StreamTime } from './timing.ts';

/** Notes about event times: what the settings mean now, and how many events are in the past. */
export const timeNotes = (
  { notes }: Pick<StreamTime, 'notes'>,
  extent: Pick<StreamExtent, 'time' | 'rows' | 'part'>,
  presentMs: number,
): readonly string[] => [...notes, ...pastNotes(extent, presentMs)];

function pastNotes(
  { time, rows: { dueBefore }, part: { shard } }: Pick<StreamExtent, 'time' | 'rows' | 'part'>,
  presentMs: number,
): string[] {
  if (time === undefined) return [];
  const { timing, timeline } = time;
  const before = (ms: number): number => {
    const rows = dueBefore(timeline.before(ms));
    return shard === undefined ? rows : shardLimit(rows, shard);
  };
  const { fromMs, toMs } = timing;
  if (toMs !== null && toMs <= presentMs)
    return [`${plural(before(toMs), 'event')} from ${instantText(fromMs)} to ${instantText(toMs)}`];
  // Also those of the current millisecond.
  const past = before(presentMs + 1);
  const perSecond = timeline.rateAt(presentMs) / (shard?.count ?? 1);
  return past <= 1 ? [] : [`${plural(past, 'event')} by now, then ${rate(perSecond)} a second`];
}
