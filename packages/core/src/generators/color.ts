import { family, isBare } from './family.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';
import { choice, flag, options, text } from './params.ts';

const format = choice(['decimal', 'css', 'binary'], 'Numbers (default), CSS, or binary digits');
const includeAlpha = flag('With the alpha channel. Default false');

/** Types of faker's `color` module. */
export const colorTypes = family('color', (faker) => faker.color, {
  cmyk: { summary: 'A CMYK colour as four shares', takes: options({ format }) },
  colorByCSSColorSpace: {
    summary: 'A colour in a CSS colour space',
    takes: options({
      format,
      space: choice(['sRGB', 'display-p3', 'rec2020', 'a98-rgb', 'prophoto-rgb'], 'Default sRGB'),
    }),
  },
  cssSupportedFunction: 'Name of a CSS colour function',
  cssSupportedSpace: 'Name of a CSS colour space',
  hsl: { summary: 'An HSL colour: hue and two shares', takes: options({ format, includeAlpha }) },
  human: 'A colour as people call it',
  hwb: { summary: 'An HWB colour: hue and two shares', takes: options({ format }) },
  lab: { summary: 'A CIELAB colour', takes: options({ format }) },
  lch: { summary: 'An LCH colour', takes: options({ format }) },
  rgb: {
    summary: 'An RGB colour, as #rrggbb unless asked otherwise',
    takes: options({
      format: choice(['hex', 'decimal', 'css', 'binary'], 'hex (default), numbers, CSS, or binary digits'),
      includeAlpha,
      casing: choice(['lower', 'upper', 'mixed'], 'Of hexadecimal digits. Default lower'),
      prefix: text('Before hexadecimal digits. Default #'),
    }),
    kernel: (args, scope) =>
      isBare(args)
        ? characters({ alphabet: ALPHABETS.HEX_LOWER, min: 6, max: 6, prefix: '#' }, scope)
        : undefined,
  },
  space: 'Name of a colour space',
});
