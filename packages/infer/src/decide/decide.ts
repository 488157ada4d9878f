import { type Column, uniqueness, numbersOf } from './column.ts';
import type { Decision } from './decision.ts';
import { numerals } from './bounded.ts';
import { booleans, numberCodes, textCodes } from './enumerations.ts';
import { formats } from './formats.ts';
import { otherNames, personalNames, prose } from './names-and-prose.ts';
import { numbers, FREQUENT, weighted } from './numbers.ts';
import { numberKeys, pools } from './repeats.ts';
import { fewShapes, shapes, tokens } from './shapes.ts';
import { areNamedEpochs, DAILY, epochs, numberDates, times } from './times.ts';
import { clean, isRound, roundingUnit } from './statistics.ts';

/** A family of fields. Undefined if the column is of another one. */
type Rule = (column: Column) => Decision | undefined;

/** In the order in which they are asked. */
const NUMBER_RULES: readonly Rule[] = [
  sequence,
  epochs,
  numberDates,
  numberKeys,
  numberCodes,
  repeatedNumbers,
];
const TEXT_RULES: readonly Rule[] = [
  times,
  formats,
  personalNames,
  textCodes,
  otherNames,
  numerals,
  pools,
  fewShapes,
  tokens,
  shapes,
];

/** Decides about a column of values of one type: the first rule that knows it. */
export function decide(column: Column): Decision {
  const { profile, values } = column;
  if (values.length === 0)
    return {
      kind: 'null',
      reason: 'Always null',
      confidence: 1,
      spec: { type: 'catbird.pick', params: { values: [null] } },
    };
  if (profile.numbers > 0) return first(NUMBER_RULES, column) ?? numbers(column);
  if (profile.texts > 0) return first(TEXT_RULES, column) ?? prose(column);
  return booleans(column) ?? prose(column);
}

/** What each rule that knows a column of numbers or texts says about it, in the order of `decide`. */
export function decisionsOf(column: Column): Decision[] {
  const isNumeric = column.profile.numbers > 0;
  const known = (isNumeric ? NUMBER_RULES : TEXT_RULES).flatMap((rule) => rule(column) ?? []);
  return [...known, isNumeric ? numbers(column) : prose(column)];
}

