import { english, remembering, type Lexicon } from './definitions.ts';

/** Types that pick from the list of the same name in faker's definitions. */
const NAMESAKES: Readonly<Record<string, string>> = {
  airline: 'airline airplane airport',
  animal: 'bear bird cat cetacean cow crocodilia dog fish horse insect lion petName rabbit rodent snake type',
  book: 'author format genre publisher series title',
  color: 'human space',
  commerce: 'department',
  company: 'buzzAdjective buzzNoun buzzVerb',
  database: 'collation column engine type',
  date: 'timeZone',
  finance: 'currency transactionType',
  food: 'adjective ethnicCategory fruit ingredient meat spice vegetable',
  hacker: 'abbreviation adjective ingverb noun verb',
  internet: 'domainSuffix jwtAlgorithm',
  location: 'continent country county language state timeZone',
  lorem: 'word',
  music: 'album artist genre songName',
  person: 'gender jobArea jobDescriptor jobType sex suffix',
  science: 'chemicalElement unit',
  system: 'directoryPath',
  vehicle: 'fuel manufacturer model type',
  word: 'adjective adverb conjunction interjection noun preposition verb',
};

/** Types whose list has another name. */
const OTHERS: Readonly<Record<string, string>> = {
  'commerce.product': 'commerce.product_name.product',
  'commerce.productAdjective': 'commerce.product_name.adjective',
  'commerce.productMaterial': 'commerce.product_name.material',
  'company.catchPhraseAdjective': 'company.adjective',
  'company.catchPhraseDescriptor': 'company.descriptor',
  'company.catchPhraseNoun': 'company.noun',
  'date.month': 'date.month.wide',
  'date.weekday': 'date.weekday.wide',
  'finance.currencyCode': 'finance.currency.code',
  'finance.currencyName': 'finance.currency.name',
  'finance.currencyNumericCode': 'finance.currency.numericCode',
  'location.cardinalDirection': 'location.direction.cardinal',
  'location.countryCode': 'location.country_code.alpha2',
  'location.ordinalDirection': 'location.direction.ordinal',
  'person.zodiacSign': 'person.western_zodiac_sign',
  'vehicle.bicycle': 'vehicle.bicycle_type',
  'vehicle.color': 'color.human',
};

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const PATHS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(NAMESAKES).flatMap(([family, keys]) =>
    keys.split(' ').map((key) => [`${family}.${key}`, snake(`${family}.${key}`)] as const),
  ),
  ...Object.entries(OTHERS),
]);

/** Names of the types that `listOf` supports. */
export const listTypes: readonly string[] = [...PATHS.keys()];

/** The values that a type picks from uniformly; undefined if the type is not a plain list. */
export function listOf(type: string, lexicon = english): readonly unknown[] | undefined {
  const path = PATHS.get(type);
  return path === undefined ? undefined : definitionAt(path, lexicon);
}

const listsOf = remembering<readonly unknown[]>();

/** The list at a dotted path of the definitions. After a list of objects, a key selects that member of each. */
export const definitionAt = (path: string, lexicon = english): readonly unknown[] =>
  listsOf(lexicon, path, () => readList(path, lexicon));

function readList(path: string, { definitions }: Lexicon): readonly unknown[] {
  const found = walk(definitions(), path.split('.'));
  if (!Array.isArray(found)) throw new Error(`Faker has no list ${path}`);
  return found as readonly unknown[];
}

function walk(from: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return from;
  if (Array.isArray(from))
    return walk(
      from.map((each: unknown) => (each as Record<string, unknown>)[key]),
      rest,
    );
  return walk((from as Record<string, unknown>)[key], rest);
}
