import { tally, type Column } from '../decide/column.ts';
import { isRecord } from '../json.ts';
import { newProfile, seeNumber, seeText, type FieldProfile } from '../observe/profile.ts';

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
    else if (isRecord(value)) kinds.objects.push(value);
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
