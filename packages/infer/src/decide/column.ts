import { isObject } from '@catbird/engine';
import { type FieldProfile, newProfile, seeNumber, seeText } from '../observe/profile.ts';

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

/** Things by their keys, in their order. Those without one are left out. */
export function groupedBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item, at: number) => Key | undefined,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at++);
    const same = key === undefined ? [] : groups.get(key);
    if (same !== undefined) same.push(item);
    else if (key !== undefined) groups.set(key, [item]);
  }
  return groups;
}

/** Distinct values per value: 1 if none repeats. */
export const uniqueness = ({ counts, values }: Column): number => counts.size / values.length;

/** Values of a column by their types. */
export interface Kinds {
  readonly booleans: readonly boolean[];
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  readonly lists: readonly (readonly unknown[])[];
}

/** Sorts values by their types. Null is none of them. */
export function kindsOf(values: readonly unknown[]): Kinds {
  const kinds = {
    booleans: [] as boolean[],
    numbers: [] as number[],
    texts: [] as string[],
    objects: [] as Readonly<Record<string, unknown>>[],
    lists: [] as (readonly unknown[])[],
  };
  for (const value of values) {
    if (typeof value === 'boolean') kinds.booleans.push(value);
    else if (typeof value === 'number') kinds.numbers.push(value);
    else if (typeof value === 'string') kinds.texts.push(value);
    else if (Array.isArray(value)) kinds.lists.push(value);
    else if (isObject(value)) kinds.objects.push(value);
  }
  return kinds;
}

/** Observes values of one type again, apart from the others of their column. */
export function profileOf(name: string, values: readonly unknown[]): FieldProfile {
  const profile = newProfile(name);
  for (const value of values) {
    profile.count++;
    if (typeof value === 'number') seeNumber(profile, value);
    else if (typeof value === 'string') seeText(profile, value);
    else if (typeof value === 'boolean') profile.booleans++;
  }
  return profile;
}

/** A column of other values in the place of another one. */
export const like = (column: Column, values: readonly unknown[]): Column => ({
  ...column,
  values,
  counts: tally(values),
  profile: profileOf(column.name, values),
});
