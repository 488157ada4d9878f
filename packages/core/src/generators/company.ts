import { family } from './family.ts';

/** Types of faker's `company` module. */
export const companyTypes = family('company', (faker) => faker.company, {
  buzzAdjective: 'An adjective of business talk',
  buzzNoun: 'A noun of business talk',
  buzzPhrase: 'A phrase of business talk',
  buzzVerb: 'A verb of business talk',
  catchPhrase: "A company's slogan",
  catchPhraseAdjective: 'An adjective of a slogan',
  catchPhraseDescriptor: 'A descriptor of a slogan',
  catchPhraseNoun: 'A noun of a slogan',
  name: "A company's name",
});
