import { alikeTexts } from './alike.ts';
import { areUneven, expectedDistinct, FEW_ROWS, isRound } from './statistics.ts';
import { areFewWords, categoryWords } from './category-words.ts';
import { numbersOf, uniqueness, type Column } from './column.ts';
import type { Confirmable, Copied, Decision, IsConfirmed, Member } from './decision.ts';
import { lawWithout, numbers, weighted } from './numbers.ts';
import { isPersonal } from './personal.ts';

/** Maximum number of values of a code: a number that repeats. */
const NUMBERS = 12;
/** Maximum number of values of an enumeration of texts. */
const TEXTS = 50;
/** So many if each of them stands often. */
const MORE_TEXTS = 300;
const OFTEN = 20;

/** Values seen less often are not offered: they may belong to one person. */
const LEAST_SEEN = 5;
/** The same in a sample of few rows. */
const LEAST_SEEN_OF_FEW = 2;
const OF_FEW = 100;

/** True and false, by their shares. */
export function booleans({ profile, counts }: Column): Decision | undefined {
  if (profile.booleans === 0) return undefined;
  const members = [...counts].map(([value, count]) => ({ value, label: value, count }));
  return { kind: 'boolean', reason: 'True or false', confidence: 1, spec: weighted([...counts]), members };
}

/** Few numbers that repeat. */
export function numberCodes(column: Column): Decision | undefined {
  const { counts, values, profile } = column;
  if (counts.size > NUMBERS || !areCodes(column)) return undefined;
  const copied = [...counts].map(([value, count]): Copied => ({ value, share: count / values.length }));
  const spec = weighted([...counts].sort(([a], [b]) => Number(a) - Number(b)));
  const isPublic = copied.every(({ value }) => isRound(Number(value)));
  return {
    kind: counts.size === 1 ? 'constant' : 'enumeration',
    reason: `${counts.size} ${counts.size === 1 ? 'number' : 'different numbers'} in ${values.length} rows`,
    confidence: 1,
    ...(isPublic
      ? { spec, members: [...counts].map(([value, count]) => ({ value, label: value, count })) }
      : {
          spec: numbers(column).spec,
          confirmable: {
            values: copied,
            spec: (isConfirmed) =>
              copied.every(({ value }) => isConfirmed(value))
                ? spec
                : lawWithout(
                    numbersOf(column),
                    [...counts.keys()].map(Number),
                    profile.decimals,
                    isConfirmed,
                  ),
          },
        }),
  };
}

/** Whether numbers repeat more often than those between their bounds would. */
function areCodes(column: Column): boolean {
  const { counts, values, profile } = column;
  if (counts.size === 1) return values.length > 1;
  if (values.length >= FEW_ROWS) return uniqueness(column) < 0.2;
  if (uniqueness(column) > 0.5) return false;
  const places = (profile.max - profile.min) * 10 ** Math.min(12, profile.decimals) + 1;
  return counts.size < CODES_SHARE * expectedDistinct(values.length, places) || !isEven(column);
}

/** Below this share of the distinct numbers that chance would draw, few numbers are codes. */
const CODES_SHARE = 0.7;

/** Whether the whole numbers between the bounds are about as frequent. */
function isEven({ counts, profile }: Column): boolean {
  const places = profile.max - profile.min + 1;
  const others = Array.from({ length: Math.min(NUMBERS, places) - counts.size }, () => 0);
  return profile.decimals > 0 || places > NUMBERS || !areUneven([...counts.values(), ...others]);
}

/** Few texts that repeat, or one, or words of categories. */
export function textCodes(column: Column): Decision | undefined {
  const { counts, values } = column;
  if (counts.size === 1 && values.length > 1)
    return {
      kind: 'constant',
      reason: 'The same text in all rows',
      confidence: values.length < 10 ? 0.6 : 1 - uniqueness(column),
      ...choiceOf(membersOf(column)),
    };
  const areWords = areFewWords(column);
  return areWords || doTextsRepeat(column)
    ? {
        kind: 'enumeration',
        reason: `${counts.size} different texts in ${values.length} rows`,
        confidence: Math.max(areWords ? OF_WORDS : 0, 1 - uniqueness(column)),
        ...choiceOf(membersOf(column)),
      }
    : undefined;
}

