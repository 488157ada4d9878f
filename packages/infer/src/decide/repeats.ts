import { areUneven, FEW_ROWS, isRound } from './statistics.ts';
import { uniqueness, type Column } from './column.ts';
import { keyPatternsOf } from './key-patterns.ts';
import { labelPrefix } from './enumerations.ts';
import type { Decision } from './decision.ts';

/** Below this many distinct values per row, values come from a pool. */
const REPEATS = 0.5;
/** Below this many, the values of a format follow a hidden key. */
const REPEATS_OF_FORMAT = 0.7;
/** Rows from which values that repeat follow a hidden key. In fewer, some repeat by chance. */
const KEYED_ROWS = 100;
/** Members of a pool that have their own weights, at most. */
const WEIGHTED = 1_000;
/** So few are listed even if a law is near. */
const LISTED = 12;
/** How far Zipf's law may be from the shares of the sample: the total variation. */
const NEAR = 0.08;

/** Numbers that may be codes, at most; and if they are as short as 404. */
const CODES = 12;
const ROUND_CODES = 50;

const areRound = (values: Iterable<unknown>): boolean => [...values].every((value) => isRound(Number(value)));

/** Keys need a name, which a field may lack. */
const keyName = (path: string): string => path || 'key';

/** Texts that repeat a lot: a pool of new names with the shares of the sample. */
export function pools(column: Column): Decision | undefined {
  if (column.values.length < 20 || uniqueness(column) >= REPEATS) return undefined;
  const { size, skew, words } = poolOf(column);
  return {
    kind: 'key',
    reason: `About ${size} different texts that repeat, ${words}`,
    confidence: 1 - uniqueness(column),
    spec: {
      type: 'catbird.key',
      params: { name: keyName(column.path), size, ...formOf(column, size), skew },
    },
  };
}

/** New texts for keys: of the shapes that the texts have, or else the name of the field and a number. */
function formOf({ name, path, counts }: Column, size: number) {
  const patterns = keyPatternsOf([...counts.keys()].map(String), size, path);
  if (patterns === undefined) return { form: 'text', prefix: labelPrefix(name, counts) };
  const [only = ''] = patterns;
  return { form: 'pattern', pattern: patterns.length === 1 ? only : patterns };
}

/** Whole numbers that repeat and are named like a key. */
export function numberKeys(column: Column): Decision | undefined {
  const { name, profile, counts } = column;
  const isNamed = /(^|[_. ])(id|key|no|nr|code|pid|number)$|[a-z]I[dD]$/i.test(name);
  const isMany = counts.size > (areRound(counts.keys()) ? ROUND_CODES : CODES);
  if (!isNamed || profile.wholes !== profile.numbers || !isMany || uniqueness(column) > mostOf(column))
    return undefined;
  const { size, skew, words } = poolOf(column);
  return {
    kind: 'key',
    reason: `Named like a key; about ${size} numbers that repeat, ${words}`,
    confidence: 0.9,
    spec: { type: 'catbird.key', params: { name: keyName(column.path), size, skew } },
  };
}

/** Distinct numbers per row, at most. Few rows show keys only if they repeat a lot. */
const mostOf = ({ values }: Column): number => (values.length < FEW_ROWS ? REPEATS : 0.95);

/** Any texts or numbers as keys, which repeat as often. */
export function keys(column: Column): Decision {
  const { counts, profile, path, values } = column;
  const isText = profile.texts > 0;
  const isDistinct = counts.size === values.length;
  const pool = isDistinct
    ? { size: Math.max(counts.size, profile.distinct.count), skew: 'uniform', words: 'none of them twice' }
    : poolOf({ counts, profile });
  const form = isText ? formOf(column, pool.size) : {};
  return {
    kind: 'key',
    reason: `About ${pool.size} keys, ${pool.words}`,
    confidence: 0.5,
    spec: { type: 'catbird.key', params: { name: keyName(path), size: pool.size, ...form, skew: pool.skew } },
  };
}

/** Whether values of a format repeat so often that they follow a hidden key. */
export const isRepeated = (column: Column): boolean =>
  column.values.length >= KEYED_ROWS && uniqueness(column) < REPEATS_OF_FORMAT;

/** Values of a format that repeat follow a hidden key, so that they repeat as often. */
export function withKey(column: Column, decision: Decision): Decision {
  if (column.isElement || !isRepeated(column)) return decision;
  const helper = column.helperName('key');
  const { size, skew, words } = poolOf(column);
  return {
    ...decision,
    reason: `${decision.reason}; about ${size} of them, ${words}`,
    spec: { ...decision.spec, per: helper },
    helpers: {
      ...decision.helpers,
      [helper]: { type: 'catbird.key', params: { name: keyName(column.path), size, skew }, hidden: true },
    },
  };
}

interface Pool {
  readonly size: number;
  readonly skew: unknown;
  readonly words: string;
}

/** Size and skew of a pool: Zipf's law if it is near, and else the shares of its members, if they are not too many. */
function poolOf({ counts, profile }: Pick<Column, 'counts' | 'profile'>): Pool {
  const weights = [...counts.values()];
  const rows = weights.reduce((sum, count) => sum + count, 0);
  const even = { skew: 'uniform', words: 'all about as often' };
  if (!areUneven(weights)) return { size: counts.size, ...even };
  const isKnown = counts.size <= WEIGHTED && rows >= FEW_ROWS;
  const size = isKnown ? counts.size : Math.max(counts.size, profile.distinct.count);
  const { exponent, distance } = zipfOf(weights, size);
  if (isKnown && (counts.size <= LISTED || distance > NEAR))
    return { size, skew: { weights }, words: 'with the shares of the sample' };
  return exponent === 0
    ? { size, ...even }
    : { size, skew: { zipf: exponent }, words: `by Zipf's law with exponent ${exponent}` };
}

const EXPONENTS = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.75, 2];
/** Ranks that are compared; the tail says no more. */
const RANKS = 20_000;

/** The exponent whose rank curve is nearest to that of the sample, and how far it is: the total variation. @param counts in descending order */
function zipfOf(
  counts: readonly number[],
  size: number,
): { readonly exponent: number; readonly distance: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ranks = Math.min(size, RANKS);
  let best = { exponent: 0, distance: Infinity };
  for (const exponent of EXPONENTS) {
    let sum = 0;
    for (let rank = 1; rank <= ranks; rank++) sum += rank ** -exponent;
    let distance = 0;
    for (let rank = 1; rank <= ranks; rank++)
      distance += Math.abs((counts[rank - 1] ?? 0) / total - rank ** -exponent / sum) / 2;
    if (distance < best.distance) best = { exponent, distance };
  }
  return best;
}
