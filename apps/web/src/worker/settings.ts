import { type Schema, parseTime, type TimeResult } from '@catbird/engine';
import type { TimeRequest } from './schema-protocol.ts';

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
  if (journey !== undefined) return parseTime(settings, { eps, nowMs, isJourney: true });
  const { starts, ...others } = settings;
  const result = parseTime(others, { eps, nowMs, isJourney: false });
  return result.ok && starts !== undefined
    ? {
        ...result,
        notes: [...result.notes, 'Journeys per second does not apply: the schema has no journey in time.'],
      }
    : result;
}