/** The least confidence in a column of categories. */
const OF_WORDS = 0.8;

function doTextsRepeat(column: Column): boolean {
  const { counts, values } = column;
  const isFew = counts.size <= TEXTS || (counts.size <= MORE_TEXTS && values.length / counts.size >= OFTEN);
  return isFew && uniqueness(column) < (counts.size <= 10 ? 0.5 : 0.1);
}

/** The specs of an enumeration, with names instead of values and with values. */
function choiceOf(members: readonly Member[]): Pick<Decision, 'spec' | 'confirmable' | 'members'> {
  const spec = weighted(members.map(({ label, count }) => [label, count]));
  const offered = offeredOf(members);
  return offered.length === 0
    ? { spec, members }
    : { spec, members, confirmable: confirmableOf(members, offered) };
}

/** A text that all rows have, such as the type of their events. */
export const constantOf = (member: Member): Decision => ({
  kind: 'constant',
  reason: 'The same text in all rows of this type',
  confidence: 1,
  ...choiceOf([member]),
});

/** The members that may be copied: those that stand neither for single rows nor for a person. */
function offeredOf(members: readonly Member[]): readonly Member[] {
  const total = members.reduce((sum, { count }) => sum + count, 0);
  const least = total < OF_FEW ? LEAST_SEEN_OF_FEW : LEAST_SEEN;
  return members.filter(
    ({ count, value, isKnown = false }) => (isKnown || count >= least) && !isPersonal(value),
  );
}

/** What stands for each member: its value if that is confirmed, otherwise its label. */
export function namesOf(members: readonly Member[], isConfirmed: IsConfirmed): ReadonlyMap<unknown, unknown> {
  const offered = new Set(offeredOf(members));
  const nameOf = (member: Member): unknown => {
    if (!offered.has(member)) return OTHER;
    return isConfirmed(member.value) ? member.value : member.label;
  };
  return new Map(members.map((member) => [member.value, nameOf(member)]));
}

/** Stands for all values that were seen too rarely. */
const OTHER = 'other';

function confirmableOf(members: readonly Member[], offered: readonly Member[]): Confirmable {
  const total = members.reduce((sum, { count }) => sum + count, 0);
  const others = total - offered.reduce((sum, { count }) => sum + count, 0);
  return {
    values: offered.map(({ value, count }) => ({ value, share: count / total })),
    spec(isConfirmed) {
      const pairs = offered.map(
        ({ value, label, count }) => [isConfirmed(value) ? value : label, count] as const,
      );
      return weighted(others === 0 ? pairs : [...pairs, [OTHER, others]]);
    },
  };
}

/** The values with new names of the same shape, the most frequent one first. */
function membersOf(column: Column): Member[] {
  const { name, path, counts } = column;
  const prefix = labelPrefix(name, counts);
  const isWord = categoryWords(column);
  const labels = alikeTexts([...counts.keys()].map(String), path, (i) => `${prefix}${i + 1}`);
  return [...counts].map(([value, count], i) => ({
    value,
    label: SIGN.test(String(value)) ? value : labels[i],
    count,
    isKnown: isWord(value),
  }));
}

/** Texts that say nothing: empty ones, `-` for no value, and numbers that three digits write. */
const SIGN = /^[-–—.*?/\s]{0,2}$|^-?\d{1,3}$/;

/** A prefix of new names, none of which is a value. */
export function labelPrefix(name: string, counts: ReadonlyMap<unknown, number>): string {
  const word =
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_|_$/g, '') || 'value';
  const isUsed = (prefix: string): boolean =>
    [...counts.keys()].some((value) => String(value).startsWith(prefix));
  return [`${word}_`, `${word}-`, `mock_${word}_`].find((prefix) => !isUsed(prefix)) ?? `mock-${word}-`;
}
