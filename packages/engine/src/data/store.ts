import type { Faker } from '@faker-js/faker';
import { citiesOf, type City, type Country } from './country.ts';
import type { Romanised } from './loaders.ts';
import type { CompileRegex } from './regex/regex.ts';
import { groupsOf } from './regex/syntax.ts';
import type { Tables } from './tables.ts';

/** What a schema needs to be loaded: a country, a locale, a table, or the library of regular expressions. */
export type Resource =
  | { readonly kind: 'country'; readonly code: string }
  | { readonly kind: 'locale'; readonly name: string }
  | { readonly kind: 'table'; readonly name: keyof Tables }
  | { readonly kind: 'regex' };

/** A locale's lists and patterns, completed by English, and its names in ASCII if they are in another script. */
export interface LocaleData {
  readonly name: string;
  readonly definitions: Faker['rawDefinitions'];
  readonly romanised: Romanised;
}

/** A country and its cities. */
export interface CountryData extends Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly cities: readonly City[];
}

/** Where generators find data. */
export interface Data {
  /** @throws Error if it is not loaded */
  country(code: string): CountryData;
  /** @throws Error if it is not loaded */
  locale(name: string): LocaleData;
  /** @throws Error if it is not loaded */
  table<Name extends keyof Tables>(name: Name): Tables[Name];
  /** Compiles regular expressions. @throws Error if the library is not loaded */
  readonly regex: () => CompileRegex;
}

/** Most schemas need no data, so the list of files is loaded, too. */
const loaders = () => import('./loaders.ts');

async function countryOf(code: string): Promise<CountryData> {
  const { COUNTRIES } = await loaders();
  const found = await COUNTRIES[code]?.();
  if (found === undefined) throw new Error(`There is no data of the country ${code}`);
  const country = found.default;
  return { ...country, code, cities: citiesOf(country) };
}

async function localeOf(name: string): Promise<LocaleData> {
  const { LOCALES, ROMANISED } = await loaders();
  const [found, ascii] = await Promise.all([LOCALES[name]?.(), ROMANISED[name]?.()]);
  if (found === undefined) throw new Error(`There is no data of the locale ${name}`);
  return {
    name,
    definitions: withoutGaps(found.faker.rawDefinitions),
    romanised: ascii?.default ?? {},
  };
}

/** The lists and patterns of a locale. Where faker has none for it on purpose, or an empty one, are those of English. */
function withoutGaps(definitions: Faker['rawDefinitions']): Faker['rawDefinitions'] {
  const isGap = (list: unknown): boolean => list === null || (Array.isArray(list) && list.length === 0);
  const filled = Object.entries<Lists>({ ...loaded.locale('en').definitions }).map(([name, lists]) => {
    const own: Lists = definitions[name] ?? {};
    const gaps = Object.entries(lists).filter(([key]) => isGap(own[key]));
    return [name, gaps.length === 0 ? own : { ...own, ...Object.fromEntries(gaps) }] as const;
  });
  return { ...definitions, ...Object.fromEntries(filled) };
}

type Lists = Record<string, unknown>;

/** A cache of what was loaded, for the life of the program. */
function newStore() {
  const countries = new Map<string, CountryData>();
  const locales = new Map<string, LocaleData>();
  const tables: { -readonly [Name in keyof Tables]?: Tables[Name] } = {};
  let compileRegex: CompileRegex | undefined;
  const missing = (what: string): Error =>
    new Error(`${what} are not loaded. Call \`await loadData(schema)\` before \`compile\``);
  const data: Data = {
    country(code) {
      const known = countries.get(code);
      if (known === undefined) throw missing(`The cities of the country ${code}`);
      return known;
    },
    locale(name) {
      const known = locales.get(name);
      if (known === undefined) throw missing(`The texts of the locale ${name}`);
      return known;
    },
    table(name) {
      const known = tables[name];
      if (known === undefined) throw missing(`The ${name}`);
      return known;
    },
    regex() {
      if (compileRegex === undefined) throw missing('Regular expressions');
      return compileRegex;
    },
  };
  const loadTable = async (name: keyof Tables): Promise<void> => {
    if (tables[name] !== undefined) return;
    const { TABLES } = await loaders();
    Object.assign(tables, { [name]: (await TABLES[name]()).default });
  };
  const load = async (resource: Resource): Promise<void> => {
    if (resource.kind === 'country') {
      const { code } = resource;
      if (!countries.has(code)) countries.set(code, await countryOf(code));
    } else if (resource.kind === 'table') await loadTable(resource.name);
    else if (resource.kind === 'regex') ({ compileRegex } = await import('./regex/re2.ts'));
    else if (!locales.has(resource.name)) locales.set(resource.name, await localeOf(resource.name));
  };
  const keepEnglish = (definitions: LocaleData['definitions']): void => {
    if (!locales.has('en')) locales.set('en', { name: 'en', definitions, romanised: {} });
  };
  return { data, load, keepEnglish };
}

const { data, load, keepEnglish } = newStore();

/** Keeps the lists and patterns of English, which complete those of other locales. */
export { keepEnglish };

/** What has been loaded. */
export const loaded: Data = data;

/** Loads what is missing. @throws whatever an import throws */
export async function loadResources(resources: readonly Resource[]): Promise<void> {
  await Promise.all(resources.map(load));
}

const SAMPLE_COUNTRY: CountryData = {
  code: 'FR',
  name: 'France',
  currency: 'EUR',
  language: 'fr',
  phones: ['+33 6 00 00 00 00'],
  postalCodes: ['75000'],
  providers: ['gmail.com'],
  companies: ['{} SARL'],
  suffix: 'fr',
  cities: citiesOf({
    regions: ['Île-de-France'],
    timeZones: ['Europe/Paris'],
    cities: ['Paris|0|0|48853|2349|21386'],
  }),
};

/** Checks the syntax of a pattern. Nothing matches. */
const sampleRegex: CompileRegex = (pattern) => ({
  groups: groupsOf(pattern),
  test: () => false,
  matches: () => [],
});

/** Stands in for all data while a schema is parsed, so that its fields can be tried before anything is loaded. */
export const SAMPLE: Data = {
  country: () => SAMPLE_COUNTRY,
  locale: () => loaded.locale('en'),
  table: (name) => SAMPLE_TABLES[name],
  regex: () => sampleRegex,
};

/** Tables with one entry. */
export const SAMPLE_TABLES: Tables = {
  browsers: {
    versions: { Chrome: { '156.0.0.0': 1 } },
    platforms: [
      {
        share: 1,
        browser: 'Chrome',
        os: 'Windows',
        device: 'desktop',
        viewports: { '1920x945': 1 },
        agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v}',
      },
    ],
  },
  cards: { Mastercard: [1, 3, ['51## #### #### ###']] },
  companies: { Manufacturing: [1, 'Engineering'] },
  products: { Electronics: [1, 'Brightline', 'Smartphone:180:1400'] },
  vehicles: { Volkswagen: [1, 'WVW', 'Golf:hatchback:p'] },
};
