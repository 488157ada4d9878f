import type { Allowed, JudgeOptions } from './contract.ts';
import type { Check, Counts, TableReport, SampleReport } from './report.ts';
import type { Comparer } from './comparer.ts';
import type { Finding } from './finding.ts';
import type { Truth, Part } from './truth.ts';

/** What is judged of the counts, and whether it is within what is allowed. */
export function checksOf(
  counts: Counts,
  {
    order,
    lag,
    isSample,
  }: { readonly order: TableReport['order']; readonly lag: Check | undefined; readonly isSample: boolean },
  { allow = {}, stage, withinMs }: JudgeOptions,
): readonly Check[] {
  const check = (name: Check['name'], rows: number, allowed: number | undefined): Check => ({
    name,
    rows,
    allowed,
    verdict: allowed === undefined ? 'not judged' : rows <= allowed * counts.expected ? 'right' : 'wrong',
  });
  const judged = (name: Check['name'], rows: number, most = 0): Check => check(name, rows, most);
  const { dedup } = allow;
  const extra = counts.extra + counts.unsent + counts.unreadable;
  const { sent, there } = counts.copies;
  const gone = sent - there;
  const lost = stage === 'raw' ? gone : 0;
  // Copies that are left are judged by the recall.
  const left = dedup === undefined ? 0 : there;
  return [
    judged('missing', counts.missing + lost, allow.missing),
    judged('changed', counts.changed, allow.changed),
    judged('doubled', counts.doubled - left, allow.doubled),
    isSample ? check('extra', extra, undefined) : judged('extra', extra, allow.extra),
    check('order', order?.rows ?? 0, order && allow.order),
    ...(withinMs === undefined ? [] : [judged('late', counts.late, allow.late)]),
    ...(lag === undefined ? [] : [lag]),
    ...(dedup === undefined ? [] : [dedupCheck(counts, dedup)]),
  ];
}

/** Whether copies were removed as well as they must be. `rows`: copies that are left. */
function dedupCheck(
  { copies: { sent, there }, missing }: Counts,
  { precision = 0, recall = 0 }: NonNullable<Allowed['dedup']>,
): Check {
  const gone = sent - there;
  const isMet = gone >= recall * sent && gone >= precision * (gone + missing);
  return { name: 'dedup', rows: there, allowed: undefined, verdict: isMet ? 'right' : 'wrong' };
}

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

/** The chance that the bound of a sample does not hold. */
const RISK = 0.05;
/** Steps of a bisection that leave nothing to find in a double. */
const STEPS = 60;

/** What the counts of a sample tell of all rows. */
export function sampleReport({ of }: Part, { expected, changed, missing, pending }: Counts): SampleReport {
  const wrong = changed + missing;
  // Pending rows are not judged.
  const atMost = expected < of ? upperBound(wrong, expected - pending) : wrong / Math.max(1, of);
  return { of, wrong, atMost };
}

/** The greatest share at which `wrong` or fewer of `rows` are found with a chance of 5 %, by Clopper and Pearson: https://doi.org/10.1093/biomet/26.4.404 */
export function upperBound(wrong: number, rows: number): number {
  if (wrong >= rows) return 1;
  if (wrong === 0) return 1 - RISK ** (1 / rows);
  let [low, high] = [wrong / rows, 1];
  for (let i = 0; i < STEPS; i++) {
    const share = (low + high) / 2;
    if (chanceUpTo(wrong, rows, share) > RISK) low = share;
    else high = share;
  }
  return high;
}

/** The chance of at most `most` hits in `tries`. */
function chanceUpTo(most: number, tries: number, share: number): number {
  let term = tries * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let k = 1; k <= most; k++) {
    term += Math.log((tries - k + 1) / k) + Math.log(share / (1 - share));
    sum += Math.exp(term);
  }
  return sum;
}
