import { cellsOf, type RowObject } from '../parse-row.ts';
import type { Same } from '../same.ts';
import { rowsAt, type Truth } from '../truth.ts';
import { absences, renamed, valueChanges } from './value.ts';
import type { Cause, Guess, Hypothesis, Pair } from './cause.ts';
import { numberChanges } from './number.ts';
import { textChanges } from './text.ts';
import { timeChanges } from './time.ts';

/** The changed values of a column. */
export interface ChangedValues {
  readonly column: string;
  /** How many there are. */
  readonly rows: number;
  /** Some of them: the numbers of their rows, and what arrived. */
  readonly differing: readonly { readonly row: number; readonly arrived: unknown }[];
  /** Numbers of some rows whose values are right. */
  readonly agreeing: readonly number[];
  readonly same: Same;
}

/** A guess with what speaks for it. */
interface Judged extends Guess {
  readonly name: string;
  readonly support: number;
  readonly contradicted: number;
  readonly score: number;
}

/** One by one, they cost this much of the support for each bit that they can be fitted by. */
const PRICE = 0.002;
/** A cause that would have changed right values, too, acts in some rows only: one that does not is likelier. */
const DOUBT = 0.2;
const MOST_CAUSES = 4;
/** A cause explains so many of the changed values, and of those left at least. */
const LEAST_SHARE = 0.02;
const LEAST_VALUES = 3;
/** A renaming is learned only where nothing explains more. */
const UNEXPLAINED = 0.3;
/** Causes that values of few kinds fit by chance. They must explain more than LUCK of what is left. */
const LUCKY: ReadonlySet<string> = new Set(['renamed values', 'other column', 'other row']);
const LUCK = 0.6;
/** As many changed values are needed to be certain. */
const CERTAIN_VALUES = 20;

const CATALOGUE: readonly Hypothesis[] = [
  ...absences,
  ...timeChanges,
  ...numberChanges,
  ...textChanges,
  ...valueChanges,
];

/** Why values of a column have changed, the best cause first. A cause predicts what arrives, and is judged by values that changed and by values that did not. */
export function causesOf(
  truth: Truth,
  { column, rows, differing, agreeing, same }: ChangedValues,
): readonly Cause[] {
  const numbers = differing.map(({ row }) => row);
  const around = rowsAround(truth, [...numbers, ...agreeing]);
  const valueAt = (row: number): unknown => around(row)?.get(column);
  const pairs = differing.map(({ row, arrived }): Pair => ({ expected: valueAt(row), arrived }));
  const right = agreeing.map(valueAt);
  const places = elsewhere(column, around, [...numbers, ...agreeing]);

  const isHit = ({ predict, explains }: Guess, i: number): boolean => {
    const pair = pairs[i];
    if (pair === undefined) return false;
    if (explains !== undefined) return explains(pair);
    const { expected, arrived } = pair;
    const predicted = predict(expected, i);
    // Where null and no value count as the same, they are still two causes.
    if (arrived === null || arrived === undefined) return predicted === arrived;
    return isPlainly(pair, predicted) && (same(predicted, arrived) || samePlain(predicted, arrived));
  };
  const judge = (left: readonly number[], name: string, bits: number, guess: Guess): Judged => {
    const support = left.filter((i) => isHit(guess, i)).length / Math.max(1, left.length);
    const contradicted =
      right.filter((value, i) => !same(value, guess.predict(value, pairs.length + i))).length /
      Math.max(1, right.length);
    return {
      ...guess,
      name,
      support,
      contradicted,
      score: support * (1 - DOUBT * contradicted) - bits * PRICE,
    };
  };
  const bestFor = (left: readonly number[]): Judged | undefined => {
    const some = left.flatMap((i) => pairs[i] ?? []);
    const judged: Judged[] = [];
    const tryOut = (all: readonly Hypothesis[]): void => {
      for (const { name, bits, fit } of all) {
        const guess = fit(some);
        const one = guess && judge(left, name, bits, guess);
        if (one !== undefined && (one.support > LUCK || !LUCKY.has(name))) judged.push(one);
      }
    };
    tryOut(CATALOGUE);
    tryOut(places);
    const top = (): Judged | undefined => judged.toSorted((a, b) => b.score - a.score)[0];
    if ((top()?.support ?? 0) < 0.9)
      judged.push(...composed(some, (guess, name, bits) => judge(left, name, bits, guess)));
    if ((top()?.support ?? 0) < UNEXPLAINED) tryOut([renamed]);
    return top();
  };

  const causes: Cause[] = [];
  let left: readonly number[] = pairs.map((_, i) => i);
  while (causes.length < MOST_CAUSES && left.length >= LEAST_VALUES) {
    const best = bestFor(left);
    if (best === undefined || best.support === 0) break;
    const hits = Math.round(best.support * left.length);
    if (hits < Math.max(LEAST_VALUES, LEAST_SHARE * pairs.length)) break;
    const share = hits / pairs.length;
    causes.push({
      name: best.name,
      text: best.text,
      share,
      contradicted: best.contradicted,
      certainty: certaintyOf(share, best.contradicted, rows, best.name),
    });
    left = left.filter((i) => !isHit(best, i));
  }
  return causes;
}

