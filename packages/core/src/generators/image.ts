import { family } from './family.ts';
import { textCell } from './kernels/method/pieces.ts';
import {
  avatar,
  dataUri,
  gitHubAvatar,
  picsum,
  portrait,
  type PictureSize,
} from './kernels/method/pictures.ts';
import { choice, flag, isFlag, isOneOf, num, options, optionsIn, text } from './params.ts';

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

const extent = { width: num('Width in pixels'), height: num('Height in pixels') };

/** Types of faker's `image` module. */
export const imageTypes = family('image', (faker) => faker.image, {
  avatar: { summary: 'URL of an avatar', kernel: (_, scope) => textCell(scope, avatar) },
  avatarGitHub: { summary: 'URL of a GitHub avatar', kernel: (_, scope) => textCell(scope, gitHubAvatar) },
  dataUri: {
    summary: 'A small SVG image as a data URI',
    takes: options({
      ...extent,
      color: text('Background colour, in CSS'),
      type: choice(ENCODINGS, 'Encoding. Default: either one'),
    }),
    kernel(args, scope) {
      const given = optionsIn(args);
      const { color, type, ...size } = given ?? {};
      if (given === undefined || color !== undefined || !isOneOf(type, ENCODINGS) || !isSize(size))
        return undefined;
      return textCell(scope, (draws) => dataUri(draws, size, type));
    },
  },
  personPortrait: {
    summary: 'URL of a portrait of a person',
    takes: options({
      sex: choice(SEXES, 'Default: either one'),
      size: num('Width and height in pixels: 512 (default), 256, 128, 64 or 32'),
    }),
    kernel(args, scope) {
      const given = optionsIn(args);
      const { sex, size = 512 } = given ?? {};
      if (given === undefined || !isOneOf(sex, SEXES) || !isPixels(size)) return undefined;
      return textCell(scope, (draws) => portrait(draws, sex, size ?? 512));
    },
  },
  url: {
    summary: 'URL of an image',
    takes: options(extent),
    kernel(args, scope) {
      const size = optionsIn(args);
      if (size === undefined || !isSize(size)) return undefined;
      return textCell(scope, (draws) => picsum(draws, { ...size, grayscale: false, blur: 0 }));
    },
  },
  urlPicsumPhotos: {
    summary: 'URL of an image on Picsum Photos',
    takes: options({ ...extent, grayscale: flag('Greyscale'), blur: num('Blur, from 0 to 10') }),
    kernel(args, scope) {
      const given = optionsIn(args);
      const { grayscale, blur, ...size } = given ?? {};
      if (given === undefined || !isFlag(grayscale) || !isPixels(blur) || !isSize(size)) return undefined;
      return textCell(scope, (draws) => picsum(draws, { ...size, grayscale, blur }));
    },
  },
});
