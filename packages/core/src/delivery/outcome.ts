import type { Receipt } from '../destinations/destination.ts';
import { select, type Batch } from '../rows/batch.ts';
import type { RowsOutcome, RunOptions } from './options.ts';

/**
 * Reports what a receipt says about the rows of a batch, but for those that may be sent again.
 *
 * @param uncertain whether an earlier attempt may have stored the rows, so that rejected ones count as failed
 */
export function reportOutcome(
  batch: Batch,
  receipt: Receipt,
  uncertain: boolean,
  { onOutcome }: Pick<RunOptions, 'onOutcome'>,
): void {
  if (onOutcome === undefined) return;
  const { retryable, unconfirmed } = receipt;
  const lost = unconfirmed?.places ?? [];
  const others = new Set([...(retryable?.rows ?? []), ...lost]);
  const isUnclear = unconfirmed !== undefined && unconfirmed.places === undefined;
  const settled = others.size === 0 ? batch : without(batch, others);
  if (settled.count > 0)
    onOutcome(settled, isUnclear ? 'mixed' : settledOutcome(settled, receipt, uncertain));
  if (lost.length > 0) onOutcome(select(batch, lost), 'failed');
}

function settledOutcome(
  { count }: Batch,
  { accepted, quarantined, rejected }: Receipt,
  uncertain: boolean,
): RowsOutcome {
  if (accepted === count) return 'accepted';
  if (quarantined === count) return 'quarantined';
  if (rejected === count) return uncertain ? 'failed' : 'rejected';
  return 'mixed';
}

const without = (batch: Batch, places: ReadonlySet<number>): Batch =>
  select(
    batch,
    Array.from({ length: batch.count }, (_, place) => place).filter((place) => !places.has(place)),
  );