function first(rules: readonly Rule[], column: Column): Decision | undefined {
  for (const rule of rules) {
    const decision = rule(column);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

/** Share of the steps that are one: a row may be missing, or damaged. */
const STEADY = 0.99;
/** Steps that are not by chance, and those of numbers that are named like a key. */
const STEPS = { least: 5, named: 2 };
const NAMED =
  /^(id|no|nr|num|number|seq|sequence|index|idx|row|rowid|row_?num(ber)?|#)$|_(id|no|nr|seq)$|[a-z]I[dD]$/i;

/** Numbers that count the rows. */
function sequence(column: Column): Decision | undefined {
  const { profile, isElement, values } = column;
  if (isElement || areNamedEpochs(column) || areSerialDates(column)) return undefined;
  if (!(isCounting(column) || areAllOf(column))) return undefined;
  const start = profile.min;
  // Any other start would say where the sample was cut.
  const isPublic = Number(start.toPrecision(3)) === start;
  return {
    kind: 'sequence',
    reason: isPublic
      ? 'Each number is the one before plus 1'
      : 'Each number is the one before plus 1; they start again at 1',
    confidence: profile.neighbours === 0 ? 1 : Math.max(STEADY, profile.stepsOfOne / profile.neighbours),
    spec: { type: 'catbird.sequence', params: { start: isPublic ? start : 1 } },
    ...(isPublic
      ? {}
      : {
          confirmable: {
            spec: () => ({ type: 'catbird.sequence', params: { start } }),
            values: [{ value: start, share: 1 / values.length }],
          },
        }),
  };
}

/** Whether each number is the one before plus 1. */
function isCounting({ profile, name }: Column): boolean {
  const { stepsOfOne, neighbours } = profile;
  const least = NAMED.test(name) ? STEPS.named : STEPS.least;
  const areWhole = profile.wholes === profile.numbers;
  return areWhole && neighbours >= least && stepsOfOne >= neighbours * STEADY;
}

/** Days since 1900, as spreadsheets count them: from 2000 to 2060. */
const SERIAL_DAYS = { least: 36_526, most: 58_440 };

const areSerialDates = ({ name, profile }: Column): boolean =>
  DAILY.test(name) && profile.min >= SERIAL_DAYS.least && profile.max <= SERIAL_DAYS.most;

/** Whether numbers that are named like a key are all from the least to the greatest one, each once, in another order. */
const areAllOf = ({ name, profile, values, counts }: Column): boolean =>
  NAMED.test(name) &&
  profile.wholes === values.length &&
  counts.size === values.length &&
  values.length > STEPS.least &&
  profile.max - profile.min + 1 === values.length;

/** Distinct numbers that are listed. Fewer are codes. */
const LEAST = 13;
const MOST = 300;
/** Distinct numbers per row, at most. */
const REPEATS = 0.2;

/** A smooth law would have at least so many times as many distinct numbers. */
const SMOOTHER = 2;
/** Parts of equal share in which a law is taken to be even. */
const PARTS = 20;

/** Neighbours that get new places together. */
const GROUP = 5;
/** From this ratio of its ends on, places in a group are spread by ratio. */
const WIDE = 1.5;

/** Numbers that repeat much more often than any smooth law makes them, such as process ids or prices: as many others, with their frequencies. */
function repeatedNumbers(column: Column): Decision | undefined {
  const { counts, profile, values, isElement } = column;
  const isListed = counts.size >= LEAST && counts.size <= MOST && uniqueness(column) <= REPEATS;
  if (isElement || !isListed) return undefined;
  const sorted = numbersOf(column).toSorted((a, b) => a - b);
  const step = 10 ** -Math.min(12, profile.decimals);
  if (smoothCount(sorted, step) < SMOOTHER * counts.size) return undefined;
  const distinct = [...new Set(sorted)];
  const isKept = (value: number): boolean =>
    isRound(value) && (counts.get(value) ?? 0) >= FREQUENT * values.length;
  const others = newNumbers(distinct, step, isKept);
  const pairs = others.map((value, i) => [value, counts.get(distinct[i]) ?? 1] as const);
  return {
    // Such as a latitude.
    kind: numbers(column).kind,
    reason: `${counts.size} different numbers in ${values.length} rows, which repeat`,
    confidence: 0.9,
    spec: weighted(pairs),
  };
}

/** Distinct numbers that as many draws of a law without repetitions of its own would have. */
function smoothCount(sorted: readonly number[], step: number): number {
  let count = 0;
  for (let part = 0; part < PARTS; part++) {
    const from = Math.floor((part * sorted.length) / PARTS);
    const to = Math.floor(((part + 1) * sorted.length) / PARTS);
    if (to <= from) continue;
    const places = ((sorted[to - 1] ?? 0) - (sorted[from] ?? 0)) / step + 1;
    count += places * (1 - Math.exp((from - to) / places));
  }
  return count;
}

/**
 * As many numbers near some ascending ones, in groups of neighbours that are spread evenly. None is one of them unless three digits write it.
 *
 * @param isKept whether a number stays as it is
 */
function newNumbers(distinct: readonly number[], step: number, isKept: (value: number) => boolean): number[] {
  const spread = distinct.map((_, i) => {
    const first = Math.min(i - (i % GROUP), Math.max(0, distinct.length - GROUP));
    const last = Math.min(first + GROUP, distinct.length);
    const low = edgeBefore(distinct, first);
    const high = edgeBefore(distinct, last);
    const share = (i - first + 0.5) / (last - first);
    return low > 0 && high / low > WIDE ? low * (high / low) ** share : low + (high - low) * share;
  });
  const ends = { min: distinct[0] ?? 0, max: distinct.at(-1) ?? 0 };
  const coarse = spread.map((x) => rounded(x, Math.max(step, roundingUnit(ends))));
  const fine = new Set(coarse).size === coarse.length ? coarse : spread.map((x) => rounded(x, step));
  const known = new Set(distinct);
  const taken = new Set(distinct.filter(isKept));
  return fine.map((x, i) => {
    const own = distinct[i] ?? 0;
    if (isKept(own)) return own;
    let free = x;
    while (taken.has(free) || (known.has(free) && !isRound(free))) free = rounded(free + step, step);
    taken.add(free);
    return free;
  });
}

const rounded = (x: number, unit: number): number => clean(Math.round(x / unit) * unit);

/** The middle between a number and the one before it; the ends are the first and the last. */
function edgeBefore(distinct: readonly number[], i: number): number {
  const [before, after] = [distinct[i - 1], distinct[i]];
  if (before === undefined) return after ?? 0;
  return after === undefined ? before : (before + after) / 2;
}
