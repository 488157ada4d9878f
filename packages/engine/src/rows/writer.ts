import { loaded } from '../data/store.ts';
import { rowCells } from '../generators/compile/row.ts';
import { seedOf } from '../numeric/random.ts';
import { checkYear, type RowTimes } from '../generators/kernels/engine/event-times.ts';
import { rowFiller, type Extent } from '../generators/kernels/engine/rows.ts';
import { entitiesByName, newSources } from '../generators/compile/context.ts';
import { newJourneyTimeline } from '../journey/timeline.ts';
import type { JourneyPlan } from '../model/journey.ts';
import type { Schema } from '../model/schema.ts';
import { newTiming } from '../time/timing.ts';
import type { Batch } from './batch.ts';
import { incidentRows, incidentSources } from './incident-rows.ts';
import { recordedRows } from './recorded.ts';

export type { EventTime, RowTimes } from '../generators/kernels/engine/event-times.ts';
export type { Extent };

/** Writes rows as bytes. The same schema, seed, index and event time give the same bytes, on any machine and in any batches. */
export interface RowWriter {
  /**
   * Writes rows `first`, `first + step`, … into a batch from `newBatch` and returns it. Its buffers grow and are reused. The
   * batch's `first` is the extent's, and its rows count as consecutive, whatever the step.
   *
   * @throws RangeError if a field needs an event time before the year 0 or after 9999, the extent is not one of rows, or the schema
   * has a journey in time and `time` has no `putSteps` and no `stepMs` above 0
   */
  fill(batch: Batch, extent: Extent): Batch;
}

/** Options for `compile`. */
export interface CompileOptions {
  /** An integer or any string. The string `"42"` and the number `42` are the same seed. */
  readonly seed: number | string;
}

/**
 * Compiles a schema to a writer of its rows.
 *
 * @throws Error naming the field if its arguments are invalid, which `parseSchema` reports as an issue, or if data that it needs is
 * not loaded: `await loadData(schema)` first
 */
export function compile(schema: Schema, { seed }: CompileOptions): RowWriter {
  if (schema.recording !== undefined) return recordedRows(schema.fields, schema.recording);
  if (schema.incidents === undefined) return compiled(schema, seed);
  return incidentRows(schema, seed, (each) => compiled(each, seed));
}

function compiled(schema: Schema, seed: number | string): RowWriter {
  const timeOf = schema.journey === undefined ? sameTime : journeyTimes(schema.journey, seed);
  const fill = rowFiller(
    rowCells(
      schema.fields,
      newSources(
        entitiesByName(schema.entities),
        loaded,
        undefined,
        incidentSources(schema.incidents ?? [], seed),
      ),
    ),
    seedOf(seed),
  );
  return {
    fill(batch, extent) {
      fill(batch, { ...extent, time: timeOf(extent.time) });
      return batch;
    },
  };
}

const sameTime = (time: Extent['time']): Extent['time'] => time;

/** The times of rows that are the steps of a journey in time: given, or along an even rate with the step of an event time. */
function journeyTimes(plan: JourneyPlan, seed: number | string): (time: Extent['time']) => RowTimes {
  let made: { readonly startMs: number; readonly stepMs: number; readonly times: RowTimes } | undefined;
  return (time) => {
    if ('put' in time ? time.putSteps === undefined : !(time.stepMs > 0))
      throw new RangeError(
        `The rows are steps of the journey ${plan.name}, which have times of their own. Fill them with time: timelineOf(schema, timing, seed), or with a stepMs greater than 0.`,
      );
    if ('put' in time) return time;
    const { startMs, stepMs } = time;
    checkYear(startMs);
    if (made?.startMs !== startMs || made.stepMs !== stepMs) {
      const timing = newTiming({ fromMs: Math.floor(startMs), eps: 1000 / stepMs });
      made = { startMs, stepMs, times: newJourneyTimeline(plan, timing, seed) };
    }
    return made.times;
  };
}
