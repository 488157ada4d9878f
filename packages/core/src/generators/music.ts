import { family } from './family.ts';

/** Types of faker's `music` module. */
export const musicTypes = family('music', (faker) => faker.music, {
  album: 'An album title',
  artist: 'An artist or band',
  genre: 'A music genre',
  songName: 'A song title',
});
