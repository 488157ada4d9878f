import type { RequestLimits } from '../destinations/destination.ts';
import type { Batch } from '../rows/batch.ts';
import { DEFAULT_IN_FLIGHT } from './flight.ts';
import type { Extent, RowWriter } from '../rows/writer.ts';

/** What a run may have on its way at once, over all requests: at 90 MB a second, answers after a third of a second are waited for without falling behind. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Fills a batch with as many of the rows as one request may hold, at least one. The rest is made again when its turn comes. */
export function fitting(rows: RowWriter, batch: Batch, limits: RequestLimits, extent: Extent): Batch {
  const { bytesPerRow = 0, inFlight = DEFAULT_IN_FLIGHT } = limits;
  const maxBytes = Math.min(limits.bytes, Math.floor(MOST_BYTES / inFlight));
  const filled = rows.fill(batch, { ...extent, maxBytes });
  let { count } = filled;
  while (count > 1 && (filled.ends[count - 1] ?? 0) + bytesPerRow * count > maxBytes) count--;
  return count === filled.count ? filled : Object.assign(filled, { count });
}
