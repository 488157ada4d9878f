import { askedShares, compile, newBatch, rowsIn, texts, type Schema } from '@catbird/core/internal/engine';
import { clockTimes, rowsWithin, streamStatistics } from '@catbird/core/internal/statistics';
import { growthIssue } from './growth.ts';
import { planOf } from './plan.ts';
import type { DataProfile, SourceRequest } from './schema-protocol.ts';
import { timesOf } from './times.ts';

const SAMPLE_ROWS = 10;

const NOTHING: DataProfile = { lines: [], statistics: undefined };

/** The first rows of a stream that starts now, and statistics over its event times. @param schema undefined: it is invalid */
export function profileOf(
  { text, seed, time, onlyRows }: SourceRequest & { readonly onlyRows: boolean },
  schema: Schema | undefined,
  nowMs: number,
): DataProfile {
  if (schema === undefined) return NOTHING;
  // The plan names what is wrong with it.
  if (planOf(time, { schema, seed, limit: -1, nowMs })?.totalRows === 0) return NOTHING;
  const { time: given, computed } = timesOf(time, { schema, seed, nowMs });
  if (computed === undefined && growthIssue(text.content, schema) !== undefined) return NOTHING;
  const available = rowsIn(schema);
  const count = Math.min(available, rowsWithin(computed, SAMPLE_ROWS));
  if (count === 0) return NOTHING;
  const writer = compile(schema, { seed });
  const lines = [...texts(writer.fill(newBatch(), { first: 0, count, time: given }))];
  if (onlyRows) return { lines, statistics: undefined };
  const statistics = streamStatistics({
    writer,
    time: computed === undefined ? clockTimes(nowMs, time.eps) : given,
    computed,
    nowMs,
    available,
    asked: askedShares(schema),
  });
  return { lines, statistics };
}
