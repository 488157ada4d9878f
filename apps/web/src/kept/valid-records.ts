import { isObject } from '@catbird/engine';
import type { Range } from '@catbird/send';
import { OWN, type KeptProgress, type KeptStart } from './kept-run.ts';

// Anything on this origin can write to the database.
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isRowEnd = (value: unknown): value is number => value === Infinity || isCount(value);
const isInstant = (value: unknown): value is number => Number.isFinite(value);
const isOneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const isListOf =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(is);
const isMaybe =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || is(value);

/** Whether an object has all these fields. */
const has =
  (fields: Readonly<Record<string, (value: unknown) => boolean>>) =>
  (value: unknown): boolean =>
    isObject(value) && Object.entries(fields).every(([name, is]) => is(value[name]));

/** Whether ranges are in order and disjoint, and the last one is endless: a run goes on with what they hold. */
function areRemaining(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const ranges: readonly unknown[] = value;
  if (!ranges.every(isRange)) return false;
  const isBefore = ([, end]: Range, i: number): boolean => end <= (ranges[i + 1]?.[0] ?? Infinity);
  return ranges.slice(0, -1).every(isBefore) && ranges.at(-1)?.[1] === Infinity;
}

const isRange = (value: unknown): value is Range =>
  Array.isArray(value) &&
  value.length === 2 &&
  isCount(value[0]) &&
  isRowEnd(value[1]) &&
  value[0] < value[1];

const isSpan = (value: unknown): boolean =>
  has({ first: isCount, end: isCount, ms: isInstant })(value) &&
  isObject(value) &&
  Number(value['first']) < Number(value['end']);

const isTiming = has({
  fromMs: isInstant,
  toMs: (value) => value === null || isInstant(value),
  speed: (value) => value === 'max' || (isInstant(value) && value > 0),
  future: isOneOf(true, false),
  arrivals: isOneOf('even', 'jitter', 'poisson'),
  disorderMs: (value) => isInstant(value) && value >= 0,
  eps: (value) => isInstant(value) && value > 0,
  unit: isOneOf(undefined, 'starts'),
  rate: isObject,
  changes: isListOf(isObject),
});

const isStarted = has({
  name: isText,
  number: (value) => Number.isSafeInteger(value) && Number(value) < 0,
  atMs: isInstant,
  forMs: isCount,
});

const isCounts = has({
  accepted: isCount,
  quarantined: isCount,
  rejected: isCount,
  dropped: isCount,
  bytes: isCount,
});

const isStart = has({
  version: isOneOf(undefined),
  id: isText,
  key: isText,
  link: isMaybe(isText),
  seed: isText,
  nowMs: isInstant,
  savedMs: isInstant,
  order: isMaybe(isInstant),
  digests: (digests) => isObject(digests) && Object.values(digests).every(isText),
});

/** Whether a record is a run. One with a `version` was written by a later version of the page, and is left to it. */
export const isKeptStart = (value: unknown): value is KeptStart =>
  isStart(value) && isObject(value) && (value['key'] !== OWN || isText(value['link']));

/** Whether a record is the progress of a stream. */
export const isKeptProgress = (value: unknown): value is KeptProgress =>
  has({
    version: isOneOf(undefined),
    id: isText,
    savedMs: isInstant,
    remaining: areRemaining,
    spans: isListOf(isSpan),
    end: isRowEnd,
    timing: isMaybe(isTiming),
    faultChanges: isListOf(has({ position: isCount, faults: isObject })),
    started: isMaybe(isListOf(isStarted)),
    reason: isOneOf(undefined, 'limit', 'stopped', 'failed'),
    counts: isCounts,
    elapsedMs: isMaybe((ms) => isInstant(ms) && ms >= 0),
  })(value);
