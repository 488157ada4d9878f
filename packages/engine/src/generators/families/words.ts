import { objectOf } from '../../model/kind.ts';
import { family } from './family.ts';
import { ALPHABETS } from '../kernels/text/alphabets.ts';
import { characters } from '../kernels/text/characters.ts';
import { choice, numberOrOptions, options, size, sizedWord } from './params.ts';

/** Types of faker's `animal` module. */
export const animalTypes = family('animal', (faker) => faker.animal, {
  bear: 'A bear species',
  bird: 'A bird species',
  cat: 'A cat breed',
  cetacean: 'A whale or dolphin species',
  cow: 'A cattle breed',
  crocodilia: 'A crocodile species',
  dog: 'A dog breed',
  fish: 'A fish species',
  horse: 'A horse breed',
  insect: 'An insect',
  lion: 'A lion subspecies',
  petName: 'A pet name',
  rabbit: 'A rabbit breed',
  rodent: 'A rodent species or breed',
  snake: 'A snake species',
  type: 'A type of animal',
});

/** Types of faker's `book` module. */
export const bookTypes = family('book', (faker) => faker.book, {
  author: 'A book author',
  format: 'A book format, such as Hardcover',
  genre: 'A book genre',
  publisher: 'A book publisher',
  series: 'A book series',
  title: 'A book title',
});

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

/** Types of faker's `database` module. */
export const databaseTypes = family('database', (faker) => faker.database, {
  collation: 'A database collation',
  column: 'A column name',
  engine: 'A storage engine',
  mongodbObjectId: {
    summary: 'A MongoDB ObjectId: 24 hexadecimal digits',
    kernel: (_, scope) => characters({ alphabet: ALPHABETS.HEX_LOWER, min: 24, max: 24 }, scope),
  },
  type: 'A column type',
});

/** Types of faker's `food` module. */
export const foodTypes = family('food', (faker) => faker.food, {
  adjective: 'An adjective for food',
  description: 'A one-sentence description of a dish',
  dish: 'A dish',
  ethnicCategory: 'A cuisine, such as Italian',
  fruit: 'A fruit',
  ingredient: 'An ingredient',
  meat: 'A kind of meat',
  spice: 'A spice',
  vegetable: 'A vegetable',
});

/** Types of faker's `hacker` module. */
export const hackerTypes = family('hacker', (faker) => faker.hacker, {
  abbreviation: 'A computing abbreviation, such as SQL',
  adjective: 'A tech jargon adjective, such as redundant',
  ingverb: 'A tech jargon verb ending in -ing, such as bypassing',
  noun: 'A tech jargon noun, such as firewall',
  phrase: 'A sentence of tech jargon',
  verb: 'A tech jargon verb, such as reboot',
});

/** Types of faker's `music` module. */
export const musicTypes = family('music', (faker) => faker.music, {
  album: 'An album title',
  artist: 'An artist or band',
  genre: 'A music genre',
  songName: 'A song title',
});

/** Types of faker's `phone` module. */
export const phoneTypes = family('phone', (faker) => faker.phone, {
  imei: 'An IMEI number',
  number: {
    summary: 'A phone number',
    takes: options({ style: choice(['human', 'national', 'international', 'mobile'], 'Default human') }),
  },
});

/** Types of faker's `science` module. */
export const scienceTypes = family('science', (faker) => faker.science, {
  chemicalElement: {
    summary: 'A chemical element: symbol, name and atomic number',
    kind: objectOf({ symbol: 'text', name: 'text', atomicNumber: 'integer' }),
  },
  unit: {
    summary: 'A unit of measurement: name and symbol',
    kind: objectOf({ name: 'text', symbol: 'text' }),
  },
});

/** Types of faker's `vehicle` module. */
export const vehicleTypes = family('vehicle', (faker) => faker.vehicle, {
  bicycle: 'A type of bicycle',
  color: 'A vehicle colour',
  fuel: 'A fuel type',
  manufacturer: 'A car manufacturer',
  model: 'A car model',
  type: 'A car body type, such as SUV',
  vehicle: 'A car: manufacturer and model',
  vin: 'A vehicle identification number (VIN)',
  vrm: 'A vehicle registration number',
});

/** Types of faker's `word` module. */
export const wordTypes = family('word', (faker) => faker.word, {
  adjective: { summary: 'An adjective', takes: sizedWord },
  adverb: { summary: 'An adverb', takes: sizedWord },
  conjunction: { summary: 'A conjunction', takes: sizedWord },
  interjection: { summary: 'An interjection', takes: sizedWord },
  noun: { summary: 'A noun', takes: sizedWord },
  preposition: { summary: 'A preposition', takes: sizedWord },
  sample: { summary: 'Any word', takes: sizedWord },
  verb: { summary: 'A verb', takes: sizedWord },
  words: {
    summary: 'Several words of any kind',
    takes: numberOrOptions('Number of words', { count: size('Number of words. Default 1 to 3') }),
    maxSize: 10_000,
  },
});
