import * as z from 'zod/mini';
import { listSpace, numberSpace, type ValueSpace } from '../analysis/value-space.ts';
import { pick, pickWeighted } from '../kernels/choice/choice.ts';
import { decimal, type FloatParams } from '../kernels/number/decimal.ts';
import { integer, type IntegerParams } from '../kernels/number/integer.ts';
import { oneText } from '../kernels/text/from-definitions.ts';
import type { Scope } from '../scope.ts';
import { type Declared, family } from './family.ts';
import { described, num, numberOrOptions, optional, optionsOf } from './params.ts';

/** Types of faker's `datatype` module. */
export const datatypeTypes = family('datatype', (faker) => faker.datatype, {
  boolean: {
    summary: 'true or false',
    kind: { is: 'boolean' },
    params: numberOrOptions('Probability of true, from 0 to 1', {
      probability: num('Probability of true, from 0 to 1. Default 0.5'),
    }),
    example: { probability: 0.2 },
    kernel(args, scope) {
      const { probability = 0.5 } = optionsOf<{ probability?: number }>(args, 'probability');
      if (probability <= 0 || probability >= 1) return pick([probability >= 1], scope);
      if (probability === 0.5) return pick([true, false], scope);
      return pickWeighted([true, false], [probability, 1 - probability], scope);
    },
    shares(args) {
      const { probability = 0.5 } = optionsOf<{ probability?: number }>(args, 'probability');
      const share = Math.min(1, Math.max(0, probability));
      return [
        { value: true, share },
        { value: false, share: 1 - share },
      ];
    },
    values(args) {
      const { probability = 0.5 } = optionsOf<{ probability?: number }>(args, 'probability');
      return probability > 0 && probability < 1 ? listSpace([true, false]) : undefined;
    },
  },
});

/** Faker handles larger ranges. */
const MAX_TEXTS = 4096;

/** An integer from a small range, formatted by `textOf`. */
const written = (
  summary: string,
  example: object,
  [least, most]: readonly [min: number, max: number],
  textOf: (n: number, scope: Scope) => string,
  radix?: number,
): Declared => ({
  summary,
  params: digits,
  example,
  kernel(args, scope) {
    const { min = least, max = most } = optionsOf<IntegerParams>(args, 'max');
    const usual = Number.isInteger(min) && Number.isInteger(max) && min >= least && max >= min;
    if (!usual || max - min >= MAX_TEXTS) return undefined;
    return oneText(
      Array.from({ length: max - min + 1 }, (_, i) => textOf(min + i, scope)),
      scope,
    );
  },
  ...(radix !== undefined && {
    values(args) {
      const { min = least, max = most } = optionsOf<IntegerParams>(args, 'max');
      const whole = numberSpace(Math.ceil(min), Math.floor(max) - Math.ceil(min) + 1, 1);
      return whole && { size: whole.size, value: (n) => Number(whole.value(n)).toString(radix) };
    },
  }),
});
const roman = (n: number, scope: Scope): string => scope.faker().number.romanNumeral({ min: n, max: n });

const digits = numberOrOptions('Maximum, inclusive', {
  min: num('Minimum, inclusive'),
  max: num('Maximum, inclusive'),
});

/** An integer, as a string if it is too large for a number. */
const wide = z.union([z.number(), z.string()]);

/** Decimals in steps of a power of ten or of `multipleOf`. */
function floatSpace(args: readonly unknown[]): ValueSpace | undefined {
  const {
    min = 0,
    max = 1,
    fractionDigits,
    multipleOf,
  } = optionsOf<FloatParams & { multipleOf?: number }>(args, 'max');
  if (multipleOf !== undefined && fractionDigits !== undefined) return undefined;
  if (multipleOf !== undefined) {
    // Division by a whole number gives the decimal that a person would write.
    const perUnit = 1 / multipleOf;
    const first = Math.ceil(min / multipleOf);
    const whole = numberSpace(first, Math.floor(max / multipleOf) - first + 1, 1);
    const isWhole = Number.isInteger(perUnit);
    const valueOf = (n: number): number => (isWhole ? n / perUnit : n * multipleOf);
    return whole && { size: whole.size, value: (n) => valueOf(Number(whole.value(n))) };
  }
  if (fractionDigits === undefined || !Number.isInteger(fractionDigits) || fractionDigits < 0)
    return undefined;
  const scale = 10 ** fractionDigits;
  const first = Math.ceil(min * scale);
  const whole = numberSpace(first, Math.floor(max * scale) - first + 1, 1);
  return whole && { size: whole.size, value: (n) => Number(`${String(whole.value(n))}e-${fractionDigits}`) };
}

/** Types of faker's `number` module. */
export const numberTypes = family('number', (faker) => faker.number, {
  int: {
    summary: 'An integer between min and max, both inclusive',
    kind(args) {
      const { min = 0, max } = optionsOf<IntegerParams>(args, 'max');
      return { is: 'integer', min, ...(max !== undefined && { max }) };
    },
    params: numberOrOptions('Maximum, inclusive', {
      min: num('Minimum, inclusive. Default 0'),
      max: num('Maximum, inclusive. Default 2^53 − 1'),
      multipleOf: num('Generate only multiples of this number. Default 1'),
    }),
    example: { min: 1, max: 6 },
    kernel: (args, scope) => integer(optionsOf<IntegerParams>(args, 'max'), scope),
    values(args) {
      const {
        min = 0,
        max = Number.MAX_SAFE_INTEGER - 1,
        multipleOf = 1,
      } = optionsOf<IntegerParams>(args, 'max');
      const first = Math.ceil(min / multipleOf);
      return numberSpace(first, Math.floor(max / multipleOf) - first + 1, multipleOf);
    },
  },
  float: {
    summary: 'A decimal number between min and max',
    kind: { is: 'number' },
    params: numberOrOptions('Maximum', {
      min: num('Minimum. Default 0'),
      max: num('Maximum. Default 1'),
      fractionDigits: num('Decimal places; makes min and max inclusive'),
      multipleOf: num('Generate only multiples of this number'),
    }),
    example: { min: 0, max: 100, fractionDigits: 2 },
    kernel(args, scope) {
      const range = optionsOf<FloatParams & { multipleOf?: number }>(args, 'max');
      return range.multipleOf === undefined ? decimal(range, scope) : undefined;
    },
    values: floatSpace,
  },
  bigInt: {
    summary: 'A large integer, as a string',
    takes: z
      .array(
        z.union([
          described(wide, 'Maximum, inclusive'),
          z.strictObject({
            min: optional(wide, 'Minimum, inclusive. Default 0'),
            max: optional(wide, 'Maximum, inclusive. Default 999,999,999,999,999'),
            multipleOf: optional(wide, 'Generate only multiples of this number. Default 1'),
          }),
        ]),
      )
      .check(z.maxLength(1)),
  },
  binary: written('A binary number, as a string', { max: 255 }, [0, 1], (n) => n.toString(2), 2),
  hex: written('A hexadecimal number, as a string', { max: 65_535 }, [0, 15], (n) => n.toString(16), 16),
  octal: written('An octal number, as a string', { max: 255 }, [0, 7], (n) => n.toString(8), 8),
  romanNumeral: written('A Roman numeral', { min: 1, max: 2026 }, [1, 3999], roman),
});
