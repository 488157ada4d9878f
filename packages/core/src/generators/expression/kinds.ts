import type { Value } from '../kernels/engine/scan.ts';

/** What is known of a value before there are rows. `any`: nothing; a `date` is a text or a number. */
export type Kind = 'number' | 'text' | 'boolean' | 'null' | 'list' | 'date' | 'any';

/** The values of a kind, as far as types can tell. */
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
  text: 'a text',
  boolean: 'true or false',
  null: 'null',
  list: 'a list',
  date: 'a date',
  any: 'any value',
};

/** The kind in words. */
export const kindName = (kind: Kind): string => NAMES[kind];

/** Values of one kind can stand where the other is asked for, or might. */
export const mayBe = (given: Kind, asked: Kind): boolean =>
  given === asked ||
  given === 'any' ||
  asked === 'any' ||
  (asked === 'date' && (given === 'text' || given === 'number')) ||
  (given === 'date' && (asked === 'text' || asked === 'number'));

/** The value is of this kind. */
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
