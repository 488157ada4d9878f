import type { RequestLimits } from '../destinations/destination.ts';
import type { Batch } from '../rows/batch.ts';
import type { Extent, RowWriter } from '../rows/writer.ts';

/** A request larger than this is not faster, only longer in the air: four of them are the 16 MiB that a run may hold. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Fills a batch with as many of the rows as one request may hold, at least one. The rest is made again when its turn comes. */
export function fitting(rows: RowWriter, batch: Batch, limits: RequestLimits, extent: Extent): Batch {
  const { bytesPerRow = 0 } = limits;
  const maxBytes = Math.min(limits.bytes, MOST_BYTES);
  const filled = rows.fill(batch, { ...extent, maxBytes });
  let { count } = filled;
  while (count > 1 && (filled.ends[count - 1] ?? 0) + bytesPerRow * count > maxBytes) count--;
  return count === filled.count ? filled : Object.assign(filled, { count });
}
