import { family } from './family.ts';

/** Types of faker's `music` module. */
export const musicTypes = family('music', (faker) => faker.music, {
  album: "An album's title",
  artist: "An artist's name",
  genre: 'A genre of music',
  songName: "A song's title",
});
