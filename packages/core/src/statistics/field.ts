import type { Budget } from './budget.ts';
import { newDistinct, type Distinct } from './distinct.ts';
import type { Scalar } from './figures.ts';
import { instantOf } from './instant.ts';
import { newKeptNumbers, type KeptNumbers } from './kept-numbers.ts';

const DATE_CHARS = '2026-01-01'.length;

/** What was counted of one field. */
export interface Field {
  readonly path: string;
  /** Places with a value or null. */
  count: number;
  nulls: number;
  texts: number;
  booleans: number;
  objects: number;
  lists: number;
  /** Elements of lists that were counted: a list has 1,000 at most. */
  elements: number;
  numbers: number;
  /** A number has more digits than a double keeps. */
  isRounded: boolean;
  readonly distinct: Distinct;
  /** Finite ones. */
  readonly finite: KeptNumbers;
  readonly lengths: KeptNumbers;
  readonly items: KeptNumbers;
  /** Undefined: a text is no time. */
  instants: KeptNumbers | undefined;
  /** All texts are dates, without a time. */
  areDates: boolean;
  readonly members: Map<string, Field>;
  /** Elements of lists. */
  element: Field | undefined;
}

/** A field without values. */
export const newField = (path: string, budget: Budget): Field => ({
  path,
  count: 0,
  nulls: 0,
  texts: 0,
  booleans: 0,
  objects: 0,
  lists: 0,
  elements: 0,
  numbers: 0,
  isRounded: false,
  distinct: newDistinct(budget),
  finite: newKeptNumbers(budget),
  lengths: newKeptNumbers(budget),
  items: newKeptNumbers(budget),
  instants: newKeptNumbers(budget),
  areDates: true,
  members: new Map(),
  element: undefined,
});

/** Counts a text, number or boolean. */
export function addScalar(field: Field, value: Scalar): void {
  field.distinct.add(value);
  if (typeof value === 'boolean') field.booleans++;
  else if (typeof value === 'number') addNumber(field, value);
  else addText(field, value);
}

function addNumber(field: Field, number: number): void {
  field.numbers++;
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) field.isRounded = true;
  // JSON can hold 1e999.
  if (Number.isFinite(number)) field.finite.add(number);
  else field.isRounded = true;
}

function addText(field: Field, text: string): void {
  field.texts++;
  field.lengths.add(text.length);
  const ms = field.instants && instantOf(text);
  if (ms === undefined) field.instants = undefined;
  else field.instants?.add(ms);
  if (text.length > DATE_CHARS) field.areDates = false;
}
