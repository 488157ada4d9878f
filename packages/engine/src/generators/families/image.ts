import { family } from './family.ts';
import { choice, flag, num, options, text } from './params.ts';

const extent = { width: num('Width in pixels'), height: num('Height in pixels') };

/** Types of faker's `image` module. */
export const imageTypes = family('image', (faker) => faker.image, {
  avatar: 'URL of an avatar',
  avatarGitHub: 'URL of a GitHub avatar',
  dataUri: {
    summary: 'A small SVG image as a data URI',
    takes: options({
      ...extent,
      color: text('Background colour, in CSS'),
      type: choice(['svg-uri', 'svg-base64'], 'Encoding. Default: either one'),
    }),
  },
  personPortrait: {
    summary: 'URL of a portrait of a person',
    takes: options({
      sex: choice(['female', 'male'], 'Default: either one'),
      size: num('Width and height in pixels: 512 (default), 256, 128, 64 or 32'),
    }),
  },
  url: { summary: 'URL of an image', takes: options(extent) },
  urlPicsumPhotos: {
    summary: 'URL of an image on Picsum Photos',
    takes: options({ ...extent, grayscale: flag('Greyscale'), blur: num('Blur, from 0 to 10') }),
  },
});
