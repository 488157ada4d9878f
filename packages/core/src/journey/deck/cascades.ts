import type { Cascade } from '../../model/journey.ts';

/** A step that a cascade inserts. */
export interface Inserted {
  readonly state: number;
  /** The visit that it ends. */
  readonly ends: number;
}

/** Follows journeys, to know which visits a cascade ends. */
export interface Cascading {
  /** The steps to insert before the next step of a journey. Then that step is noted. */
  next(journey: number, state: number): readonly Inserted[];
}

const NONE: readonly Inserted[] = [];

/** @param size number of journeys */
export function newCascading(cascades: readonly Cascade[] = [], size: number): Cascading {
  if (cascades.length === 0) return { next: () => NONE };
  const each = cascades.map((cascade) => ({
    ...cascade,
    visits: new Int32Array(size),
    /** The visits of each journey that have not ended, ascending. */
    open: Array.from({ length: size }, (): number[] => []),
  }));
  return {
    next(journey, state) {
      const inserted = each.flatMap(({ before, as, open }) =>
        before === state ? (open[journey]?.splice(0) ?? []).map((ends) => ({ state: as, ends })) : NONE,
      );
      for (const { each: child, as, visits, open } of each) {
        if (state === child) open[journey]?.push(visits[journey]++);
        // The journey came to the end of its last visit by itself.
        else if (state === as && open[journey]?.at(-1) === visits[journey] - 1) open[journey]?.pop();
      }
      return inserted;
    },
  };
}
