import type { Row } from './observe/observe.ts';

/** Rows of a sample that others may refer to. */
export interface Referable {
  readonly name: string;
  /** Some of the rows. */
  readonly kept: readonly Row[];
  /** Rows of the sample. */
  readonly rows: number;
}

/** A field of a sample whose values are the keys of another one. */
export interface Reference {
  /** Index of the sample with the field, and the name of the field. */
  readonly from: number;
  readonly field: string;
  /** Index of the sample that it refers to, and the field that identifies its rows. */
  readonly to: number;
  readonly key: string;
  /** How often each row is referred to, the most frequent first. */
  readonly counts: readonly number[];
  /** How many rows the other sample has. */
  readonly size: number;
}

const LEAST_ROWS = 10;
/** Share of the values that are keys of the other sample. */
const KNOWN = 0.98;

/** Fields that are named like another sample or its key, and have its keys as values: `user_id` in orders, and `id` of users. */
export function referencesOf(samples: readonly Referable[]): Reference[] {
  return samples.flatMap((of, to) => {
    const key = keyOf(of);
    if (key === undefined) return [];
    const keys = new Set(of.kept.map((row) => row[key]));
    return samples.flatMap(({ kept }, from) => {
      if (from === to) return [];
      const field = namesIn(kept).find(
        (name) => isNamedAfter(name, of.name, key) && refers(kept, name, keys),
      );
      return field === undefined
        ? []
        : [{ from, field, to, key, counts: countsOf(kept, field, keys), size: of.rows }];
    });
  });
}

const namesIn = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {});

/** The field that identifies the rows, if all of them were kept: the first with a value of its own in each. */
function keyOf({ name, kept, rows }: Referable): string | undefined {
  if (kept.length < LEAST_ROWS || kept.length < rows) return undefined;
  return namesIn(kept).find((field) => {
    const isNamed = /(^|[_-])(id|key|code|no)$|[a-z]I[dD]$/.test(field) || plainly(field) === singular(name);
    const values = kept.map((row) => row[field]);
    const isKey = values.every(
      (value) => typeof value === 'string' || (isNamed && typeof value === 'number'),
    );
    return isKey && new Set(values).size === values.length;
  });
}

/** `user_id` is named after users, and after their key `user_id`; `id` is not. */
function isNamedAfter(field: string, sample: string, key: string): boolean {
  if (/^id$/i.test(field)) return false;
  return field === key || plainly(field) === singular(sample);
}

const plainly = (field: string): string =>
  field
    .toLowerCase()
    .replace(/[_-]?(id|key|code|no)$/, '')
    .replaceAll(/[^a-z0-9]/g, '');

const singular = (name: string): string => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain.endsWith('ies') ? `${plain.slice(0, -3)}y` : plain.replace(/(?<=s|x|ch|sh)es$|s$/, '');
};

function refers(rows: readonly Row[], field: string, keys: ReadonlySet<unknown>): boolean {
  const values = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.filter((value) => keys.has(value)).length >= KNOWN * values.length;
}

/** Values that are no keys of the other sample are left out. */
function countsOf(rows: readonly Row[], field: string, keys: ReadonlySet<unknown>): number[] {
  const counts = new Map<unknown, number>();
  for (const { [field]: value } of rows) if (keys.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
}
