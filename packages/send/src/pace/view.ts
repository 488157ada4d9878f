import { isAdjustable, type AdjustablePace, type Pace, type Present } from './pace.ts';

/** How a view of a pace counts. */
export interface View {
  /** How far the pace was when the view began, in milliseconds. Default: 0. */
  readonly aheadMs?: () => number;
  /** How many rows of the view are among the first `rows` rows of the pace. Default: all of them. */
  readonly count?: (rows: number) => number;
  /** The row of the pace that is this row of the view. Default: the same. */
  readonly rowAt?: (row: number) => number;
  /** The rate does not change while a run follows it, and a pause only holds its rows. Default: as the pace. */
  readonly isFixed?: boolean;
}

const same = (rows: number): number => rows;

/** A pace that began earlier than its view, or has more rows. */
export function viewOf(
  pace: Pace,
  { aheadMs = () => 0, count = same, rowAt = same, isFixed = false }: View,
): Pace {
  const at = (elapsedMs: number): number => elapsedMs + aheadMs();
  const view: Pace = {
    get perSecond() {
      return pace.perSecond;
    },
    get batchRows() {
      return pace.batchRows;
    },
    get backlog() {
      return count(pace.backlog ?? 0);
    },
    get eventMs() {
      return pace.eventMs;
    },
    get present() {
      return pace.present && presentOf(pace.present, count);
    },
    timeOf: (row) => pace.timeOf?.(rowAt(row)),
    due: (elapsedMs, wanted) => count(pace.due(at(elapsedMs), wanted === undefined ? 0 : rowAt(wanted))),
    next: (elapsedMs) => pace.next(at(elapsedMs)) - aheadMs(),
    ended: (elapsedMs) => pace.ended?.(at(elapsedMs)) ?? false,
    coveredMs: (rows, elapsedMs) =>
      (pace.coveredMs?.(rowAt(rows), at(elapsedMs)) ?? at(elapsedMs)) - aheadMs(),
    perSecondFrom: (row, elapsedMs) => pace.perSecondFrom?.(rowAt(row), at(elapsedMs)) ?? pace.perSecond,
  };
  return isAdjustable(pace) && !isFixed ? adjustable(view, pace, at) : view;
}

const presentOf = (present: Present, count: (rows: number) => number): Present => ({
  isAhead: present.isAhead,
  due: () => count(present.due()),
  reach: () => present.reach(),
});

/** Adds what changes a pace. Its getters read their values again each time. */
const adjustable = (view: Pace, pace: AdjustablePace, at: (elapsedMs: number) => number): Pace =>
  Object.defineProperties(
    view,
    Object.getOwnPropertyDescriptors({
      get isPaused() {
        return pace.isPaused;
      },
      change: (to: Parameters<AdjustablePace['change']>[0], elapsedMs: number) =>
        pace.change(to, at(elapsedMs)),
      pause: (elapsedMs: number) => pace.pause(at(elapsedMs)),
      resume: (elapsedMs: number) => pace.resume(at(elapsedMs)),
    }),
  );