/** A learned renaming and a constant fit anything, and another last digit is not predicted, so they are never certain. */
const LEARNED: ReadonlySet<string> = new Set(['renamed values', 'constant', 'last digit']);

function certaintyOf(share: number, contradicted: number, rows: number, name: string): Cause['certainty'] {
  if (share >= 0.99 && contradicted === 0 && rows >= CERTAIN_VALUES && !LEARNED.has(name)) return 'certain';
  return share >= 0.9 ? 'likely' : 'possible';
}

/** Where any text of a number counts as the number, one in place of another text still has neither its zeros nor white space. */
const isPlainly = ({ expected, arrived }: Pair, predicted: unknown): boolean =>
  typeof predicted !== 'number' ||
  typeof expected !== 'string' ||
  typeof arrived !== 'string' ||
  !/^\s|\s$|^[+-]?0\d/.test(arrived);

/** Whether a prediction is what arrived: both null or missing, or equal texts. */
const samePlain = (predicted: unknown, arrived: unknown): boolean =>
  predicted === arrived ||
  (typeof predicted === 'object' &&
    predicted !== null &&
    typeof arrived === 'object' &&
    JSON.stringify(predicted) === JSON.stringify(arrived));

/** Two changes, one after the other, of those that are fitted together. */
function composed(
  pairs: readonly Pair[],
  judge: (guess: Guess, name: string, bits: number) => Judged,
): readonly Judged[] {
  const some = pairs.slice(0, 100);
  const found: Judged[] = [];
  for (const first of [...timeChanges, ...numberChanges, ...textChanges]) {
    const one = first.fit(some);
    if (one === undefined) continue;
    // Only a change that does something can be the first of two.
    const between = some.map(({ expected, arrived }): Pair => ({
      expected: one.predict(expected, -1),
      arrived,
    }));
    if (between.every((pair, i) => pair.expected === some[i]?.expected)) continue;
    for (const second of familyOf(first)) {
      if (second === first) continue;
      const other = second.fit(between);
      if (other === undefined) continue;
      const hits = between.filter(({ expected, arrived }) => samePlain(other.predict(expected, -1), arrived));
      if (hits.length < some.length * UNEXPLAINED) continue;
      const guess: Guess = {
        text: `${one.text}, then ${other.text}`,
        predict: (expected, place) => other.predict(one.predict(expected, place), place),
      };
      found.push(judge(guess, `${first.name}, ${second.name}`, first.bits + second.bits + 2));
    }
  }
  return found;
}

function familyOf(one: Hypothesis): readonly Hypothesis[] {
  const families = [timeChanges, [...numberChanges, ...textChanges]];
  return families.find((family) => family.includes(one)) ?? textChanges;
}

/** Rows by their numbers, with those before and after them. */
function rowsAround(
  truth: Truth,
  rows: readonly number[],
): (row: number) => ReadonlyMap<string, unknown> | undefined {
  const numbers = new Set(rows.flatMap((row) => [row - 1, row, row + 1]));
  const list = Float64Array.from([...numbers].filter((row) => row >= 0 && row < truth.rows)).sort();
  const made = new Map(
    rowsAt(truth, list).map((row: RowObject | undefined, i) => [list[i] ?? -1, row && cellsOf(row)] as const),
  );
  return (row) => made.get(row);
}

/** Values of another column of the row, or of the row before or after it. */
function elsewhere(
  column: string,
  around: (row: number) => ReadonlyMap<string, unknown> | undefined,
  rows: readonly number[],
): readonly Hypothesis[] {
  const [first = -1] = rows;
  const kind = typeof around(first)?.get(column);
  const others = [...(around(first)?.keys() ?? [])].filter(
    (name) => name !== column && typeof around(first)?.get(name) === kind,
  );
  const at = (name: string, by: number) => (expected: unknown, place: number) => {
    const cells = around((rows[place] ?? NaN) + by);
    return cells === undefined ? expected : cells.get(name);
  };
  return [
    ...others.map((name): Hypothesis => ({
      name: 'other column',
      bits: 6,
      fit: () => ({ text: `the value of ${name}`, predict: at(name, 0) }),
    })),
    ...[-1, 1].map((by): Hypothesis => ({
      name: 'other row',
      bits: 5,
      fit: () => ({ text: `the value of the row ${by < 0 ? 'before' : 'after'}`, predict: at(column, by) }),
    })),
  ];
}
