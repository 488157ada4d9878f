import { countText, type LineStatistics, type Statistics } from '@catbird/core/statistics';

/** What was left out of statistics, in sentences. */
export const statisticsNotes = ({ unfollowed }: Statistics): readonly string[] =>
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
