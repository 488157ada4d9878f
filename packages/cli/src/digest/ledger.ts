import { rowIndex, type Batch } from '@catbird/engine';
import { type Receipt, placeOf, type Range } from '@catbird/send';
import { added, digestOf, digestText, NO_ROWS, readDigest, type Digest } from './digest.ts';

/** The digest of acknowledged rows, kept beside a watermark. */
export interface DigestLedger {
  /** Adds the acknowledged rows of a request. */
  note(this: void, batch: Batch, receipt: Receipt): void;
  /**
   * The digest of the rows before `next`, and those of the later ranges that were acknowledged. Rows outside of them count as not
   * acknowledged from now on, unless they may be acknowledged later.
   */
  upTo(next: number, acknowledged: readonly Range[], maybeLater?: boolean): KeptDigest;
  /** Of all acknowledged rows. */
  total(): Digest;
}

/** The digest of a stream's acknowledged rows in its state, as text. */
export interface KeptDigest {
  /** Of the rows before `next`. */
  readonly before: string;
  /** Of each range of acknowledged rows after it. */
  readonly after: readonly string[];
}

/** The digest of a stream that has sent nothing. */
export const NOTHING_SENT: KeptDigest = { before: digestText(NO_ROWS), after: [] };

/** Acknowledged rows of one request, in order. */
interface Piece {
  readonly first: number;
  readonly digest: Digest;
}

/**
 * Starts with the digests of an earlier process.
 *
 * @param acknowledged the ranges that `after` belongs to
 * @param numberOf the number in the whole stream of a row of this process
 */
export function newDigestLedger(
  kept: KeptDigest,
  acknowledged: readonly Range[],
  numberOf: (row: number) => number,
): DigestLedger {
  let before = readDigest(kept.before);
  let pieces: Piece[] = acknowledged.map(([first], i) => ({
    first,
    digest: readDigest(kept.after[i] ?? digestText(NO_ROWS)),
  }));
  return {
    note(batch, receipt) {
      for (const [first, end] of acknowledgedRuns(batch, receipt))
        pieces.push({
          first: rowIndex(batch, first),
          digest: digestOf(batch, first, end, (place) => numberOf(rowIndex(batch, place))),
        });
    },
    upTo(next, acknowledged, maybeLater = false) {
      const after = acknowledged.map((): Digest => NO_ROWS);
      const kept: Piece[] = [];
      for (const piece of pieces) {
        if (piece.first < next) {
          before = added(before, piece.digest);
          continue;
        }
        const i = placeOf(piece.first, acknowledged);
        const range = acknowledged[i];
        if (range === undefined || piece.first < range[0]) {
          if (maybeLater) kept.push(piece);
          continue;
        }
        after[i] = added(after[i] ?? NO_ROWS, piece.digest);
        kept.push(piece);
      }
      pieces = kept;
      return { before: digestText(before), after: after.map(digestText) };
    },
    total: () => pieces.reduce((sum, { digest }) => added(sum, digest), before),
  };
}

/**
 * The places of acknowledged rows, in runs of consecutive rows. None if the service refused some rows and does not say which:
 * the digest then stays another one than that of the whole stream.
 */
function acknowledgedRuns(batch: Batch, receipt: Receipt): readonly Range[] {
  const { accepted, retryable, unconfirmed, rejectedPlaces = [] } = receipt;
  const without = new Set([...(retryable?.rows ?? []), ...(unconfirmed?.places ?? []), ...rejectedPlaces]);
  if (accepted + without.size !== batch.count) return [];
  if (without.size === 0 && batch.rows === undefined) return [[0, batch.count]];
  return runsOf(batch, without);
}

function runsOf(batch: Batch, without: ReadonlySet<number>): readonly Range[] {
  const runs: [number, number][] = [];
  for (let place = 0; place < batch.count; place++) {
    if (without.has(place)) continue;
    const last = runs.at(-1);
    const isNext = last?.[1] === place && rowIndex(batch, place) === rowIndex(batch, place - 1) + 1;
    if (isNext) last[1] = place + 1;
    else runs.push([place, place + 1]);
  }
  return runs;
}
