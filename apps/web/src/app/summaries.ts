import { rateText, destinationOf } from '../state/settings.ts';
import type { State } from '../state/state.ts';

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
  if (run.phase !== 'over') return `Running, ${rateText(run.config.eps)}/s`;
  if (run.broken !== undefined || run.summary?.reason === 'failed') return 'Failed';
  return run.summary?.reason === 'limit' ? 'Done' : 'Stopped';
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
