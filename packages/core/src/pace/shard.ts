import type { Pace } from './pace.ts';

/**
 * The part of a pace for one of `count` processes, which sends rows `index`, `index + count`, … of the stream. At every moment,
 * the rows due in all parts are those due in the whole.
 *
 * @param shard `index` is from 0 to `count − 1`
 */
export function shardPace(
  whole: Pace,
  { index, count }: { readonly index: number; readonly count: number },
): Pace {
  const share = (rows: number): number => Math.max(0, Math.ceil((rows - index) / count));
  return {
    get perSecond() {
      return whole.perSecond / count;
    },
    get batchRows() {
      // Without a rate, rows do not wait for each other, so requests of a part are as large as those of the whole.
      if (!Number.isFinite(whole.perSecond)) return whole.batchRows;
      return Math.max(1, Math.ceil(whole.batchRows / count));
    },
    get backlog() {
      return share(whole.backlog ?? 0);
    },
    get eventMs() {
      return whole.eventMs;
    },
    timeOf: (row) => whole.timeOf?.(index + row * count),
    due: (elapsedMs, wanted = 0) => share(whole.due(elapsedMs, wanted * count)),
    // The rows that fall due then may be those of other parts.
    next: (elapsedMs) => whole.next(elapsedMs),
    ended: (elapsedMs) => whole.ended?.(elapsedMs) ?? false,
    coveredMs(rows, elapsedMs) {
      const due = whole.due(elapsedMs);
      const wholeRows = rows < share(due) ? rows * count : Math.max(due, rows * count);
      return whole.coveredMs?.(wholeRows, elapsedMs) ?? elapsedMs;
    },
    perSecondFrom: (row, elapsedMs) =>
      (whole.perSecondFrom?.(index + row * count, elapsedMs) ?? whole.perSecond) / count,
  };
}
