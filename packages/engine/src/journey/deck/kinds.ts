import type { JourneyPlan, Way } from '../../model/journey.ts';

/** Journeys that take the same ways. */
interface Group<Each> {
  readonly journeys: number[];
  readonly ways: readonly Each[];
}

/** Journeys by the kinds of their entities, each with the ways that its kind takes. Without kinds, all are one group. */
export function byKind<Each extends Pick<Way, 'weight' | 'byKind'>>(
  kinds: JourneyPlan['kinds'],
  journeys: number[],
  ways: readonly Each[],
): readonly Group<Each>[] {
  if (kinds === undefined) return [{ journeys, ways }];
  let end = 0;
  return kinds.counts.map((count, kind) => {
    const first = end;
    end += count;
    const last = end;
    return {
      journeys: journeys.filter((journey) => journey >= first && journey < last),
      ways: ways.flatMap((way) => {
        const weight = way.byKind?.[kind] ?? way.weight;
        return weight > 0 ? [{ ...way, weight }] : [];
      }),
    };
  });
}
