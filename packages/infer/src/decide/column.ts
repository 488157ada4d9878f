import type { FieldProfile } from '../observe/profile.ts';

/** A field of the sample: what was counted, and its values in the rows that were kept. */
export interface Column {
  /** Name of the field in its object. */
  readonly name: string;
  /** `user.address.city`, `items[].price`. */
  readonly path: string;
  readonly profile: FieldProfile;
  /** Values that are not null, in the order of the sample. All of one type. */
  readonly values: readonly unknown[];
  /** Values by how often they stand in `values`, the most frequent first. */
  readonly counts: ReadonlyMap<unknown, number>;
  /** Whether the values are elements of lists: each is drawn by itself, so it can follow no other field. */
  readonly isElement: boolean;
  /** A name for a hidden field beside this one. */
  readonly helperName: (suffix: string) => string;
}

/** The values as texts. Only for a column of texts. */
export const textsOf = ({ values }: Column): readonly string[] => values.map(String);

/** The values as numbers. Only for a column of numbers. */
export const numbersOf = ({ values }: Column): readonly number[] => values.map(Number);

/** Counts values, the most frequent first. */
export function tally(values: readonly unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/** Distinct values per value: 1 if none repeats. */
export const uniqueness = ({ counts, values }: Column): number => counts.size / values.length;
