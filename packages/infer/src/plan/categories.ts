import { namesCategory } from '../decide/category-words.ts';
import type { Member } from '../decide/decision.ts';
import type { FieldPlan } from './field-plan.ts';

/** Distinct values of a category, at most, and characters of each, unless all are known words. */
const MOST_VALUES = 20;
const MOST_CHARACTERS = 24;

/** Rows that have a word that is not known, at least: nobody stands behind it alone. And their share of all rows. */
const LEAST_ROWS = 5;
const LEAST_SHARE = 0.01;

/** A word, or several: `in_progress`, `en-US`. */
const WORD = /^\p{L}[\p{L}_.-]*$/u;

const NONE: ReadonlySet<unknown> = new Set();

/**
 * The values of a field that are copied unless a person says no. All, if each is a known word of categories. If the field is named like a
 * category, the known ones and short words that many rows have. None of lists, whose rows are not counted.
 */
export function categoriesOf({ path, decision, nulls, missing, count }: FieldPlan): ReadonlySet<unknown> {
  const { kind, members = [], confirmable } = decision;
  const isCategory = kind === 'enumeration' || kind === 'constant';
  const isInList = count !== undefined || path.includes('[]');
  if (!isCategory || isInList || confirmable === undefined) return NONE;
  const offered = new Set(confirmable.values.map(({ value }) => value));
  const copied = copiedOf(path, members, 1 - nulls - missing);
  return new Set(copied.map(({ value }) => value).filter((value) => offered.has(value)));
}

function copiedOf(path: string, members: readonly Member[], present: number): readonly Member[] {
  if (members.every(({ isKnown }) => isKnown)) return members;
  if (!namesCategory(path) || members.length > MOST_VALUES) return [];
  const all = members.reduce((sum, each) => sum + each.count, 0);
  const isFrequent = (each: Member): boolean => each.count >= LEAST_ROWS;
  const isCommon = (each: Member): boolean => (each.count / all) * present >= LEAST_SHARE;
  const isWordOrKnown = ({ value, isKnown }: Member): boolean => isKnown === true || isWord(value);
  if (!members.filter(isFrequent).every(isWordOrKnown)) return [];
  return members.filter((each) => each.isKnown === true || (isFrequent(each) && isCommon(each)));
}

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MOST_CHARACTERS && WORD.test(value);
