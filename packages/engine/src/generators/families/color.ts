import { listOf } from '../../model/kind.ts';
import { ALPHABETS, characters } from '../kernels/text/characters.ts';
import { type Declared, family } from './family.ts';
import { choice, flag, isBare, options, text } from './params.ts';

const format = choice(['decimal', 'css', 'binary'], 'decimal (default), css or binary');
const includeAlpha = flag('Include the alpha channel. Default false');

/** Numbers, or a text in the other formats. */
const numbers: NonNullable<Declared['kind']> = ([given]) =>
  ((given ?? {}) as { readonly format?: string }).format === undefined ||
  (given as { readonly format?: string }).format === 'decimal'
    ? listOf({ is: 'number' })
    : { is: 'text' };

/** Types of faker's `color` module. */
export const colorTypes = family('color', (faker) => faker.color, {
  cmyk: { summary: 'A CMYK colour: four fractions', kind: numbers, takes: options({ format }) },
  colorByCSSColorSpace: {
    summary: 'A colour in a CSS colour space',
    kind: numbers,
    takes: options({
      format,
      space: choice(['sRGB', 'display-p3', 'rec2020', 'a98-rgb', 'prophoto-rgb'], 'Default sRGB'),
    }),
  },
  cssSupportedFunction: 'A CSS colour function',
  cssSupportedSpace: 'A CSS colour space',
  hsl: {
    summary: 'An HSL colour: hue, saturation and lightness',
    kind: numbers,
    takes: options({ format, includeAlpha }),
  },
  human: 'A colour name, such as red',
  hwb: { summary: 'An HWB colour: hue, whiteness and blackness', kind: numbers, takes: options({ format }) },
  lab: { summary: 'A CIELAB colour', kind: numbers, takes: options({ format }) },
  lch: { summary: 'An LCH colour', kind: numbers, takes: options({ format }) },
  rgb: {
    summary: 'An RGB colour, by default as #rrggbb',
    kind: ([given]) =>
      ((given ?? {}) as { readonly format?: string }).format === 'decimal'
        ? listOf({ is: 'number' })
        : { is: 'text' },
    takes: options({
      format: choice(['hex', 'decimal', 'css', 'binary'], 'hex (default), decimal, css or binary'),
      includeAlpha,
      casing: choice(['lower', 'upper', 'mixed'], 'Case of hexadecimal digits. Default lower'),
      prefix: text('Prefix of hexadecimal digits. Default #'),
    }),
    kernel: (args, scope) =>
      isBare(args)
        ? characters({ alphabet: ALPHABETS.HEX_LOWER, min: 6, max: 6, prefix: '#' }, scope)
        : undefined,
  },
  space: 'A colour space',
});
