import { lastSavedMs, type KeptRun, type KeptStart } from './kept-run.ts';

/** What kept runs are ordered by. */
export type Ordered = Pick<KeptRun, 'savedMs' | 'order' | 'streams'>;

/** When a run was last saved. If the clock was set back before it began, its `order` is later than the runs before it. */
const placeOf = (run: Ordered): number => Math.max(run.order ?? -Infinity, lastSavedMs(run));

/** The latest first. */
export const latestFirst = (a: Ordered, b: Ordered): number => placeOf(b) - placeOf(a);

/** A run that begins now, with a place after all others, whatever the clock says. */
export function afterAll<Run extends Pick<KeptStart, 'savedMs' | 'order'>>(
  run: Run,
  others: readonly Ordered[],
): Run {
  // A damaged record must not decide where the others go.
  const last = Math.max(...others.map(placeOf).filter(Number.isFinite));
  return last < run.savedMs ? run : { ...run, order: last + 1 };
}
