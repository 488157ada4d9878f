import { askedShares, compile, newBatch, rowsIn, texts, type Schema } from '@catbird/engine';
import { countStream } from '@catbird/verify';
import { growthIssue } from './row-times.ts';
import { planOf } from './stream-plan.ts';
import type { DataProfile, NumberedRow, SourceRequest } from './schema-protocol.ts';
import { timesOf } from './row-times.ts';

/** A count under way is reported this often, in milliseconds. */
const REPORT_MS = 250;

/** Steps of journeys further apart take long to compute. Odd, so that they do not fall in step with what repeats. */
const JOURNEY_STEP = 31;

const NOTHING: DataProfile = { rows: [], statistics: undefined, planned: 0 };

/** The present, and a clock that measures how long something takes, both in milliseconds. */
interface Clocks {
  readonly nowMs: number;
  readonly elapsed: () => number;
}

/**
 * Rows of a stream that starts now, and statistics over its event times. Yields between batches, with a report if one is due; returns
 * the last one.
 *
 * @param schema undefined: it is invalid
 */
export function* profileOf(
  { text, seed, time }: SourceRequest,
  schema: Schema | undefined,
  { nowMs, elapsed }: Clocks,
): Generator<DataProfile | undefined, DataProfile> {
  if (schema === undefined || hasNoRows(text, schema, { seed, time, nowMs })) return NOTHING;
  const { time: rowTimes, computed } = timesOf(time, { schema, seed, nowMs });
  const writer = compile(schema, { seed });
  const rowAt = (index: number): NumberedRow => {
    const [line = ''] = texts(writer.fill(newBatch(), { first: index, count: 1, time: rowTimes }));
    return { number: index + 1, line };
  };
  let rows: readonly NumberedRow[] | undefined;
  let last = NOTHING;
  let reportedMs = elapsed();
  const counting = countStream({
    writer,
    time: rowTimes,
    computed,
    nowMs,
    available: rowsIn(schema),
    asked: askedShares(schema),
    maxStep: schema.journey === undefined ? undefined : JOURNEY_STEP,
  });
  for (const { counted, planned, step, statistics } of counting) {
    if (planned === 0) return NOTHING;
    rows ??= [...new Set([0, Math.floor(planned / 2) * step])].map(rowAt);
    const isDue = counted === planned || (counted > 0 && elapsed() - reportedMs >= REPORT_MS);
    if (isDue) {
      last = { rows, statistics: statistics(), planned };
      reportedMs = elapsed();
    }
    yield isDue ? last : undefined;
  }
  return last;
}

/** The plan, or the issue, names what is wrong with it. */
function hasNoRows(
  { content }: SourceRequest['text'],
  schema: Schema,
  { seed, time, nowMs }: Pick<SourceRequest, 'seed' | 'time'> & Pick<Clocks, 'nowMs'>,
): boolean {
  if (planOf(time, { schema, seed, limit: -1, nowMs })?.totalRows === 0) return true;
  const { computed } = timesOf(time, { schema, seed, nowMs });
  return computed === undefined && growthIssue(content, schema) !== undefined;
}
