import * as z from 'zod/mini';
import { objectOf } from '../../model/kind.ts';
import { ALPHABETS, characters } from '../kernels/text/characters.ts';
import { family } from './family.ts';
import {
  choice,
  date,
  described,
  extentOf,
  flag,
  isBare,
  num,
  numberOrOptions,
  options,
  size,
  sizedWord,
  text,
} from './params.ts';

/** Letters that cannot be mistaken for a digit. */
const DISTINCT = ALPHABETS.UPPER.filter((letter) => !'OIL'.includes(letter));

/** Types of faker's `airline` module. */
export const airlineTypes = family('airline', (faker) => faker.airline, {
  aircraftType: 'An aircraft type: regional, narrowbody or widebody',
  airline: {
    summary: 'An airline: name and IATA code',
    kind: objectOf({ name: 'text', iataCode: 'text' }),
  },
  airplane: {
    summary: 'An aircraft model: name and IATA code',
    kind: objectOf({ name: 'text', iataTypeCode: 'text' }),
  },
  airport: {
    summary: 'An airport: name and IATA code',
    kind: objectOf({ name: 'text', iataCode: 'text' }),
  },
  flightNumber: {
    summary: 'A flight number without the airline code',
    takes: options({
      length: size('Number of digits. Default 1 to 4'),
      addLeadingZeros: flag('Pad with zeros to four digits. Default false'),
    }),
  },
  recordLocator: {
    summary: 'A six-character booking reference',
    takes: options({
      allowNumerics: flag('Include digits. Default false'),
      allowVisuallySimilarCharacters: flag('Include 0, O, 1, I and L. Default false'),
    }),
    kernel: (args, scope) =>
      isBare(args) ? characters({ alphabet: DISTINCT, min: 6, max: 6 }, scope) : undefined,
  },
  seat: {
    summary: 'A seat in a cabin, such as 12F',
    takes: options({
      aircraftType: choice(['narrowbody', 'regional', 'widebody'], 'Aircraft type. Default narrowbody'),
    }),
  },
});

/** Types of faker's `system` module. */
export const systemTypes = family('system', (faker) => faker.system, {
  commonFileExt: 'A common file extension',
  commonFileName: {
    summary: 'A file name with a common extension',
    takes: z.array(described(z.string(), 'Extension')).check(z.maxLength(1)),
  },
  commonFileType: 'A common file type',
  cron: {
    summary: 'A cron expression',
    takes: options({
      includeYear: flag('Include a year. Default false'),
      includeNonStandard: flag('Allow non-standard forms such as @daily. Default false'),
    }),
  },
  directoryPath: 'A directory path',
  fileExt: {
    summary: 'A file extension',
    takes: z.array(described(z.string(), 'Media type, such as application/json')).check(z.maxLength(1)),
  },
  fileName: {
    summary: 'A file name',
    takes: options({ extensionCount: size('Number of extensions. Default 1') }),
  },
  filePath: 'A file path',
  fileType: 'A file type',
  mimeType: 'A media (MIME) type',
  networkInterface: {
    summary: 'A network interface name',
    takes: options({
      interfaceType: choice(['en', 'wl', 'ww'], 'Ethernet (en), Wi-Fi (wl) or mobile (ww). Default: any'),
      interfaceSchema: choice(['index', 'slot', 'mac', 'pci'], 'Naming scheme. Default: any'),
    }),
  },
  semver: 'A semantic version',
});

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

const refDate = date('Latest date. Default: the event time');

/** Types of faker's `git` module. */
export const gitTypes = family('git', (faker) => faker.git, {
  branch: 'A branch name',
  commitMessage: 'A commit message',
  commitSha: {
    summary: 'A commit hash',
    takes: options({ length: size('Number of digits. Default 40') }),
    kernel([given = {}], scope) {
      const extent = extentOf((given as { length?: unknown }).length ?? 40);
      return extent && characters({ alphabet: ALPHABETS.HEX_LOWER, ...extent }, scope);
    },
  },
  commitDate: {
    summary: 'A commit date, as git log prints it',
    takes: options({ refDate }),
    usesTime: true,
  },
  commitEntry: {
    summary: 'A commit, as git log prints it',
    takes: options({
      merge: flag('Merge commit. Default: one in five'),
      eol: choice(['LF', 'CRLF'], 'Line endings. Default CRLF'),
      refDate,
    }),
    usesTime: true,
  },
});

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
