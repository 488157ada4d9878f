import type { Schema } from '@catbird/core';
import { parseTime, timelineOf, type TimeResult } from '@catbird/core/time';
import type { TimeRequest } from './protocol.ts';

/** A schema, as far as times depend on it. */
export type Stepped = Pick<Schema, 'journey' | 'creation'>;

/**
 * Reads the settings of time for the rows of a schema. Journeys per second are left aside if its rows are no steps of a journey:
 * they may have been set for another schema.
 */
export function timeResult(
  { settings = {}, eps }: TimeRequest,
  { journey }: Stepped,
  nowMs: number,
): TimeResult {
  if (journey !== undefined)
    return withProblem(parseTime(settings, { eps, nowMs, isJourney: true }), { journey });
  const { starts, ...others } = settings;
  const result = parseTime(others, { eps, nowMs, isJourney: false });
  return result.ok && starts !== undefined
    ? {
        ...result,
        notes: [...result.notes, 'Journeys per second does not apply: the schema has no journey in time.'],
      }
    : result;
}

/** Times with the reason why the journeys cannot be placed at their rate, if there is one. */
function withProblem(result: TimeResult, schema: Stepped): TimeResult {
  if (!result.ok || result.timing === undefined) return result;
  try {
    timelineOf(schema, result.timing, 0);
    return result;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, problems: [{ path: ['arrivals'], text: error.message }] };
  }
}
