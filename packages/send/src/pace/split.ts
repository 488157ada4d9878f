import type { Pace } from './pace.ts';

/** The positions in the whole stream of a part's rows, which are searched from the first one on. */
interface Found {
  /** Searches on, for a bounded time, until this many rows have been found. */
  find(rows: number): void;
  /** How many rows come before a position. */
  before(position: number): number;
  /** The position of a row that has been found. */
  positionOf(row: number): number;
  /** How many rows have been found. */
  readonly found: number;
  /** The positions before this one have been searched. */
  readonly end: number;
}

/** Without a rate, rows do not wait for each other, so requests of a part are as large as those of the whole. */
const batchRowsOf = ({ perSecond, batchRows }: Pace, count: number): number =>
  Number.isFinite(perSecond) ? Math.ceil(batchRows / count) : batchRows;

/**
 * The part of a pace for the rows of one part of a split stream. Rows are due when they are in the whole stream, so at every moment
 * the rows due in all parts are those due in the whole. Counts beyond the rows that are wanted are estimates.
 *
 * @param most how many rows the whole stream sends; `Infinity`: any number
 */
export function splitPace(
  whole: Pace,
  split: Found,
  { count, most }: { readonly count: number; readonly most: number },
): Pace {
  /** Rows due in the whole stream, if those that have been searched are not all of them. */
  const dueIn = (elapsedMs: number, wanted: number): number => Math.min(most, whole.due(elapsedMs, wanted));
  const share = (position: number): number =>
    position <= split.end ? split.before(position) : split.found + Math.ceil((position - split.end) / count);
  /** Whether there are due rows that nobody has looked at. */
  const isBehind = (elapsedMs: number): boolean => dueIn(elapsedMs, split.end + 1) > split.end;
  /** How far the search was when the next rows were asked for. */
  let seen = 0;
  return {
    get perSecond() {
      return whole.perSecond / count;
    },
    get batchRows() {
      return batchRowsOf(whole, count);
    },
    get backlog() {
      return share(whole.backlog ?? 0);
    },
    get eventMs() {
      return whole.eventMs;
    },
    timeOf: (row) => (row < split.found ? whole.timeOf?.(split.positionOf(row)) : undefined),
    due(elapsedMs, wanted = 0) {
      if (isBehind(elapsedMs)) split.find(wanted);
      const due = dueIn(elapsedMs, split.end);
      // Without them, an estimate would promise rows that may not exist.
      return due <= split.end || split.found < wanted ? split.before(Math.min(due, split.end)) : share(due);
    },
    // The rows that fall due then may be those of other parts.
    next(elapsedMs) {
      // What was searched since the last call may have been all: then the number of rows is known, and the part may be over.
      const hasSearched = split.end !== seen;
      seen = split.end;
      return hasSearched || isBehind(elapsedMs) ? elapsedMs : whole.next(elapsedMs);
    },
    ended: (elapsedMs) => (whole.ended?.(elapsedMs) ?? false) && !isBehind(elapsedMs),
    coveredMs(rows, elapsedMs) {
      const due = dueIn(elapsedMs, split.end);
      const wholeRows =
        rows < split.before(Math.min(due, split.end)) ? split.positionOf(rows) : Math.min(due, split.end);
      return whole.coveredMs?.(wholeRows, elapsedMs) ?? elapsedMs;
    },
    perSecondFrom: (row, elapsedMs) =>
      (row < split.found
        ? (whole.perSecondFrom?.(split.positionOf(row), elapsedMs) ?? whole.perSecond)
        : whole.perSecond) / count,
  };
}

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
      return batchRowsOf(whole, count);
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
