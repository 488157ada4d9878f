import { firstPlace } from '../../numeric/search.ts';

/** A rate, or a factor of one, that is straight between two instants. Either end may be infinite if the value is constant. */
export interface Stretch {
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
  readonly atStart: number;
  readonly atEnd: number;
}

/** The value of a stretch at an instant from its start to its end. */
export function valueAt({ startMs, endMs, atStart, atEnd }: Stretch, ms: number): number {
  if (atStart === atEnd || ms === startMs) return atStart;
  if (ms === endMs) return atEnd;
  return atStart + (atEnd - atStart) * ((ms - startMs) / (endMs - startMs));
}

/** One of the numbers whose product is the rate: a function of time that consists of stretches. */
export interface Factor {
  /** The whole stretch that an instant lies in. */
  at(ms: number): Stretch;
  /** Usual length of a stretch. */
  readonly spacingMs: number;
  /** The instant from which the factor is always 0; Infinity if there is none. */
  readonly zeroFromMs: number;
}

/** A value that never changes. */
export function constant(value: number): Factor {
  const always = level(-Infinity, Infinity, value);
  return { at: () => always, spacingMs: Infinity, zeroFromMs: value === 0 ? -Infinity : Infinity };
}

/** The same value from an instant to another. */
export const level = (startMs: number, endMs: number, value: number): Stretch => ({
  startMs,
  endMs,
  atStart: value,
  atEnd: value,
});

/** Index of the last element that passes, in a list in which those that pass come first; at least 0. */
export const lastWhere = <T>(list: readonly T[], passes: (element: T) => boolean): number =>
  Math.max(0, firstPlace(0, list.length, (at) => !passes(list[at])) - 1);
