import type { RequestLimits } from '../destinations/destination.ts';
import type { Batch } from '../rows/batch.ts';
import { DEFAULT_IN_FLIGHT } from './concurrency.ts';
import type { Extent, RowWriter } from '../rows/writer.ts';

/** Maximum bytes in flight over all requests: four of ten megabytes. At 90 MB/s this covers a latency of 0.4 seconds. */
const MAX_IN_FLIGHT_BYTES = 40_000_000;

/** Fills a batch with as many rows of the extent as one request can hold, but at least one. Later batches generate the rest again. */
export function fillBatch(rows: RowWriter, batch: Batch, limits: RequestLimits, extent: Extent): Batch {
  const { bytesPerRow = 0, inFlight = DEFAULT_IN_FLIGHT } = limits;
  const maxBytes = Math.min(limits.bytes, Math.floor(MAX_IN_FLIGHT_BYTES / inFlight));
  const filled = rows.fill(batch, { ...extent, maxBytes });
  let { count } = filled;
  while (count > 1 && (filled.ends[count - 1] ?? 0) + bytesPerRow * count > maxBytes) count--;
  return count === filled.count ? filled : Object.assign(filled, { count });
}
