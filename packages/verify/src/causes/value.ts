import { textOf } from '../parse.ts';
import { mode, type Hypothesis, type Pair } from './cause.ts';

/** All changed values became the same one. */
const constant: Hypothesis = {
  name: 'constant',
  bits: 6,
  fit(pairs) {
    const best = mode(pairs.map(({ arrived }) => textOf(arrived)));
    const [first] = pairs;
    if (best === undefined || first === undefined || best.share < 1 || pairs.length < 5) return undefined;
    if (new Set(pairs.map(({ expected }) => textOf(expected))).size < 2) return undefined;
    return { text: `always ${best.value.slice(0, 60)}`, predict: () => first.arrived };
  },
};

/** Distinct values at most, and pairs that show a renaming at least. */
const MOST_NAMES = 40;
const SHOWN_BY = 5;

/** Values have other names. Learned from the pairs, so it is asked only where nothing else explains them. */
export const renamed: Hypothesis = {
  name: 'renamed values',
  bits: 12,
  fit(pairs: readonly Pair[]) {
    const names = new Map<string, Map<string, { count: number; value: unknown }>>();
    for (const { expected, arrived } of pairs) {
      const own = names.get(textOf(expected)) ?? new Map<string, { count: number; value: unknown }>();
      const to = own.get(textOf(arrived)) ?? { count: 0, value: arrived };
      to.count++;
      own.set(textOf(arrived), to);
      names.set(textOf(expected), own);
    }
    if (names.size > MOST_NAMES || pairs.length < names.size * SHOWN_BY) return undefined;
    const best = new Map(
      [...names].map(([name, own]) => [name, [...own.values()].sort((a, b) => b.count - a.count)[0]?.value]),
    );
    const [[from, to] = ['', '']] = [...best];
    return {
      text: `other names for ${best.size === 1 ? 'a value' : `${best.size} values`}, such as ${textOf(to).slice(0, 40)} for ${from.slice(0, 40)}`,
      predict: (expected) => (best.has(textOf(expected)) ? best.get(textOf(expected)) : expected),
    };
  },
};

/** Values differ in nothing but their last digit, such as one that checks the others. */
const lastDigit: Hypothesis = {
  name: 'last digit',
  bits: 8,
  fit: () => ({
    text: 'another last digit',
    predict: (expected) => expected,
    explains({ expected, arrived }) {
      const [one, other] = [textOf(expected), textOf(arrived)];
      return one !== other && /\d$/.test(one) && /\d$/.test(other) && one.slice(0, -1) === other.slice(0, -1);
    },
  }),
};

/** Ways in which values of any kind change. */
export const valueChanges: readonly Hypothesis[] = [constant, lastDigit];
