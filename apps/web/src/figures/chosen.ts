import type { FieldFigure, FiguresReport } from '../worker/figures/figures-protocol.ts';

/** Figures beside each other. */
const PLACES = 3;

/** Kinds in the order of their places. */
const KINDS = ['shares', 'numbers', 'walk'] as const;

/**
 * The fields to show: those chosen by hand, each at its place, then the most telling one of each kind, then any. The states of a journey
 * have a figure of their own.
 *
 * @param byHand names of fields by place
 */
export function chosenFigures(
  { fields, journey }: Pick<FiguresReport, 'fields' | 'journey'>,
  byHand: Readonly<Record<number, string>>,
): readonly FieldFigure[] {
  const chosen = new Map<number, FieldFigure>();
  for (let place = 0; place < PLACES; place++) {
    const field = fields.find(({ path }) => path === byHand[place]);
    if (field !== undefined) chosen.set(place, field);
  }
  const taken = new Set(chosen.values());
  const left = fields.filter((field) => !taken.has(field) && field.path !== journey?.name);
  const best = KINDS.flatMap((kind) => left.find((field) => field.kind === kind) ?? []);
  const others = left.filter((field) => !best.includes(field));
  // A field that tells nothing new is shown only where there is no other.
  const free = Array.from({ length: PLACES }, (_, place) => place).filter((place) => !chosen.has(place));
  const automatic = [...best, ...others].slice(0, free.length);
  free.forEach((place, i) => {
    const field = automatic[i];
    if (field !== undefined) chosen.set(place, field);
  });
  return [...chosen].toSorted(([one], [other]) => one - other).map(([, field]) => field);
}
