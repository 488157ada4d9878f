import { countBelow, merged, putIn, takeOut, type Range } from './ranges.ts';

/** What became of rows that were not accepted and are not sent again. `failed`: rejected, but an earlier attempt may have stored them. */
export type LossOutcome = 'rejected' | 'quarantined' | 'failed';

/** Rows that were not accepted and are not sent again, all for the same reason. */
export interface Loss {
  readonly outcome: LossOutcome;
  /** What the service said of the first of them; empty if it gave no reason. */
  readonly reason: string;
  /** How many rows these are. Exact. */
  readonly rows: number;
  /** They are among these rows, in order and disjoint: all of them, unless the service does not tell or there are too many ranges. */
  readonly ranges: readonly Range[];
}

/** Collects losses. */
export interface Losses {
  readonly add: (loss: Loss) => void;
  /** Forgets rows that will be sent again. */
  remove(ranges: readonly Range[]): void;
  /** The losses so far, with a bounded number of reasons and ranges. */
  snapshot(): readonly Loss[];
}

/** Maximum number of reasons for each outcome. Rows lost for others share the last one. */
const MAX_REASONS = 10;
const OTHER_REASONS = 'other reasons';

/** Services name the values of each row in parentheses or quotes: `Key (id)=(7) already exists`. Reasons that differ only there are one. */
const withoutValues = (reason: string): string => reason.replaceAll(/\([^()]*\)|'[^']*'|"[^"]*"/g, '…');

/**
 * Starts with the losses of earlier processes.
 *
 * @param mostRanges maximum number of ranges in a snapshot, over all losses: at least one for each. Beyond that, the closest are merged
 */
export function newLosses(before: readonly Loss[], mostRanges: number): Losses {
  let all: OpenLoss[] = before.map((loss) => ({ ...loss, ranges: [...loss.ranges] }));
  const openLossFor = ({ outcome, reason }: Loss): OpenLoss => {
    const same = all.filter((each) => each.outcome === outcome);
    const isFull = same.length >= MAX_REASONS - 1;
    const known =
      same.find((each) => withoutValues(each.reason) === withoutValues(reason)) ??
      (isFull ? same.find((each) => each.reason === OTHER_REASONS) : undefined);
    if (known !== undefined) return known;
    const added: OpenLoss = { outcome, reason: isFull ? OTHER_REASONS : reason, rows: 0, ranges: [] };
    all.push(added);
    return added;
  };
  return {
    add(loss) {
      const open = openLossFor(loss);
      open.rows += loss.rows;
      for (const range of loss.ranges) putIn(open.ranges, range);
    },
    remove(ranges) {
      for (const loss of all) removeFrom(loss, ranges);
      all = all.filter(({ rows }) => rows > 0);
    },
    snapshot() {
      const total = all.reduce((sum, { ranges }) => sum + ranges.length, 0);
      if (total > mostRanges)
        for (const loss of all)
          loss.ranges = [
            ...merged(loss.ranges, Math.max(1, Math.floor((loss.ranges.length / total) * mostRanges))),
          ];
      return all.map(({ ranges, ...loss }) => ({ ...loss, ranges: [...ranges] }));
    },
  };
}

interface OpenLoss extends Omit<Loss, 'rows' | 'ranges'> {
  rows: number;
  ranges: Range[];
}

/** How many rows its ranges have. More than are lost: the others among them were accepted. */
export const sizeOf = ({ ranges }: Pick<Loss, 'ranges'>): number => countBelow(Infinity, ranges);

/** Removes rows from a loss. If its ranges hold others, too, as many are lost as fit into the rest. */
function removeFrom(loss: OpenLoss, removed: readonly Range[]): void {
  const isExact = loss.rows === sizeOf(loss);
  for (const range of removed) takeOut(loss.ranges, range);
  const size = sizeOf(loss);
  loss.rows = isExact ? size : Math.min(loss.rows, size);
}
