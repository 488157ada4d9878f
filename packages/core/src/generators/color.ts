import { family, isBare, type Declared } from './family.ts';
import { COLORS, numbers } from './kernels/method/lists.ts';
import { methodCell } from './kernels/method/pieces.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';
import { choice, flag, isFlag, isOneOf, options, optionsIn, text } from './params.ts';

const format = choice(['decimal', 'css', 'binary'], 'decimal (default), css or binary');
const includeAlpha = flag('Include the alpha channel. Default false');

const DECIMAL = ['decimal'] as const;

/** Writes the parts of a colour as decimals. Faker writes the other forms. */
const decimals =
  (space: keyof typeof COLORS): NonNullable<Declared['kernel']> =>
  (args, scope) => {
    const given = optionsIn(args);
    const { format: form, includeAlpha: hasAlpha } = given ?? {};
    if (given === undefined || !isOneOf(form, DECIMAL) || !isFlag(hasAlpha)) return undefined;
    const parts = COLORS[space === 'hsl' && hasAlpha === true ? 'hsla' : space];
    return methodCell(scope, (draws) => numbers(draws, parts));
  };

/** Types of faker's `color` module. */
export const colorTypes = family('color', (faker) => faker.color, {
  cmyk: {
    summary: 'A CMYK colour: four fractions',
    takes: options({ format }),
    kernel: decimals('cmyk'),
  },
  colorByCSSColorSpace: {
    summary: 'A colour in a CSS colour space',
    takes: options({
      format,
      space: choice(['sRGB', 'display-p3', 'rec2020', 'a98-rgb', 'prophoto-rgb'], 'Default sRGB'),
    }),
    kernel: decimals('color'),
  },
  cssSupportedFunction: 'A CSS colour function',
  cssSupportedSpace: 'A CSS colour space',
  hsl: {
    summary: 'An HSL colour: hue, saturation and lightness',
    takes: options({ format, includeAlpha }),
    kernel: decimals('hsl'),
  },
  human: 'A colour name, such as red',
  hwb: {
    summary: 'An HWB colour: hue, whiteness and blackness',
    takes: options({ format }),
    kernel: decimals('hwb'),
  },
  lab: { summary: 'A CIELAB colour', takes: options({ format }), kernel: decimals('lab') },
  lch: { summary: 'An LCH colour', takes: options({ format }), kernel: decimals('lch') },
  rgb: {
    summary: 'An RGB colour, by default as #rrggbb',
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
