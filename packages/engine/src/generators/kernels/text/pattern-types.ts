import { ALPHABETS } from './characters.ts';
import {
  type Definitions,
  english,
  fromPatterns as filled,
  type Lexicon,
  listOf,
  remembering,
} from './definitions.ts';
import { type Names, namesIn, type Sex, SEXED } from './person-names.ts';
import { changed, digits, either, join, list, numbers, type Wordings } from './wording.ts';

const hexPair = (separator: string): Wordings =>
  list(Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0') + separator));
const hyphen = (text: string): string => text.replace(' ', '-');
const lower = (text: string): string => text.toLowerCase();
const capitals = (text: string): string =>
  text
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
const DIGIT_RUNS = /([#!]+)/;
const BOTH = [list(['female']), list(['male'])];

/** Replaces `#` by a digit and `!` by a digit from 2 to 9, as in faker's phone number patterns. */
function symbols(pattern: string, hash: (count: number) => Wordings): Wordings {
  const pieces = pattern.split(DIGIT_RUNS).map((run) => {
    if (run.startsWith('!')) return join(numbers(2, 9), ...(run.length > 1 ? [hash(run.length - 1)] : []));
    return run.startsWith('#') ? hash(run.length) : run;
  });
  return join(...pieces);
}
/** Replaces # by a digit, ? by a letter and * by either, as in faker's postal codes. */
const lettered = (pattern: string): Wordings =>
  join(
    ...pattern.split(/(#+|[?*])/).map((run) => {
      if (run.startsWith('#')) return digits(run.length);
      if (run === '*') return either(LETTER, digits(1));
      return run === '?' ? LETTER : run;
    }),
  );
/** Canada and the Netherlands have thousands of patterns, which would take long to encode. */
const MOST_POSTCODES = 512;
const postcodes = (patterns: readonly string[]): Wordings | undefined =>
  patterns.length > MOST_POSTCODES ? undefined : either(...patterns.map(lettered));
/** Digits without a leading 0. */
const led = (count: number): Wordings => digits(count, true);

const COMMON_MIME_TYPES =
  'application/pdf audio/mpeg audio/wav image/png image/jpeg image/gif video/mp4 video/mpeg text/html'.split(
    ' ',
  );
const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
const LETTER = list(ALPHABETS.UPPER);
const underlined = (text: string): string => text.toLowerCase().replaceAll(/\W/g, '_');

type WordingsByType = Readonly<Record<string, () => Wordings | undefined>>;

/** What patterns are filled with in a locale. */
interface Words extends Names {
  readonly definitions: () => Definitions;
  readonly resolve: (slot: string) => Wordings | undefined;
  /** All values of a type. */
  readonly all: (type: string) => Wordings;
  readonly hyphened: (type: string) => Wordings;
  readonly fromPatterns: (patterns: readonly string[], resolve: Words['resolve']) => Wordings;
  /** Patterns in which # stands for digits besides. */
  readonly numbered: (patterns: readonly string[]) => Wordings;
  /** A file name without its extension. */
  readonly fileName: () => Wordings;
  readonly mimeTypes: () => Readonly<Record<string, { readonly extensions: readonly string[] }>>;
}

function wordsIn(lexicon: Lexicon): Words {
  const { definitions } = lexicon;
  const resolve = (slot: string): Wordings | undefined => wordingsIn(lexicon)[slot]?.();
  const all = (type: string): Wordings => resolve(type) ?? list(listOf(type, lexicon) as readonly string[]);
  const fromPatterns: Words['fromPatterns'] = (patterns, slots) => filled(patterns, slots, lexicon);
  const token = (text: string): Wordings =>
    text.startsWith('{{') ? fromPatterns([text], resolve) : symbols(text, led);
  return {
    ...namesIn(lexicon),
    definitions,
    resolve,
    all,
    hyphened: (type) => changed(all(type), hyphen),
    fromPatterns,
    numbered: (patterns) => either(...patterns.map((pattern) => join(...pattern.split(SLOTS).map(token)))),
    fileName: () => changed(all('word.words'), underlined),
    mimeTypes: () => definitions().system.mime_type,
  };
}

const SLOTS = /(\{\{.+?\}\})/;

/** Faker's types without arguments that are patterns of lists. */
const newWordings = ({
  definitions,
  resolve,
  all,
  hyphened,
  fromPatterns,
  numbered,
  fileName,
  mimeTypes,
  ...names
}: Words): WordingsByType => ({
  'person.firstName': () => names.firstName(),
  'person.lastName': () => names.lastName(),
  'person.middleName': () => names.middleName(),
  'person.prefix': () => names.prefix(),
  'person.fullName': () => names.fullName(),
  'person.sexType': () => either(...BOTH),
  'person.jobTitle': () => fromPatterns(definitions().person.job_title_pattern, resolve),
  'person.bio': () => fromPatterns(definitions().person.bio_pattern, resolve),
  'airline.flightNumber': () => either(led(1), led(2), led(3), led(4)),
  'airline.seat': () => join(numbers(1, 35), list(['A', 'B', 'C', 'D', 'E', 'F'])),
  'commerce.productName': () => fromPatterns([definitions().commerce.product_name.pattern].flat(), resolve),
  'commerce.productDescription': () => fromPatterns(definitions().commerce.product_description, resolve),
  'company.name': () => fromPatterns(definitions().company.name_pattern, resolve),
  'company.catchPhrase': () =>
    join(
      all('company.catchPhraseAdjective'),
      ' ',
      all('company.catchPhraseDescriptor'),
      ' ',
      all('company.catchPhraseNoun'),
    ),
  'company.buzzPhrase': () =>
    join(all('company.buzzVerb'), ' ', all('company.buzzAdjective'), ' ', all('company.buzzNoun')),
  'finance.accountName': () => join(list(definitions().finance.account_type), ' Account'),
  'finance.currencySymbol': () =>
    list(
      definitions()
        .finance.currency.map(({ symbol }) => symbol)
        .filter((symbol) => symbol !== ''),
    ),
  'food.description': () => fromPatterns(definitions().food.description_pattern, resolve),
  'food.dish': () =>
    changed(
      either(fromPatterns(definitions().food.dish_pattern, resolve), list(definitions().food.dish)),
      capitals,
    ),
  'git.branch': () => join(hyphened('hacker.noun'), '-', hyphened('hacker.verb')),
  'git.commitMessage': () => join(all('hacker.verb'), ' ', all('hacker.adjective'), ' ', all('hacker.noun')),
  'hacker.phrase': () => fromPatterns(definitions().hacker.phrase, resolve),
  'internet.displayName': names.username,
  'internet.username': names.username,
  'internet.email': () => names.emailAt(definitions().internet.free_email),
  'internet.exampleEmail': () => names.emailAt(definitions().internet.example_email),
  'internet.domainWord': () =>
    join(changed(all('word.adjective'), lower), '-', changed(all('word.noun'), lower)),
  'internet.domainName': () => join(all('internet.domainWord'), '.', all('internet.domainSuffix')),
  'internet.url': () =>
    either(...['', '/'].map((slash) => join('https://', all('internet.domainName'), slash))),
  'internet.protocol': () => list(['http', 'https']),
  'internet.httpMethod': () => list(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
  'internet.emoji': () => either(...Object.values(definitions().internet.emoji).map((emoji) => list(emoji))),
  'internet.mac': () => join(...[1, 2, 3, 4, 5].map(() => hexPair(':')), hexPair('')),
  'internet.userAgent': () => fromPatterns(definitions().internet.user_agent_pattern, resolve),
  'location.buildingNumber': () => numbered(definitions().location.building_number),
  'location.city': () => fromPatterns(definitions().location.city_pattern, resolve),
  'location.direction': () =>
    list([...definitions().location.direction.cardinal, ...definitions().location.direction.ordinal]),
  'location.secondaryAddress': () => numbered(definitions().location.secondary_address),
  'location.street': () => fromPatterns(definitions().location.street_pattern, resolve),
  'location.streetAddress': () => fromPatterns([definitions().location.street_address.normal], resolve),
  'location.zipCode': () => postcodes([definitions().location.postcode].flat()),
  'phone.number': () => either(...definitions().phone_number.format.human.map((p) => symbols(p, digits))),
  'system.semver': () => join(numbers(0, 9), '.', numbers(0, 20), '.', numbers(0, 20)),
  'airline.aircraftType': () => list(['narrowbody', 'regional', 'widebody']),
  'color.cssSupportedFunction': () =>
    list(['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'cmyk', 'lab', 'lch', 'color']),
  'color.cssSupportedSpace': () => list(['sRGB', 'display-p3', 'rec2020', 'a98-rgb', 'prophoto-rgb']),
  'finance.creditCardIssuer': () => list(Object.keys(definitions().finance.credit_card)),
  'system.commonFileExt': () =>
    either(...COMMON_MIME_TYPES.map((type) => list(mimeTypes()[type]?.extensions ?? []))),
  'system.commonFileName': () => join(fileName(), '.', all('system.commonFileExt')),
  'system.commonFileType': () => list(['video', 'audio', 'image', 'text', 'application']),
  'system.fileExt': () => list(unique(Object.values(mimeTypes()).flatMap(({ extensions }) => extensions))),
  'system.fileName': () => join(fileName(), '.', all('system.fileExt')),
  'system.filePath': () => join(all('system.directoryPath'), '/', all('system.fileName')),
  'system.fileType': () =>
    list(unique(Object.keys(mimeTypes()).map((type) => type.slice(0, type.indexOf('/'))))),
  'system.mimeType': () => list(Object.keys(mimeTypes())),
  'vehicle.vrm': () => join(LETTER, LETTER, digits(2), LETTER, LETTER, LETTER),
  'vehicle.vehicle': () => join(all('vehicle.manufacturer'), ' ', all('vehicle.model')),
  'word.words': () => {
    const word = all('word.sample');
    return either(word, join(word, ' ', word), join(word, ' ', word, ' ', word));
  },
  'word.sample': () =>
    either(
      ...['adjective', 'adverb', 'conjunction', 'interjection', 'noun', 'preposition', 'verb'].map((kind) =>
        all(`word.${kind}`),
      ),
    ),
});

const remembered = remembering<WordingsByType>();
const wordingsIn = (lexicon: Lexicon): WordingsByType =>
  remembered(lexicon, 'wordings', () => newWordings(wordsIn(lexicon)));

/** Names of the types that are patterns of lists. */
export const patternTypes: readonly string[] = Object.keys(wordingsIn(english));

/** The wordings of a type, for one sex if given; undefined if the type is not a pattern of lists, or has too many of them. */
export function wordingsOf(type: string, sex?: Sex, lexicon = english): Wordings | undefined {
  if (sex === undefined) return wordingsIn(lexicon)[type]?.();
  const key = SEXED[type];
  return key && namesIn(lexicon)[key](sex);
}
