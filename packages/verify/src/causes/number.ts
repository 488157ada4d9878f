import { numberOf } from '../same.ts';
import { fixed, mode, onNumber, onText, type Hypothesis, type Pair } from './cause.ts';

const digitsOf = (value: unknown): number => {
  const number = numberOf(value);
  return number === undefined ? 0 : (/\.(\d+)/.exec(String(number))?.[1] ?? '').length;
};

/** Whole numbers of `number × 10^digits`, without the error of the multiplication: the digits of the number decide. */
function scaled(number: number, digits: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

const unscaled = (whole: number, digits: number): number => scaled(whole, -digits);

const ROUNDINGS = {
  'half away from zero': (x: number) => Math.sign(x) * Math.round(Math.abs(x)),
  'half to even': (x: number) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x)),
  down: Math.trunc,
} as const;

const decimals = (how: keyof typeof ROUNDINGS, bits: number): Hypothesis => ({
  name: how === 'down' ? 'decimals truncated' : 'decimals rounded',
  bits,
  fit(pairs) {
    const digits = Math.max(0, ...pairs.slice(0, 300).map(({ arrived }) => digitsOf(arrived)));
    if (digits > 8) return undefined;
    const to = digits === 0 ? 'whole numbers' : `${digits} decimal${digits === 1 ? '' : 's'}`;
    return {
      text: how === 'down' ? `truncated to ${to}` : `rounded to ${to}`,
      predict: onNumber((x) => unscaled(ROUNDINGS[how](scaled(x, digits)), digits)),
    };
  },
});

const factor: Hypothesis = {
  name: 'power of ten',
  bits: 4,
  fit(pairs) {
    const exponents = ratios(pairs).map((ratio) => Math.round(Math.log10(ratio) * 1e6) / 1e6);
    const best = mode(exponents);
    if (best === undefined || best.share < 0.3 || best.value === 0 || !Number.isInteger(best.value))
      return undefined;
    const { value: exponent } = best;
    return {
      text: exponent > 0 ? `${10 ** exponent} times as large` : `${10 ** -exponent} times as small`,
      predict: onNumber((x) => scaled(x, exponent)),
    };
  },
};

/** What is added to each number. */
const shifted: Hypothesis = {
  name: 'number shifted',
  bits: 5,
  fit(pairs) {
    const digits = Math.max(
      0,
      ...pairs.slice(0, 300).flatMap(({ expected, arrived }) => [expected, arrived].map(digitsOf)),
    );
    if (digits > 8) return undefined;
    const rounded = (x: number): number => unscaled(Math.round(scaled(x, digits)), digits);
    const shifts = pairs.map(({ expected, arrived }) =>
      rounded(Number(numberOf(arrived)) - Number(numberOf(expected))),
    );
    const best = mode(shifts.filter((shift) => Number.isFinite(shift) && shift !== 0));
    if (best === undefined || best.share < 0.3) return undefined;
    const { value: by } = best;
    const amount = Math.abs(by).toLocaleString('en', { maximumFractionDigits: digits });
    return {
      text: `${amount} ${by > 0 ? 'more' : 'less'}`,
      predict: onNumber((x) => rounded(x + by)),
    };
  },
};

/** As many values at a limit show it. */
const AT_LIMIT = 3;

/** Numbers beyond a limit became the limit, as in `numeric(6, 2)`. @param limit the nearer of both to zero: `Math.min` for the greatest number */
const limitedBy = (what: string, limit: typeof Math.min, other: typeof Math.min): Hypothesis => ({
  name: 'number limited',
  bits: 4,
  fit(pairs) {
    const numbers = pairs.map(({ expected, arrived }) => [numberIn(expected), numberIn(arrived)] as const);
    const end = other(...numbers.flatMap(([, arrived]) => (Number.isNaN(arrived) ? [] : [arrived])));
    const hits = numbers.filter(([from, to]) => to === end && from !== end && limit(from, end) === end);
    if (hits.length < AT_LIMIT) return undefined;
    return {
      text: `limited to ${what} ${end.toLocaleString('en', { maximumFractionDigits: 8 })}`,
      predict: onNumber((x) => limit(x, end)),
    };
  },
});

