import type { StateBeforeRun } from '../../state/before-run.ts';
import type { State } from '../../state/state.ts';
import { timeKey } from '../../state/time.ts';

/** Why the schema has no rows. */
export interface Fault {
  /** The field with the first error; undefined if the text does not parse, or the engine failed. */
  readonly field: string | undefined;
  readonly errors: number;
}

/** The errors of the schema as it was last checked; undefined if it has none. */
export function faultOf({ issues, schemaError }: Pick<State, 'issues' | 'schemaError'>): Fault | undefined {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return schemaError === undefined ? undefined : { field: undefined, errors: 1 };
  return { field: first.path[0], errors: errors.length };
}

/** Whether the preview is about to refresh: the row shown is not that of the current schema, seed and time, and no error says why. */
export function isRefreshing(state: StateBeforeRun): boolean {
  const { sample, refreshes, content, seed, config } = state;
  if (!refreshes || faultOf(state) !== undefined) return false;
  if (sample === undefined) return !state.isChecked;
  return sample.content !== content || sample.seed !== seed || sample.timeKey !== timeKey(config);
}
