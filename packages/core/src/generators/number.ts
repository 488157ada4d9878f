import { family } from './family.ts';
import { decimal, type FloatParams } from './kernels/decimal.ts';
import { integer, type IntegerParams } from './kernels/integer.ts';
import { num, numberOrOptions, optionsOf } from './params.ts';

const digits = numberOrOptions('Greatest value', {
  min: num('Least value, included'),
  max: num('Greatest value, included'),
});

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
  bigInt: 'A large whole number, as text',
  binary: { summary: 'A whole number in binary digits', params: digits, example: { max: 255 } },
  hex: { summary: 'A whole number in hexadecimal digits', params: digits, example: { max: 65535 } },
  octal: { summary: 'A whole number in octal digits', params: digits, example: { max: 255 } },
  romanNumeral: {
    summary: 'A whole number in Roman numerals',
    params: digits,
    example: { min: 1, max: 2026 },
  },
});
