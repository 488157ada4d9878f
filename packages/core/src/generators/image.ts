import { family } from './family.ts';
import { choice, flag, num, options, text } from './params.ts';

const extent = { width: num('Pixels'), height: num('Pixels') };

/** Types of faker's `image` module. */
export const imageTypes = family('image', (faker) => faker.image, {
  avatar: 'Address of a portrait for a profile',
  avatarGitHub: 'Address of a GitHub avatar',
  dataUri: {
    summary: 'A small SVG picture as a data URI',
    takes: options({
      ...extent,
      color: text('Background, in CSS'),
      type: choice(['svg-uri', 'svg-base64'], 'Encoding. Default: either'),
    }),
  },
  personPortrait: {
    summary: 'Address of a portrait of a person',
    takes: options({
      sex: choice(['female', 'male'], 'Default: either'),
      size: num('Pixels: 512 (default), 256, 128, 64 or 32'),
    }),
  },
  url: { summary: 'Address of a picture', takes: options(extent) },
  urlPicsumPhotos: {
    summary: 'Address of a picture at Picsum Photos',
    takes: options({ ...extent, grayscale: flag('Without colour'), blur: num('From 0 to 10') }),
  },
});
