import type { Value } from '../kernels/engine/scan.ts';

/** The kind of a value, as far as known at compile time. `any`: unknown; a `date` is a string or a number. */
export type Kind = 'number' | 'text' | 'boolean' | 'null' | 'list' | 'date' | 'any';

/** The TypeScript type of each kind. */
export interface OfKind {
  readonly number: number;
  readonly text: string;
  readonly boolean: boolean;
  readonly null: null;
  readonly list: readonly unknown[];
  readonly date: string | number;
  readonly any: Value;
}

const NAMES: Readonly<Record<Kind, string>> = {
  number: 'a number',
  text: 'a string',
  boolean: 'true or false',
  null: 'null',
  list: 'a list',
  date: 'a date',
  any: 'any value',
};

/** The kind’s name with an article. */
export const kindName = (kind: Kind): string => NAMES[kind];

/** Whether a value of one kind may be valid where another is expected. */
export const mayBe = (given: Kind, expected: Kind): boolean =>
  given === expected ||
  given === 'any' ||
  expected === 'any' ||
  (expected === 'date' && (given === 'text' || given === 'number')) ||
  (given === 'date' && (expected === 'text' || expected === 'number'));

/** Whether a value is of this kind. */
export function fits(value: Value, kind: Kind): boolean {
  switch (kind) {
    case 'number':
      return typeof value === 'number';
    case 'text':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'list':
      return Array.isArray(value);
    case 'date':
      return typeof value === 'string' || typeof value === 'number';
    default:
      return true;
  }
}
