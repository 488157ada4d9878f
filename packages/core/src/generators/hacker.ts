import { family } from './family.ts';

/** Types of faker's `hacker` module. */
export const hackerTypes = family('hacker', (faker) => faker.hacker, {
  abbreviation: 'A computing abbreviation, such as SQL',
  adjective: 'A tech jargon adjective, such as redundant',
  ingverb: 'A tech jargon verb ending in -ing, such as bypassing',
  noun: 'A tech jargon noun, such as firewall',
  phrase: 'A sentence of tech jargon',
  verb: 'A tech jargon verb, such as reboot',
});