const numberIn = (value: unknown): number => Number(numberOf(value));

function ratios(pairs: readonly Pair[]): readonly number[] {
  return pairs.flatMap(({ expected, arrived }) => {
    const ratio = Math.abs(Number(numberOf(arrived)) / Number(numberOf(expected)));
    return Number.isFinite(ratio) && ratio > 0 ? [ratio] : [];
  });
}

/** Kinds of whole numbers that databases have: the least one, and how many there are. */
const KINDS = [8, 16, 32].flatMap((bits) => [
  [`an integer of ${bits} bits`, -(2 ** (bits - 1)), 2 ** bits] as const,
  [`an integer of ${bits} bits without sign`, 0, 2 ** bits] as const,
]);

const clamped = KINDS.map(([what, least, count]) =>
  fixed(
    'number limited',
    `limited to ${what}`,
    3,
    onNumber((x) => Math.max(least, Math.min(least + count - 1, x))),
  ),
);

const wrapped = KINDS.map(([what, least, count]) =>
  fixed(
    'number wrapped',
    `wrapped around as ${what}`,
    3,
    onNumber((x) => ((((Math.trunc(x) - least) % count) + count) % count) + least),
  ),
);

/** A number of 32 bits by as few digits as tell it from all others, as databases write it. Ties go to the even digit. */
function shortestSingle(number: number): number {
  const single = Math.fround(number);
  const whole = Math.floor(Math.log10(Math.abs(single))) + 1;
  for (let digits = 6; digits < 9; digits++) {
    const short = unscaled(ROUNDINGS['half to even'](scaled(single, digits - whole)), digits - whole);
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(9));
}

/** The digits of a double: all, and those that tell it from others, with zeros behind them. */
const doubles: readonly (readonly [bits: number, text: (x: number) => string])[] = [
  [1, (x) => String(BigInt(x))],
  [1, (x) => (Math.abs(x) < 1e21 ? String(x) : String(BigInt(x)))],
];

/** Ways in which numbers change. */
export const numberChanges: readonly Hypothesis[] = [
  decimals('half away from zero', 3),
  decimals('half to even', 4),
  decimals('down', 2),
  fixed('single precision', 'kept with single precision (32 bits)', 1, onNumber(Math.fround)),
  fixed(
    'single precision',
    'kept with single precision, as 6 digits',
    2,
    onNumber((x) => Number(Math.fround(x).toPrecision(6))),
  ),
  fixed('single precision', 'kept with single precision (32 bits)', 1, onNumber(shortestSingle)),
  ...doubles.map(([bits, text]) =>
    fixed('double precision', 'whole numbers beyond 2^53 rounded, as in JavaScript', bits, (value) =>
      typeof value === 'bigint' ? BigInt(text(Number(value))) : value,
    ),
  ),
  ...doubles.map(([bits, text]) =>
    fixed('double precision', 'digits beyond 2^53 lost, as in JavaScript', bits, (value) =>
      typeof value === 'string' && /^-?\d{16,}$/.test(value) ? text(Number(value)) : value,
    ),
  ),
  shifted,
  limitedBy('at most', Math.min, Math.max),
  limitedBy('at least', Math.max, Math.min),
  factor,
  ...clamped,
  ...wrapped,
  fixed('sign lost', 'without its sign', 1, onNumber(Math.abs)),
  fixed(
    'sign changed',
    'with the other sign',
    2,
    onNumber((x) => -x),
  ),
  fixed('number as text', 'a text in place of a number', 1, (value) =>
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : value,
  ),
  fixed(
    'decimal comma',
    'a decimal comma',
    2,
    onNumber((x) => String(x).replace('.', ',')),
  ),
  fixed(
    'zeros lost',
    'a number in place of a text: leading zeros are lost',
    1,
    onText((text) => numberOf(text) ?? text),
  ),
  fixed(
    'zeros lost',
    'leading zeros lost',
    2,
    onText((text) => text.replace(/^0+(?=\d)/, '')),
  ),
];
