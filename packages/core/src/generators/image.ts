import { family } from './family.ts';

/** Types of faker's `image` module. */
export const imageTypes = family('image', (faker) => faker.image, {
  avatar: 'Address of a portrait for a profile',
  avatarGitHub: 'Address of a GitHub avatar',
  dataUri: 'A small SVG picture as a data URI',
  personPortrait: 'Address of a portrait of a person',
  url: 'Address of a picture',
  urlPicsumPhotos: 'Address of a picture at Picsum Photos',
});
