import type { StateBeforeRun } from '../../state/before-run.ts';
import type { State } from '../../state/state.ts';
import { timeKey } from '../../state/options.ts';

/** Why the schema has no rows. */
export interface Fault {
  /** The fields with errors, each once: `payment.method`. Empty if the text does not parse, or the engine failed. */
  readonly fields: readonly string[];
  readonly errors: number;
}

/** The errors of the schema as it was last checked; undefined if it has none. */
export function faultOf({ issues, schemaError }: Pick<State, 'issues' | 'schemaError'>): Fault | undefined {
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return schemaError === undefined ? undefined : { fields: [], errors: 1 };
  const fields = errors.flatMap(({ path }) => (path.length === 0 ? [] : [fieldIn(path)]));
  return { fields: [...new Set(fields)], errors: errors.length };
}

/** The field in the path of an issue: between the names of an object and of its field stands `fields`. */
function fieldIn([name = '', next, ...rest]: readonly string[]): string {
  return next === 'fields' && rest.length > 0 ? `${name}.${fieldIn(rest)}` : name;
}

/** Names listed; the rest is counted. */
const LISTED = 3;

/** How many errors there are, and in which fields: `2 errors: total, coupon`. @param listed names at most */
export function faultText({ fields, errors }: Fault, listed = LISTED): string {
  const counted = errors === 1 ? '1 error' : `${errors} errors`;
  const more = fields.length - listed;
  const names = [...fields.slice(0, listed), ...(more > 0 ? [`${more} more`] : [])];
  return names.length === 0 ? counted : `${counted}: ${names.join(', ')}`;
}

/** Whether the preview is about to refresh: the row shown is not that of the current schema, seed and time, and no error says why. */
export function isRefreshing(state: StateBeforeRun): boolean {
  const { sample, content, seed, config } = state;
  if (faultOf(state) !== undefined) return false;
  if (sample === undefined) return !state.isChecked;
  return sample.content !== content || sample.seed !== seed || sample.timeKey !== timeKey(config);
}
