import type { Budget } from './budget.ts';
import { newDistinct, type Distinct } from './distinct.ts';
import type { Scalar } from './figures.ts';
import { newNumberReservoir, type NumberReservoir } from './number-reservoir.ts';

/** A date, with or without a time and a zone. Times without a zone are read as UTC. */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const [SHORTEST, LONGEST] = ['2026-01-01'.length, '2026-01-01T00:00:00.000000000+00:00'.length];
const DASH = 0x2d;

/** Milliseconds since 1970 of a date or time in the form of ISO 8601; undefined for other texts. Less than a millisecond is cut off. */
function instantOf(text: string): number | undefined {
  // Most texts are none.
  if (text.length < SHORTEST || text.length > LONGEST || text.charCodeAt(4) !== DASH) return undefined;
  const parts = INSTANT.exec(text);
  if (parts === null || !isDate(text.slice(0, SHORTEST))) return undefined;
  const at = (place: number, absent: string): string => parts[place] ?? absent;
  const [fraction, zone] = [at(7, '').slice(0, 3).padEnd(3, '0'), at(8, 'Z')];
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = `${at(4, '00')}:${at(5, '00')}:${at(6, '00')}.${fraction}`;
  const ms = Date.parse(`${text.slice(0, SHORTEST)}T${time}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Whether there is such a day. Engines read 30 February as a day of March. */
function isDate(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

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
  const ms = field.instants && instantOf(text);
  if (ms === undefined) field.instants = undefined;
  else field.instants?.add(ms);
  if (text.length > DATE_CHARS) field.areDates = false;
}
