import { rateText, destinationOf } from '../state/settings.ts';
import { askedOf } from '../state/run-rate.ts';
import type { RunState, State } from '../state/state.ts';

/** Where the events go, in one line. */
export const connectSummary = ({ config, form }: State): string => destinationOf(config ?? form).title;

/** The schema, in one line. */
export function schemaSummary({ step, template, content }: State): string | undefined {
  if (step < 2) return undefined;
  const fields = fieldCount(content);
  return fields === undefined ? template : `${template}, ${fields} ${fields === 1 ? 'field' : 'fields'}`;
}

/** The run, in one line. */
export function runSummary({ step, run }: State): string | undefined {
  if (step < 3 || run === undefined) return undefined;
  if (run.phase === 'stopping') return 'Stopping';
  if (run.phase !== 'over') return runningSummary(run);
  if (run.broken !== undefined || run.summary?.reason === 'failed') return 'Failed';
  return run.summary?.reason === 'limit' ? 'Done' : 'Stopped';
}

function runningSummary(run: RunState): string {
  if (run.progress?.time?.isPaused === true) return 'Paused';
  const asked = askedOf(run);
  return asked === undefined
    ? 'Catching up with history'
    : `Running, ${rateText(Number(asked.toPrecision(3)))}/s`;
}

/** Number of fields in a schema text; undefined if it is not a JSON object. */
function fieldCount(content: string): number | undefined {
  try {
    const schema: unknown = JSON.parse(content);
    return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      ? Object.keys(schema).length
      : undefined;
  } catch {
    // The editor marks the error.
    return undefined;
  }
}
