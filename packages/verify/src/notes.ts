import type { Comparer } from './columns.ts';
import type { Finding } from './finding.ts';
import type { Counts } from './report.ts';
import type { Truth } from './truth.ts';

/** What it may mean that no row was recognised. */
export function strangenessOf({ expected, right, changed, extra, unreadable }: Counts): readonly string[] {
  if (right + changed > 0 || expected === 0) return [];
  if (extra > 0) return ['No row that arrived was sent. Is it another seed, another run or another table?'];
  return unreadable > 0
    ? ['Nothing that arrived is a row. Is it another file, or another format?']
    : ['No row arrived. Is it empty, another file or another format?'];
}

/** What was not compared, or can only be judged as a whole. */
export function notesOf({ unexpected }: Comparer, { identity }: Finding, truth: Truth): readonly string[] {
  return [
    ...(identity.length === 0 && truth.rows > 1
      ? [
          'No column tells rows apart, so a changed row counts as a missing one and one that nobody sent. To tell them apart, send a field with catbird.sequence or string.uuid',
        ]
      : []),
    ...[...unexpected].map(
      ([column, rows]) => `Not compared: ${column}, which no row of the stream has (in ${rows} rows)`,
    ),
  ];
}
