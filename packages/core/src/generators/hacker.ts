import { family } from './family.ts';

/** Types of faker's `hacker` module. */
export const hackerTypes = family('hacker', (faker) => faker.hacker, {
  abbreviation: 'An abbreviation of computing',
  adjective: 'An adjective of computing talk',
  ingverb: 'A verb of computing talk in -ing form',
  noun: 'A noun of computing talk',
  phrase: 'A phrase of computing talk',
  verb: 'A verb of computing talk',
});
