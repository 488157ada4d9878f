import { newDistinctCounter, type DistinctCounter } from '@catbird/engine';

/** What was counted of one field, over all rows observed. */
export interface FieldProfile {
  readonly name: string;
  /** Rows, or elements of a list, that have the field. */
  count: number;
  nulls: number;
  booleans: number;
  numbers: number;
  wholes: number;
  texts: number;
  objects: number;
  lists: number;
  min: number;
  max: number;
  /** Most decimals of a number, at most 12. */
  decimals: number;
  /** Values not below the one before. */
  inOrder: number;
  /** Values not above the one before. */
  inReverse: number;
  /** Numbers that are the one before plus 1. */
  stepsOfOne: number;
  /** Values that have one before. */
  neighbours: number;
  last: string | number | undefined;
  readonly distinct: DistinctCounter;
  /** Fields of objects. */
  readonly fields: Map<string, FieldProfile>;
  /** Elements of lists. */
  element: FieldProfile | undefined;
  /** Lists by length. */
  readonly lengths: Map<number, number>;
}

export const newProfile = (name: string): FieldProfile => ({
  name,
  count: 0,
  nulls: 0,
  booleans: 0,
  numbers: 0,
  wholes: 0,
  texts: 0,
  objects: 0,
  lists: 0,
  min: Infinity,
  max: -Infinity,
  decimals: 0,
  inOrder: 0,
  inReverse: 0,
  stepsOfOne: 0,
  neighbours: 0,
  last: undefined,
  distinct: newDistinctCounter(),
  fields: new Map(),
  element: undefined,
  lengths: new Map(),
});

/** Maximum number of decimals; more are noise of binary fractions. */
const MAX_DECIMALS = 12;

/** Values that are all counted for the number of distinct ones; of more, one in eight is. */
const COUNTED = 20_000;

/** Observes a number. */
export function seeNumber(field: FieldProfile, value: number): void {
  field.numbers++;
  if (Number.isInteger(value)) field.wholes++;
  else if (field.decimals < MAX_DECIMALS) field.decimals = decimalsOf(value, field.decimals);
  if (value < field.min) field.min = value;
  if (value > field.max) field.max = value;
  const { last } = field;
  if (typeof last === 'number') {
    field.neighbours++;
    if (value >= last) field.inOrder++;
    if (value <= last) field.inReverse++;
    // Above 2^53, a number plus 1 is the number.
    if (value === last + 1 && value !== last) field.stepsOfOne++;
  }
  field.last = value;
  if (field.numbers < COUNTED || (field.numbers & 7) === 0) field.distinct.add(String(value));
}

/** Observes a text. */
export function seeText(field: FieldProfile, value: string): void {
  field.texts++;
  const { last } = field;
  if (typeof last === 'string') {
    field.neighbours++;
    if (value >= last) field.inOrder++;
    if (value <= last) field.inReverse++;
  }
  field.last = value;
  if (field.texts < COUNTED || (field.texts & 7) === 0) field.distinct.add(value);
}

/** The decimals of a number, if more than `least`. */
function decimalsOf(value: number, least: number): number {
  let digits = least;
  let power = 10 ** digits;
  while (
    digits < MAX_DECIMALS &&
    Math.abs(Math.round(value * power) / power - value) > Math.abs(value) * 1e-15
  ) {
    digits++;
    power *= 10;
  }
  return digits;
}
