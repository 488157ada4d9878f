import { nearest } from '../numeric/rounding.ts';
import type { Issue } from '../model/issue.ts';
import { isObject } from '../model/json.ts';
import { nameHint } from '../model/suggestion.ts';
import { DURATION_EXAMPLES, parseDuration, type Reading } from './duration.ts';

/** A value at its place, with the list that receives its issues. */
export interface TimeSetting {
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
  /** The subject of sentences about it: `every`, `Stage 4`. */
  readonly name: string;
  readonly issues: Issue[];
}

/** 10,000 years, the longest duration. */
const MAX_DURATION_MS = 10_000 * 365 * 86_400_000;

/** Adds an issue: the end of a sentence that begins with the place's name. Returns undefined, the value of what is not valid. */
export function issue(place: TimeSetting, message: string): undefined {
  if (place.issues.length < MAX_ISSUES)
    place.issues.push({ path: place.path, message: `${place.name} ${message}` });
  return undefined;
}

/** Maximum number of issues to report. More of them have one cause. */
const MAX_ISSUES = 100;

/** A member or an element. */
export const placeAt = (
  place: TimeSetting,
  value: unknown,
  key: PropertyKey,
  name = String(key),
): TimeSetting => ({
  value,
  path: [...place.path, key],
  name,
  issues: place.issues,
});

/** The value of a reading; its messages become issues of the place. */
export function valueOf<Value>(place: TimeSetting, reading: Reading<Value>): Value | undefined {
  if (reading.ok) return reading.value;
  for (const { message } of reading.issues) issue(place, message);
  return undefined;
}

/** A text, or the text of a number. Empty for anything else. */
export const textOf = ({ value }: TimeSetting): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** An object as places by key. Keys without a value are absent; unknown keys are issues. */
export function membersOf<Key extends string>(
  place: TimeSetting,
  known: readonly Key[],
  example: string,
): { readonly [Name in Key]?: TimeSetting } | undefined {
  const { value } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return issue(place, `must be an object such as ${example}`);
  const set = Object.entries(value).filter(([, each]) => each !== undefined);
  const unknown = set.filter(([key]) => !known.some((each) => each === key)).slice(0, MAX_UNKNOWN);
  for (const [key] of unknown) {
    const hint = nameHint(key, known, 'Valid keys', Infinity);
    place.issues.push({ path: [...place.path, key], message: `Unknown key ${shown(key)}. ${hint}` });
  }
  const members: { [Name in Key]?: TimeSetting } = {};
  for (const [key, each] of set) {
    const found = known.find((name) => name === key);
    if (found !== undefined) members[found] = placeAt(place, each, found);
  }
  return members;
}

/** Maximum number of unknown keys to report for one object. */
const MAX_UNKNOWN = 20;

/** The members of an object, whatever their names. @param least how many it must have */
export function entriesOf(
  place: TimeSetting,
  of: string,
  least = 0,
): readonly (readonly [string, unknown])[] {
  const entries = isObject(place.value) ? Object.entries(place.value) : undefined;
  if (entries === undefined || entries.length < least) issue(place, `must be an object ${of}`);
  return entries ?? [];
}

/** A list's elements, if there are `least` to `most`. `noun` in the plural. */
export function elementsOf(
  place: TimeSetting,
  { least = 0, most, noun }: { readonly least?: number; readonly most: number; readonly noun: string },
): readonly unknown[] | undefined {
  const { value } = place;
  if (!Array.isArray(value)) return issue(place, `must be a list of ${noun}`);
  const elements: readonly unknown[] = value;
  if (elements.length < least)
    return issue(
      place,
      least === 1 ? 'must not be empty' : `must have at least ${least} ${noun}, not ${elements.length}`,
    );
  if (elements.length > most) return issue(place, `must have at most ${most.toLocaleString('en')} ${noun}`);
  return elements;
}

/** A number from `least` to `most`. */
export function numberOf(place: TimeSetting, least: number, most: number): number | undefined {
  const { value } = place;
  return typeof value === 'number' && value >= least && value <= most
    ? value + 0 // −0 becomes 0.
    : issue(place, `must be a number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`);
}

/** A duration of `leastMs` or more, in whole milliseconds: a text, or a number of seconds. */
export function durationOf(place: TimeSetting, leastMs: number): number | undefined {
  const { value } = place;
  const exactMs =
    typeof value === 'number'
      ? value * 1000
      : typeof value === 'string'
        ? parseDuration(value.trim())
        : undefined;
  if (exactMs === undefined || Number.isNaN(exactMs))
    return issue(place, `must be ${DURATION_EXAMPLES}, or a number of seconds`);
  const ms = nearest(exactMs);
  if (ms < leastMs || exactMs < 0)
    return issue(place, leastMs === 0 ? 'must not be negative' : `must be at least ${leastText(leastMs)}`);
  return ms <= MAX_DURATION_MS ? ms : issue(place, 'must be at most 3650000d');
}

const leastText = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

const shown = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}…` : text);
