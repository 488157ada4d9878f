import { countBelow, merged, putIn, takeOut, type Range, between, placeOf } from './ranges.ts';
import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { rowIndex, type Batch } from '@catbird/engine';

/** What became of rows that were not accepted and are not sent again. `failed`: rejected, but an earlier attempt may have stored them. */
type LossOutcome = 'rejected' | 'quarantined' | 'failed';

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
export function newLosses(before: readonly Loss[], mostRanges: number) {
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
    add(loss: Loss) {
      const open = openLossFor(loss);
      open.rows += loss.rows;
      for (const range of loss.ranges) putIn(open.ranges, range);
    },
    /** Forgets rows that will be sent again. */
    remove(ranges: readonly Range[]) {
      for (const loss of all) removeFrom(loss, ranges);
      all = all.filter(({ rows }) => rows > 0);
    },
    /** The losses so far, with a bounded number of reasons and ranges. */
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

/** Tracks which rows are done: acknowledged, permanently rejected, or skipped on request. */
export interface Watermark {
  /** Called before a batch is sent. Earlier rows that were in no batch are done: they will not be sent. */
  readonly made: (batch: Batch) => void;
  /** Called instead with a row that is too large for any request: it is done, and lost. */
  readonly unsent: (batch: Batch) => void;
  /** The row after the last one in any batch. */
  readonly end: number;
  /** Wraps a connection, to follow its receipts. */
  readonly watch: (connection: Connection) => Connection;
  /** The current state. */
  readonly snapshot: () => Snapshot;
}

/** Which rows are done at one moment. */
export interface Snapshot {
  /** Every row before this one is done. */
  readonly next: number;
  /** Later rows that are done, in order and disjoint. */
  readonly acknowledged: readonly Range[];
  /** All other rows, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Rows that were done but count as remaining from now on, because there were too many ranges. */
  readonly forgotten: number;
  /** Rows that are done, but were not accepted. */
  readonly lost: readonly Loss[];
}

/** Maximum number of ranges of acknowledged rows, and of those that were lost. */
const MAX_RANGES = 10_000;

const TOO_LARGE = 'Too large for a request';

/** What a watermark may know or tell besides the rows. */
interface WatermarkOptions {
  /** Whether permanently rejected rows are done, because the stream continues after them. */
  readonly passRefused: boolean;
  /** Default: 10,000. */
  readonly mostRanges?: number | undefined;
  /** Called with each receipt that says which rows are done, at the moment when they are. */
  readonly onDone?: ((batch: Batch, receipt: Receipt) => void) | undefined;
  /** The losses of earlier processes. */
  readonly lost?: readonly Loss[] | undefined;
  /** So many rows are done together, from a multiple of them on: until then, they count as remaining. Default: each by itself. */
  readonly blockRows?: number | undefined;
}

/**
 * Starts with the rows to send.
 *
 * @param remaining in order and disjoint. The last range is endless
 */
export function newWatermark(
  remaining: readonly Range[],
  { passRefused, mostRanges = MAX_RANGES, onDone, lost = [], blockRows = 1 }: WatermarkOptions,
): Watermark {
  let left = [...remaining];
  let end = left[0]?.[0] ?? 0;
  const losses = newLosses(lost, mostRanges);
  // Rows rejected as too large before any was accepted: the cause may be the service.
  let suspects: Loss[] = [];
  let hasAccepted = false;
  const done = (ranges: readonly Range[]): void => {
    for (const range of ranges) takeOut(left, range);
  };
  const lose = (loss: Loss): void => {
    done(loss.ranges);
    losses.add(loss);
  };
  const accept = (sent: Rows, receipt: Receipt): void => {
    if (isComplete(receipt, sent.count)) {
      // If a response does not say which rows it confirms, the next process sends all of these again.
      done(rangesWithout(openPlaces(receipt), sent));
      lossesIn(receipt, sent).forEach((loss) => losses.add(loss));
    }
    if (receipt.accepted === 0) return;
    hasAccepted = true;
    suspects.forEach(lose);
    suspects = [];
  };
  const refuse = (sent: Rows, { kind, message, uncertain, divisible }: DeliveryError): void => {
    // Its halves are sent next.
    if (divisible && sent.count > 1) return;
    const isTooLarge = kind === 'too-large' && sent.count === 1;
    const ranges = rangesWithout([], sent);
    const outcome = sent.uncertain || uncertain ? 'failed' : 'rejected';
    const loss: Loss = { outcome, reason: message, rows: sent.count, ranges };
    if ((kind === 'rejected' && passRefused) || (isTooLarge && hasAccepted)) lose(loss);
    else if (isTooLarge) suspects.push(loss);
  };
  return {
    made({ first, count }) {
      takeOut(left, [end, first]);
      end = first + count;
    },
    unsent({ first }) {
      takeOut(left, [end, first]);
      end = first + 1;
      lose({ outcome: 'rejected', reason: TOO_LARGE, rows: 1, ranges: [[first, end]] });
    },
    get end() {
      return end;
    },
    watch: (connection) => ({
      async send(batch, options) {
        // The batch object is reused for other rows after the run is done with it.
        const { first, count, rows } = batch;
        const sent: Rows = { first, count, rows, uncertain: options.uncertain === true };
        try {
          const receipt = await connection.send(batch, options);
          if (isComplete(receipt, sent.count)) onDone?.(batch, receipt);
          accept(sent, receipt);
          return receipt;
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error;
          refuse(sent, error);
          throw error;
        }
      },
      close: () => connection.close(),
    }),
    snapshot() {
      // A copy: what is kept later must not know of rows that its counts lack.
      const open = blockRows === 1 ? [...left] : inBlocks(left, remaining, blockRows);
      const kept = merged(open, mostRanges + 1);
      const forgotten = countBelow(end, kept) - countBelow(end, open);
      if (forgotten > 0) {
        losses.remove(kept);
        left = [...kept];
      }
      const next = kept[0]?.[0] ?? end;
      return { next, acknowledged: between(kept), remaining: kept, forgotten, lost: losses.snapshot() };
    },
  };
}

/** Ranges with all rows of their blocks, as far as these are among those of the beginning. */
function inBlocks(ranges: readonly Range[], among: readonly Range[], rows: number): readonly Range[] {
  const whole: Range[] = [];
  for (const [first, end] of ranges) {
    const [from, to] = among[placeOf(first, among)] ?? [first, end];
    const [low, high] = [Math.floor(first / rows) * rows, Math.ceil(end / rows) * rows];
    putIn(whole, [Math.max(from, low), Math.min(to, high)]);
  }
  return whole;
}

/** Which rows a batch holds. */
interface Rows {
  readonly first: number;
  readonly count: number;
  readonly rows: readonly number[] | undefined;
  /** Whether an earlier attempt may have stored them. */
  readonly uncertain: boolean;
}

/** Whether a receipt accounts for every row. If not, no row is known to be done. */
const isComplete = (
  { accepted, quarantined, rejected, dropped = 0, retryable, unconfirmed }: Receipt,
  count: number,
): boolean =>
  accepted +
    quarantined +
    rejected +
    dropped +
    (retryable?.rows.length ?? 0) +
    (unconfirmed?.places?.length ?? 0) ===
  count;

/** The places of rows that are not done. */
const openPlaces = ({ retryable, unconfirmed }: Receipt): readonly number[] => [
  ...(retryable?.rows ?? []),
  ...(unconfirmed?.places ?? []),
];

/** The rows that a service rejected or quarantined, by what it says about them. */
function lossesIn(receipt: Receipt, sent: Rows): readonly Loss[] {
  const { rejected, quarantined, rejectedPlaces, refusal } = receipt;
  const settled = (places: readonly number[]): readonly Range[] =>
    rangesWithout([...openPlaces(receipt), ...places], sent);
  const losses: readonly Loss[] = [
    {
      outcome: sent.uncertain ? 'failed' : 'rejected',
      reason: refusal?.message ?? '',
      rows: rejected,
      ranges: rejectedPlaces === undefined ? settled([]) : rangesAt(rejectedPlaces, sent),
    },
    { outcome: 'quarantined', reason: '', rows: quarantined, ranges: settled(rejectedPlaces ?? []) },
  ];
  return losses.filter(({ rows }) => rows > 0);
}

/** The rows of a batch, without those at some places. */
function rangesWithout(places: readonly number[], sent: Rows): readonly Range[] {
  const { first, count, rows } = sent;
  if (rows === undefined && places.length === 0) return [[first, first + count]];
  const without = new Set(places);
  const others = Array.from({ length: count }, (_, place) => place).filter((place) => !without.has(place));
  return rangesAt(others, sent);
}

/** The rows of a batch at some places, in order. */
function rangesAt(places: readonly number[], { first, rows }: Rows): readonly Range[] {
  const ranges: Range[] = [];
  for (const place of places) {
    const row = rowIndex({ first, ...(rows === undefined ? {} : { rows }) }, place);
    const last = ranges.at(-1);
    if (last?.[1] === row) ranges[ranges.length - 1] = [last[0], row + 1];
    else ranges.push([row, row + 1]);
  }
  return ranges;
}
