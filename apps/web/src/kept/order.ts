/** What kept runs are ordered by. */
export interface Ordered {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly savedMs: number;
  /** As `savedMs`, but after a clock that was set back: later than the runs before. Absent: `savedMs`. */
  readonly order?: number;
}

const placeOf = ({ savedMs, order }: Ordered): number => order ?? savedMs;

/** The latest first. */
export const latestFirst = (a: Ordered, b: Ordered): number => placeOf(b) - placeOf(a);

/** A run that begins now, with a place after all others, whatever the clock says. */
export function afterAll<Run extends Ordered>(run: Run, all: readonly Ordered[]): Run {
  const places = all.filter(({ id }) => id !== run.id).map(placeOf);
  // A damaged record must not decide where the others go.
  const last = Math.max(...places.filter(Number.isFinite));
  return last < run.savedMs ? run : { ...run, order: last + 1 };
}

/** A run that is saved again keeps the place it has, or a later one. */
export const notBefore = <Run extends Ordered>(run: Run, { order }: Pick<Ordered, 'order'>): Run =>
  order !== undefined && order > run.savedMs ? { ...run, order } : run;
