import { COLORS, numbers } from '../kernels/method/lists.ts';
import { methodCell, textCell } from '../kernels/method/pieces.ts';
import {
  avatar,
  dataUri,
  gitHubAvatar,
  picsum,
  portrait,
  type PictureSize,
} from '../kernels/method/pictures.ts';
import { isFlag, isOneOf, optionsIn, type MethodKernel } from './options.ts';

const DECIMAL = ['decimal'] as const;
const ENCODINGS = ['svg-uri', 'svg-base64'] as const;
const SEXES = ['female', 'male'] as const;

/** Larger numbers are written by faker. */
const MOST_PIXELS = 1e9;

const isPixels = (given: unknown): given is number | undefined =>
  given === undefined ||
  (typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= MOST_PIXELS);

const isSize = (
  given: Readonly<Record<string, unknown>>,
): given is PictureSize & Readonly<Record<string, unknown>> =>
  isPixels(given['width']) && isPixels(given['height']);

/** Writes the parts of a colour as decimals. Faker writes the other forms. */
const decimals =
  (space: keyof typeof COLORS): MethodKernel =>
  (args, scope) => {
    const given = optionsIn(args);
    const { format, includeAlpha: hasAlpha } = given ?? {};
    if (given === undefined || !isOneOf(format, DECIMAL) || !isFlag(hasAlpha)) return undefined;
    const parts = COLORS[space === 'hsl' && hasAlpha === true ? 'hsla' : space];
    return methodCell(scope, (draws) => numbers(draws, parts));
  };

/** Colours and pictures. */
export const pictureKernels: Readonly<Record<string, MethodKernel>> = {
  'color.cmyk': decimals('cmyk'),
  'color.colorByCSSColorSpace': decimals('color'),
  'color.hsl': decimals('hsl'),
  'color.hwb': decimals('hwb'),
  'color.lab': decimals('lab'),
  'color.lch': decimals('lch'),
  'image.avatar': (_, scope) => textCell(scope, avatar),
  'image.avatarGitHub': (_, scope) => textCell(scope, gitHubAvatar),
  'image.dataUri'(args, scope) {
    const given = optionsIn(args);
    const { color, type, ...size } = given ?? {};
    if (given === undefined || color !== undefined || !isOneOf(type, ENCODINGS) || !isSize(size))
      return undefined;
    return textCell(scope, (draws) => dataUri(draws, size, type));
  },
  'image.personPortrait'(args, scope) {
    const given = optionsIn(args);
    const { sex, size } = given ?? {};
    if (given === undefined || !isOneOf(sex, SEXES) || !isPixels(size)) return undefined;
    return textCell(scope, (draws) => portrait(draws, sex, size ?? 512));
  },
  'image.url'(args, scope) {
    const size = optionsIn(args);
    if (size === undefined || !isSize(size)) return undefined;
    return textCell(scope, (draws) => picsum(draws, { ...size, grayscale: false, blur: 0 }));
  },
  'image.urlPicsumPhotos'(args, scope) {
    const given = optionsIn(args);
    const { grayscale, blur, ...size } = given ?? {};
    if (given === undefined || !isFlag(grayscale) || !isPixels(blur) || !isSize(size)) return undefined;
    return textCell(scope, (draws) => picsum(draws, { ...size, grayscale, blur }));
  },
};
