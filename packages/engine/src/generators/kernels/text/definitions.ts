import type { Faker } from '@faker-js/faker';
import { newFaker } from './faker.ts';
import { digits, either, join, list, numbers, type Wordings } from './wording.ts';

/** Resolves a slot to the wordings of a generator type; undefined if the slot is a list. */
type ResolveSlot = (slot: string) => Wordings | undefined;

/** The wordings of faker's patterns such as `"{{word.adjective}} shoes"`: one pattern, with slots filled independently. */
export const fromPatterns = (
  patterns: readonly string[],
  resolve: ResolveSlot,
  lexicon = english,
): Wordings =>
  either(
    ...patterns.map((pattern) =>
      join(
        ...pattern
          .split(/(\{\{.+?\}\})/)
          .map((token) => (token.startsWith('{{') ? fill(token.slice(2, -2), resolve, lexicon) : token)),
      ),
    ),
  );

function fill(slot: string, resolve: ResolveSlot, lexicon = english): Wordings {
  const known = resolve(slot);
  if (known !== undefined) return known;
  const call = /^([\w.]+)\((.+)\)$/.exec(slot);
  if (call === null) return list((listOf(slot, lexicon) ?? definitionAt(slot, lexicon)) as readonly string[]);
  const [, method, json = ''] = call;
  const given: unknown = JSON.parse(json);
  if (method === 'number.int') {
    const { min = 0, max } = given as { min?: number; max: number };
    return numbers(min, max);
  }
  if (method === 'string.numeric') return digits(given as number);
  if (method === 'helpers.arrayElement') return list(given as readonly string[]);
  throw new Error(`No wordings for the slot {{${slot}}}`);
}

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
const definitionAt = (path: string, lexicon = english): readonly unknown[] =>
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

/** The lists and patterns that faker's methods draw from. */
export type Definitions = Faker['definitions'];

/** What texts of a locale are made of. */
export interface Lexicon {
  /** The definitions, created on first use. */
  readonly definitions: () => Definitions;
}

/** What a cell of texts is made of. */
export interface Worded {
  /** Absent: English. */
  readonly lexicon?: Lexicon | undefined;
}

/** The lexicon of a faker, which is created on first use. */
export function newLexicon(make: () => Faker): Lexicon {
  let known: Definitions | undefined;
  return { definitions: () => (known ??= make().definitions) };
}

/** English, completed by the base locale. */
export const english: Lexicon = newLexicon(newFaker);

/** Remembers what was made of a lexicon under a name, for as long as the lexicon is in use. */
export function remembering<Made>(): (lexicon: Lexicon, name: string, make: () => Made) => Made {
  const made = new WeakMap<Lexicon, Map<string, { readonly value: Made }>>();
  return (lexicon, name, make) => {
    const ofLexicon = made.get(lexicon) ?? new Map<string, { readonly value: Made }>();
    made.set(lexicon, ofLexicon);
    const known = ofLexicon.get(name) ?? { value: make() };
    ofLexicon.set(name, known);
    return known.value;
  };
}
