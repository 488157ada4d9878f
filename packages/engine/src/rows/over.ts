import { growingIn } from '../generators/analysis/pools.ts';
import { readTimeline } from '../journey/timeline.ts';
import type { Schema } from '../model/schema.ts';
import type { Reading } from '../time/duration.ts';
import { newTiming } from '../time/timing.ts';
import type { EventTime, RowTimes } from './writer.ts';

/** Rows to spread over the time from `firstMs` to `lastMs`, in milliseconds since 1970. */
export interface Spread {
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Times that spread the rows of a schema over a span: evenly, or by its journeys or the growth of its entities. A sentence if its journeys
 * cannot be timed.
 */
export function timesOver(
  schema: Schema,
  seed: string,
  { rows, firstMs, lastMs }: Spread,
): Reading<EventTime | RowTimes> {
  const needsTimeline =
    schema.journey !== undefined || schema.creation !== undefined || growingIn(schema).length > 0;
  if (!needsTimeline)
    return { ok: true, value: { startMs: firstMs, stepMs: (lastMs - firstMs) / Math.max(1, rows - 1) } };
  const eps = lastMs > firstMs ? (rows * 1000) / (lastMs - firstMs) : 1;
  return readTimeline(schema, newTiming({ fromMs: Math.floor(firstMs), eps }), seed);
}
