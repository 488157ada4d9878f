import { family, isBare } from './family.ts';
import { ALPHABETS } from './kernels/alphabets.ts';
import { characters } from './kernels/characters.ts';

/** Types of faker's `color` module. */
export const colorTypes = family('color', (faker) => faker.color, {
  cmyk: 'A CMYK colour as four shares',
  colorByCSSColorSpace: 'A colour in a CSS colour space',
  cssSupportedFunction: 'Name of a CSS colour function',
  cssSupportedSpace: 'Name of a CSS colour space',
  hsl: 'An HSL colour: hue and two shares',
  human: 'A colour as people call it',
  hwb: 'An HWB colour: hue and two shares',
  lab: 'A CIELAB colour',
  lch: 'An LCH colour',
  rgb: {
    summary: 'An RGB colour, as #rrggbb unless asked otherwise',
    kernel: (args, scope) =>
      isBare(args)
        ? characters({ alphabet: ALPHABETS.HEX_LOWER, min: 6, max: 6, prefix: '#' }, scope)
        : undefined,
  },
  space: 'Name of a colour space',
});
