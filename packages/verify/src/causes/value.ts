import { textOf } from '../parse-row.ts';
import { mode, type Hypothesis, type Pair, fixed, onText } from './cause.ts';

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

const isNone = (value: unknown): boolean => value === null || value === undefined;
const fromNull =
  (to: unknown) =>
  (value: unknown): unknown =>
    isNone(value) ? to : value;

/** Ways in which values get lost or appear. */
export const absences: readonly Hypothesis[] = [
  fixed('missing', 'the value is missing', 1, () => undefined),
  fixed('null', 'null in place of a value', 1, () => null),
  fixed('empty', 'an empty text in place of a value', 2, () => ''),
  fixed(
    'empty to null',
    'null in place of an empty text',
    1,
    onText((text) => (text === '' ? null : text)),
  ),
  fixed(
    'empty to null',
    'no value in place of an empty text',
    1,
    onText((text) => (text === '' ? undefined : text)),
  ),
  fixed('null to empty', 'an empty text in place of null', 1, fromNull('')),
  fixed('null to zero', '0 in place of null', 1, fromNull(0)),
  fixed('null to text', 'the text “null” in place of null', 1, fromNull('null')),
  fixed('null to text', 'the text “NULL” in place of null', 2, fromNull('NULL')),
  fixed('null to text', 'the text “None” in place of null', 2, fromNull('None')),
  fixed('null to false', 'false in place of null', 1, fromNull(false)),
  fixed('null to missing', 'no value in place of null', 1, (value) => (value === null ? undefined : value)),
  fixed('missing to null', 'null in place of no value', 1, (value) => (value === undefined ? null : value)),
  fixed('boolean as number', '1 and 0 in place of true and false', 1, (value) =>
    typeof value === 'boolean' ? Number(value) : value,
  ),
  fixed('boolean as text', 'a text in place of true and false', 1, (value) =>
    typeof value === 'boolean' ? String(value) : value,
  ),
  fixed('boolean as text', '“t” and “f” in place of true and false', 2, (value) =>
    value === true ? 't' : value === false ? 'f' : value,
  ),
  fixed('boolean as text', '“True” and “False” in place of true and false', 2, (value) =>
    value === true ? 'True' : value === false ? 'False' : value,
  ),
  fixed('list as text', 'a list or an object as text', 2, (value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ),
  fixed('first of list', 'only the first of a list', 2, (value) =>
    Array.isArray(value) ? ((value as readonly unknown[])[0] ?? null) : value,
  ),
];
