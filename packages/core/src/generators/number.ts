import { z } from 'zod/mini';
import { family, type Declared } from './family.ts';
import type { Scope } from './generator.ts';
import { decimal, type FloatParams } from './kernels/number/decimal.ts';
import { integer, type IntegerParams } from './kernels/number/integer.ts';
import { oneText } from './kernels/text/from-definitions.ts';
import { num, numberOrOptions, optionsOf } from './params.ts';

/** More numbers than this are left to faker. */
const MOST_TEXTS = 4096;

/** A whole number from a small range, written in its own way. */
const written = (
  summary: string,
  example: object,
  [least, most]: readonly [min: number, max: number],
  textOf: (n: number, scope: Scope) => string,
): Declared => ({
  summary,
  params: digits,
  example,
  kernel(args, scope) {
    const { min = least, max = most } = optionsOf<IntegerParams>(args, 'max');
    const usual = Number.isInteger(min) && Number.isInteger(max) && min >= least && max >= min;
    if (!usual || max - min >= MOST_TEXTS) return undefined;
    return oneText(
      Array.from({ length: max - min + 1 }, (_, i) => textOf(min + i, scope)),
      scope,
    );
  },
});
const roman = (n: number, scope: Scope): string => scope.faker().number.romanNumeral({ min: n, max: n });

const digits = numberOrOptions('Greatest value', {
  min: num('Least value, included'),
  max: num('Greatest value, included'),
});

/** Too large for a number, it is written as a text. */
const wide = z.union([z.number(), z.string()]);

/** Types of faker's `number` module. */
export const numberTypes = family('number', (faker) => faker.number, {
  int: {
    summary: 'A whole number, both ends included',
    params: numberOrOptions('Greatest value', {
      min: num('Least value, included. Default 0'),
      max: num('Greatest value, included. Default 2^53 − 1'),
      multipleOf: num('The value is a multiple of this. Default 1'),
    }),
    example: { min: 1, max: 6 },
    kernel: (args, scope) => integer(optionsOf<IntegerParams>(args, 'max'), scope),
  },
  float: {
    summary: 'A number with decimals',
    params: numberOrOptions('Upper end', {
      min: num('Lower end. Default 0'),
      max: num('Upper end. Default 1'),
      fractionDigits: num('Decimals; both ends are then included'),
      multipleOf: num('The value is a multiple of this'),
    }),
    example: { min: 0, max: 100, fractionDigits: 2 },
    kernel(args, scope) {
      const range = optionsOf<FloatParams & { multipleOf?: number }>(args, 'max');
      return range.multipleOf === undefined ? decimal(range, scope) : undefined;
    },
  },
  bigInt: {
    summary: 'A large whole number, as text',
    takes: z
      .array(
        z.union([
          wide.check(z.describe('Greatest value')),
          z.strictObject({
            min: z.optional(wide.check(z.describe('Least value, included. Default 0'))),
            max: z.optional(wide.check(z.describe('Greatest value, included. Default 999,999,999,999,999'))),
            multipleOf: z.optional(wide.check(z.describe('The value is a multiple of this. Default 1'))),
          }),
        ]),
      )
      .check(z.maxLength(1)),
  },
  binary: written('A whole number in binary digits', { max: 255 }, [0, 1], (n) => n.toString(2)),
  hex: written('A whole number in hexadecimal digits', { max: 65_535 }, [0, 15], (n) => n.toString(16)),
  octal: written('A whole number in octal digits', { max: 255 }, [0, 7], (n) => n.toString(8)),
  romanNumeral: written('A whole number in Roman numerals', { min: 1, max: 2026 }, [1, 3999], roman),
});
