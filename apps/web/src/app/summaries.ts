import { rateText, destinationOf } from '../state/settings.ts';
import type { State } from '../state/state.ts';

/** One line on where the events go. */
export const connectSummary = ({ config, form }: State): string => destinationOf(config ?? form).title;

/** One line on the schema. */
export function schemaSummary({ step, template, content }: State): string | undefined {
  if (step < 2) return undefined;
  const fields = fieldCount(content);
  return fields === undefined ? template : `${template}, ${fields} ${fields === 1 ? 'field' : 'fields'}`;
}

/** One line on the run. */
export function runSummary({ step, run }: State): string | undefined {
  if (step < 3 || run === undefined) return undefined;
  if (run.phase === 'stopping') return 'Stopping';
  if (run.phase !== 'over') return `Running, ${rateText(run.config.eps)} a second`;
  if (run.broken !== undefined || run.summary?.reason === 'failed') return 'Failed';
  return run.summary?.reason === 'limit' ? 'Done' : 'Stopped';
}

/** How many fields a schema text has; undefined while it is no JSON object. */
function fieldCount(content: string): number | undefined {
  try {
    const schema: unknown = JSON.parse(content);
    return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      ? Object.keys(schema).length
      : undefined;
  } catch {
    // The editor says what is wrong with it.
    return undefined;
  }
}
