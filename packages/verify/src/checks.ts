import type { Allowed, JudgeOptions } from './options.ts';
import type { Check, Counts, TableReport } from './report.ts';

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
