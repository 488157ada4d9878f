import { family } from './family.ts';

/** Types of faker's `company` module. */
export const companyTypes = family('company', (faker) => faker.company, {
  buzzAdjective: 'A business buzzword: an adjective',
  buzzNoun: 'A business buzzword: a noun',
  buzzPhrase: 'A phrase of business buzzwords',
  buzzVerb: 'A business buzzword: a verb',
  catchPhrase: 'A company slogan',
  catchPhraseAdjective: 'An adjective for a slogan',
  catchPhraseDescriptor: 'A descriptor for a slogan',
  catchPhraseNoun: 'A noun for a slogan',
  name: 'A company name',
});
