import type { Value } from '../kernels/engine/scan.ts';

/** The type of a value, as far as known at compile time. `any`: unknown; a `date` is a string or a number. */
export type ValueType = 'number' | 'text' | 'boolean' | 'null' | 'list' | 'date' | 'any';

/** The TypeScript type of each type. */
export interface OfType {
  readonly number: number;
  readonly text: string;
  readonly boolean: boolean;
  readonly null: null;
  readonly list: readonly unknown[];
  readonly date: string | number;
  readonly any: Value;
}

const NAMES: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  text: 'a string',
  boolean: 'true or false',
  null: 'null',
  list: 'a list',
  date: 'a date',
  any: 'any value',
};

/** The type’s name with an article. */
export const typeName = (type: ValueType): string => NAMES[type];

/** Whether a value of one type may be valid where another is expected. */
export const mayBe = (given: ValueType, expected: ValueType): boolean =>
  given === expected ||
  given === 'any' ||
  expected === 'any' ||
  (expected === 'date' && (given === 'text' || given === 'number')) ||
  (given === 'date' && (expected === 'text' || expected === 'number'));

/** Whether a value is of this type. */
export function fits(value: Value, type: ValueType): boolean {
  switch (type) {
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
