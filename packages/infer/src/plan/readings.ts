import { type Column, like } from '../decide/column.ts';
import type { Decision } from '../decide/decision.ts';
import { numbers } from '../decide/numbers.ts';
import { keys } from '../decide/repeats.ts';
import { decisionsOf } from '../decide/decide.ts';
import { pastTimes } from '../decide/times.ts';

/** A way to read a field. */
export interface Reading {
  /** Unique among the readings of a field: what kind it becomes. */
  readonly name: string;
  readonly decision: Decision;
  /** Share of the values that become null. */
  readonly nulls?: number;
}

/** The reading of the time of the event that keeps it where it was in the sample. */
export const PAST_TIME = 'past time';

/** Share of numbers from which texts may be meant as numbers. */
const NUMERIC = 0.6;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
/** Below this, a person should look. */
const SURE = 0.6;

/** All ways to read a column, the decided one first. */
export function readingsOf(column: Column, decision: Decision): readonly Reading[] {
  const readings = [
    { name: decision.kind, decision },
    ...pastReadings(column, decision),
    ...numberReadings(column),
    ...textReadings(column),
  ];
  const unique = new Map<string, Reading>();
  for (const reading of readings) if (!unique.has(reading.name)) unique.set(reading.name, reading);
  return [...unique.values()];
}

/** The time of the event as one between the first and the last of the sample. */
function pastReadings(column: Column, { time }: Decision): Reading[] {
  const past = time?.isEvent === true ? pastTimes(column) : undefined;
  return past === undefined ? [] : [{ name: PAST_TIME, decision: past }];
}

/** Whether several readings of a column are as good. */
export function isAmbiguous(column: Column, decision: Decision): boolean {
  const { name } = column;
  const { kind, confidence } = decision;
  const texts = column.values.filter((value) => typeof value === 'string');
  const share = texts.filter((text) => NUMBER.test(text)).length / texts.length;
  if (texts.length > 0) {
    const isMixed = texts.length < column.values.length || (share >= NUMERIC && share < 1);
    return isMixed || kind === 'mixed' || (confidence < SURE && kind !== 'text');
  }
  if (kind !== 'whole number') return kind === 'mixed';
  return CODE.test(name) || KEY.test(name);
}

/** Names of numbers that nobody adds up. */
const CODE = /zip|post(al)?_?code|phone|account|iban|ean|isbn|(^|[_. ])code$/i;
const KEY = /(^|[_. ])(id|key)$|[a-z]I[dD]$/;

const isKnown = (column: Column): boolean => column.profile.numbers > 0 || column.profile.texts > 0;

function numberReadings(column: Column): Reading[] {
  const values = column.values.flatMap((value) => {
    if (typeof value === 'number') return [value];
    return typeof value === 'string' && NUMBER.test(value) ? [Number(value)] : [];
  });
  const share = values.length / column.values.length;
  if (values.length === 0 || share < NUMERIC) return [];
  if (share === 1 && typeof column.values[0] === 'number')
    return [...decisionsOf(column), keys(column)].map(named);
  const decision = numbers(like(column, values));
  const orNull = { name: `${decision.kind} or null`, decision, nulls: 1 - share };
  return share === 1 ? [named(decision)] : [named(decision), orNull];
}

function textReadings(column: Column): Reading[] {
  if (!isKnown(column)) return [];
  const texts = like(column, column.values.map(String));
  const isText = typeof column.values[0] === 'string';
  const decisions = decisionsOf(texts).filter(({ kind }) => isText || kind === 'pattern' || kind === 'text');
  return [...decisions, ...(isText ? [keys(texts)] : [])].map(named);
}

const named = (decision: Decision): Reading => ({ name: decision.kind, decision });
