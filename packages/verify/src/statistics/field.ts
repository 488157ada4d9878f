import { isoMs } from '@catbird/engine';
import { newDistinct, type Distinct, newNumberReservoir, type NumberReservoir } from './reservoirs.ts';
import type { Scalar } from './figures.ts';

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
  readonly finite: NumberReservoir;
  readonly lengths: NumberReservoir;
  readonly items: NumberReservoir;
  /** Undefined: a text is no time. */
  instants: NumberReservoir | undefined;
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
  finite: newNumberReservoir(budget),
  lengths: newNumberReservoir(budget),
  items: newNumberReservoir(budget),
  instants: newNumberReservoir(budget),
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
  const ms = field.instants === undefined ? NaN : isoMs(text);
  if (Number.isNaN(ms)) field.instants = undefined;
  else field.instants?.add(ms);
  if (text.length > DATE_CHARS) field.areDates = false;
}

/** Memory that the fields of all rows share. */
export interface Budget {
  /** Distinct values that may still be kept. */
  values: number;
  /** Characters of distinct texts that may still be kept. */
  chars: number;
  /** Numbers that may still be kept. */
  numbers: number;
}

/** About 150 MB at most. Rows of 16 MiB, which are read by default, never get there. */
export const newBudget = (): Budget => ({ values: 1_000_000, chars: 32 * 2 ** 20, numbers: 8 * 2 ** 20 });
