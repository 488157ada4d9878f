import { issuesOf } from '@catbird/engine';
import { type GivenSchema, isCount, mistakes } from './given.ts';
import { readGiven } from './given-stream.ts';
import type { PlannedRows, RowsOptions } from './generate.ts';
import { planStream } from './plan.ts';

/** Options besides those of rows and times. */
const ROWS_KEYS = ['seed', 'types', 'count', 'first'];

/** What writes the rows of any schema, by the plan of a stream. @throws OptionsError with all mistakes */
export async function plannedRows(
  schema: GivenSchema,
  { count = Infinity, first = 0, ...options }: RowsOptions,
): Promise<PlannedRows> {
  const wrong = Object.entries({ count, first }).filter(([, value]) => !isCount(value));
  const foreign = ['delivery', 'format'].filter((name) => Object.hasOwn(options, name));
  if (foreign.length > 0)
    throw mistakes(issuesOf(...foreign.map((name) => `${name} does not apply to rows. Use stream`)));
  if (wrong.length > 0)
    throw mistakes(issuesOf(...wrong.map(([name]) => `${name} must be a whole number from 0 up`)));
  // What is only made may lie ahead of the clock.
  const future = options.from === undefined ? {} : { future: true };
  const planned = planStream(await readGiven(schema, { ...options, ...future }, ROWS_KEYS));
  if (!planned.ok) throw mistakes(planned.issues);
  const { rows: writer, time, wholeRows } = planned.plan;
  const end = Math.min(wholeRows < 0 ? Infinity : wholeRows, first + count);
  return { writer, timeline: time?.timeline, first, end };
}
