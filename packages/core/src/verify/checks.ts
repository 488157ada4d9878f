import type { Allowed, JudgeOptions } from './options.ts';
import type { Check, Counts, TableReport } from './report.ts';

/** What is judged of the counts, and whether it is within what is allowed. */
export function checksOf(
  counts: Counts,
  order: TableReport['order'],
  { allow = {}, stage }: JudgeOptions,
  isSample: boolean,
): readonly Check[] {
  const check = (name: Check['name'], rows: number, allowed: number | undefined): Check => ({
    name,
    rows,
    allowed,
    verdict: allowed === undefined ? 'not judged' : rows <= allowed * counts.expected ? 'right' : 'wrong',
  });
  const most = (name: 'missing' | 'changed' | 'doubled' | 'extra'): number => allow[name] ?? 0;
  const { sent, there } = counts.copies;
  const gone = sent - there;
  const lost = stage === 'raw' ? gone : 0;
  // Copies that are left are judged by the recall.
  const left = allow.dedup === undefined ? 0 : there;
  return [
    check('missing', counts.missing + lost, most('missing')),
    check('changed', counts.changed, most('changed')),
    check('doubled', counts.doubled - left, most('doubled')),
    check('extra', counts.extra + counts.unsent + counts.unreadable, isSample ? undefined : most('extra')),
    check('order', order?.rows ?? 0, order && allow.order),
    ...(allow.dedup === undefined ? [] : [dedupCheck(counts, allow.dedup)]),
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
