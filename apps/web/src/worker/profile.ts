import { askedShares, compile, newBatch, rowsIn, texts, type Schema } from '@catbird/engine';
import { rowsWithin, streamStatistics } from '@catbird/verify';
import { growthIssue } from './growth.ts';
import { planOf } from './plan.ts';
import type { DataProfile, RowsShown, SourceRequest } from './schema-protocol.ts';
import { timesOf } from './times.ts';

/** Rows shown, and the size of all together, about. */
const SHOWN = { rows: 40, bytes: 2 ** 21 };

/** Rows that take longer are left out of the statistics. */
const ENOUGH_MS = 1000;

/** Steps of journeys further apart take long to compute. Odd, so that they do not fall in step with what repeats. */
const JOURNEY_STEP = 31;

const NO_ROWS: RowsShown = { step: 1, lines: [] };
const NOTHING: DataProfile = {
  spread: NO_ROWS,
  first: NO_ROWS,
  statistics: undefined,
  planned: 0,
  tookMs: 0,
};

/** The present, and a clock that measures how long something takes, both in milliseconds. */
interface Clocks {
  readonly nowMs: number;
  readonly elapsed: () => number;
}

/** Rows of a stream that starts now, and statistics over its event times. @param schema undefined: it is invalid */
export function profileOf(
  { text, seed, time }: SourceRequest,
  schema: Schema | undefined,
  { nowMs, elapsed }: Clocks,
): DataProfile {
  if (schema === undefined) return NOTHING;
  // The plan names what is wrong with it.
  if (planOf(time, { schema, seed, limit: -1, nowMs })?.totalRows === 0) return NOTHING;
  const { time: rowTimes, computed } = timesOf(time, { schema, seed, nowMs });
  if (computed === undefined && growthIssue(text.content, schema) !== undefined) return NOTHING;
  const available = rowsIn(schema);
  const firstRows = Math.min(available, rowsWithin(computed, SHOWN.rows));
  if (firstRows === 0) return NOTHING;
  const startMs = elapsed();
  const writer = compile(schema, { seed });
  const shown = (count: number, step: number): RowsShown => {
    const range = { first: 0, count, step, maxBytes: SHOWN.bytes, time: rowTimes };
    return { step, lines: [...texts(writer.fill(newBatch(), range))] };
  };
  let planned = 0;
  const statistics = streamStatistics({
    writer,
    time: rowTimes,
    computed,
    nowMs,
    available,
    asked: askedShares(schema),
    maxStep: schema.journey === undefined ? undefined : JOURNEY_STEP,
    goesOn(_, all) {
      planned = all;
      return elapsed() - startMs < ENOUGH_MS;
    },
  });
  const tookMs = elapsed() - startMs;
  const { rows, step } = statistics;
  return {
    spread: shown(Math.min(rows, SHOWN.rows), step * spreadStep(rows)),
    first: shown(Math.min(rows, firstRows), 1),
    statistics,
    planned: Math.max(planned, rows),
    tookMs,
  };
}

/** How far apart rows are shown out of so many. Odd, so that it does not fall in step with what repeats every two or ten rows. */
function spreadStep(rows: number): number {
  const step = Math.max(1, Math.floor(rows / SHOWN.rows));
  return step - (step % 2 === 0 ? 1 : 0);
}
