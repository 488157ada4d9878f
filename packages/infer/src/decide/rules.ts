import type { Column } from './column.ts';
import type { Decision } from './decision.ts';
import { numerals } from './bounded.ts';
import { booleans, numberCodes, textCodes } from './enumerations.ts';
import { formats } from './formats.ts';
import { otherNames, personalNames, prose } from './words.ts';
import { numbers } from './numbers.ts';
import { repeatedNumbers } from './repeated-numbers.ts';
import { numberKeys, pools } from './repeats.ts';
import { fewShapes, shapes, tokens } from './shapes.ts';
import { epochs, numberDates, times } from './times.ts';

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
  if (isElement || !(isCounting(column) || areAllOf(column))) return undefined;
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
  return neighbours >= least && stepsOfOne >= neighbours * STEADY;
}

/** Whether numbers that are named like a key are all from the least to the greatest one, each once, in another order. */
const areAllOf = ({ name, profile, values, counts }: Column): boolean =>
  NAMED.test(name) &&
  profile.wholes === values.length &&
  counts.size === values.length &&
  values.length > STEPS.least &&
  profile.max - profile.min + 1 === values.length;
