import { askedShares, clockTimes, compileWithDrops, invalid, rowsIn, type Result } from '@catbird/engine';
import { countText, streamStatistics, type LineStatistics, type Statistics } from '@catbird/verify';
import type { RowsAsked } from '../commands/rows-asked.ts';

/** What was left out of statistics, in sentences. */
const statisticsNotes = ({ unfollowed }: Statistics): readonly string[] =>
  unfollowed === 0 ? [] : [`Skipped ${countText(unfollowed, 'field')}: too many or nested too deeply`];

/** What was skipped of lines, in sentences. */
export function lineNotes(statistics: LineStatistics): readonly string[] {
  const { skipped, hasMore, foreignLines, rows } = statistics;
  const reasons = [
    [skipped.invalid, 'not JSON'],
    [skipped.notObjects, 'not an object'],
    [skipped.tooLong, 'longer than 64 MiB'],
  ] as const;
  const parts = reasons
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${countText(count, 'line')} ${count === 1 ? 'that is' : 'that are'} ${what}`);
  return [
    ...(parts.length === 0
      ? []
      : [`Skipped ${parts.join(', ')}. The first one is line ${skipped.firstLine}`]),
    ...(foreignLines === 0 ? [] : [`${countText(foreignLines, 'line')} not in UTF-8, read as Windows-1252`]),
    ...(hasMore ? [`Counted the first ${countText(rows, 'row')}. Use -n for more`] : []),
    ...statisticsNotes(statistics),
  ];
}

/** Statistics of a stream, and what to say about it. */
interface Counted {
  readonly statistics: Statistics;
  readonly notes: readonly string[];
}

/** The statistics of a stream's rows. @param rows how many. Undefined: a number that suits them */
export function countRows(
  { schema, options: { eps = 1 }, seed, times, isTable, notes }: RowsAsked,
  rows: number | undefined,
): Result<Counted> {
  const { computed, nowMs } = times;
  const statistics = streamStatistics({
    writer: compileWithDrops(schema, seed),
    time: computed === undefined ? clockTimes(nowMs, eps, rows) : times.time(),
    computed: isTable ? undefined : computed,
    nowMs,
    rows,
    available: rowsIn(schema),
    asked: askedShares(schema),
  });
  if (statistics.rows === 0) return invalid('No rows: the stream has none before its end');
  return {
    ok: true,
    statistics,
    notes: [...notes, ...times.notes, ...statisticsNotes(statistics), `Seed ${seed}`],
  };
}
