import { Faker } from '@faker-js/faker';
import { faker as english } from '@faker-js/faker/locale/en';
import { LOCALES } from '../src/data/loaders.ts';
import { loaded, loadResources, type LocaleData } from '../src/data/store.ts';
import { knowAllTypes } from '../src/generators/catalogue.ts';
import { textsOf } from '../src/generators/compile/localised.ts';

type Definitions = Faker['rawDefinitions'];
type Modules = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

const modulesOf = (definitions: Definitions): Modules => definitions;

/** Calls of a method, so that it takes all of its ways. */
const CALLS = 300;

/** What a type is about, if it reads several of faker's lists and patterns. */
const MAIN: Readonly<Record<string, string>> = {
  'commerce.productDescription': 'commerce.product_description',
  'commerce.productName': 'commerce.product_name',
  'company.buzzPhrase': 'company.buzz_verb',
  'company.catchPhrase': 'company.adjective',
  'company.name': 'company.name_pattern',
  'finance.accountName': 'finance.account_type',
  'food.description': 'food.description_pattern',
  'food.dish': 'food.dish',
  'hacker.phrase': 'hacker.phrase',
  'internet.displayName': 'person.first_name',
  'internet.domainName': 'internet.domain_suffix',
  'internet.domainWord': 'word.adjective',
  'internet.email': 'person.first_name',
  'internet.exampleEmail': 'person.first_name',
  'internet.url': 'internet.domain_suffix',
  'internet.username': 'person.first_name',
  'location.city': 'location.city_pattern',
  'location.postalAddress': 'location.street_pattern',
  'location.secondaryAddress': 'location.secondary_address',
  'location.street': 'location.street_pattern',
  'location.streetAddress': 'location.street_pattern',
  'person.bio': 'person.bio_part',
  'person.fullName': 'person.first_name',
  'person.jobTitle': 'person.job_type',
  'person.lastName': 'person.last_name',
  'vehicle.vehicle': 'vehicle.manufacturer',
  'word.sample': 'word.noun',
  'word.words': 'word.noun',
};

/** The lists and patterns that a method of faker reads, such as `person.first_name`. */
function readBy(type: string): readonly string[] {
  const found = new Set<string>();
  const modules = modulesOf(english.rawDefinitions);
  const watched = Object.fromEntries(
    Object.entries(modules).map(([module, lists = {}]) => [
      module,
      new Proxy(lists, {
        get(target, key) {
          if (typeof key === 'string' && key in target) found.add(`${module}.${key}`);
          return Reflect.get(target, key) as unknown;
        },
      }),
    ]),
  );
  const faker = new Faker({ locale: watched, seed: 1 });
  const [family = '', method = ''] = type.split('.');
  const call = (faker as unknown as Record<string, Record<string, (() => unknown) | undefined> | undefined>)[
    family
  ];
  for (let n = 0; n < CALLS; n++) call?.[method]?.();
  return [...found].filter((each) => !each.startsWith('metadata.'));
}

/** What a type is about; undefined if it reads nothing. */
function mainOf(type: string): string | undefined {
  const read = readBy(type);
  const main = MAIN[type] ?? read[0];
  if (MAIN[type] === undefined && read.length > 1)
    throw new Error(`${type} reads ${read.join(', ')}: which is it about?`);
  return main;
}

const entry = (definitions: Definitions, path: string): unknown => {
  const [module = '', key = ''] = path.split('.');
  return modulesOf(definitions)[module]?.[key];
};

/** Locales of English have their words in common. Only what depends on the country can be lacking: faker's English is that of the US. */
const OF_COUNTRY = /^(location|phone)\./;
const OF_US: readonly string[] = ['en_US', 'en_BORK'];

const canLack = (locale: string, type: string): boolean =>
  !locale.startsWith('en') || (OF_COUNTRY.test(type) && !OF_US.includes(locale));

/** Types whose values are texts of a language or a country. */
const TEXTS =
  /^(airline|animal|book|commerce|company|food|hacker|location|lorem|music|person|phone|science|vehicle|word)\.|^internet\.(displayName|domain\w+|email|exampleEmail|url|username)$|^(color\.human|date\.(month|weekday)|finance\.(accountName|currency\w*|transactionType))$/;

/** The file with the types of faker that follow a locale, and with those of them for which locales lack data. */
export async function localeTypesFile(types: readonly Type[]): Promise<string> {
  const names = Object.keys(LOCALES);
  knowAllTypes();
  await loadResources(names.map((name) => ({ kind: 'locale', name })));
  return fileOf(
    types,
    names.map((name) => loaded.locale(name)),
  );
}

interface Type {
  readonly name: string;
  /** Names become ASCII. */
  readonly isAscii: boolean;
}

/** A line for each family, with its types: `phone number`. */
function byFamily(names: readonly string[]): readonly string[] {
  const families = new Map<string, string[]>();
  for (const name of names) {
    const [family = '', method = ''] = name.split('.');
    families.set(family, [...(families.get(family) ?? []), method]);
  }
  return Array.from(families, ([family, methods]) => [family, ...methods].join(' '));
}

function fileOf(types: readonly Type[], locales: readonly LocaleData[]): string {
  const about = types
    .filter(({ name }) => TEXTS.test(name))
    .flatMap(({ name, isAscii }) => {
      const main = mainOf(name);
      return main === undefined ? [] : [{ name, main, isAscii }];
    });
  const isEnglish = (locale: LocaleData, { main, isAscii }: (typeof about)[number]): boolean =>
    entry(textsOf(locale, isAscii).definitions, main) === entry(english.rawDefinitions, main);
  const localised = about.filter((each) => locales.some((locale) => !isEnglish(locale, each)));
  const lacking = locales.map((locale) => {
    const bits = localised.map((each) =>
      canLack(locale.name, each.name) && isEnglish(locale, each) ? '1' : '0',
    );
    const digits = bits
      .join('')
      .replaceAll(/.{1,4}/g, (four) => Number.parseInt(four.padEnd(4, '0'), 2).toString(16));
    return [locale.name, digits] as const;
  });
  const families = byFamily(localised.map(({ name }) => name));
  return `${JSON.stringify({ localised: families, lacking: Object.fromEntries(lacking) }, null, 2)}\n`;
}
