import type { Faker } from '@faker-js/faker';

/** Names of a locale in ASCII, separated by white space: in the order of faker's lists. */
export type Romanised = Readonly<Partial<Record<'female' | 'male' | 'last', string>>>;

/** Loads the cities of a country, by its code. */
export const CITIES: Readonly<Record<string, () => Promise<{ readonly cities: string }>>> = {
  BR: () => import('./cities/cities-br.ts'),
  DE: () => import('./cities/cities-de.ts'),
  FR: () => import('./cities/cities-fr.ts'),
  GB: () => import('./cities/cities-gb.ts'),
  JP: () => import('./cities/cities-jp.ts'),
  US: () => import('./cities/cities-us.ts'),
};

/** Loads a locale of faker. English is always there. */
export const LOCALES: Readonly<Record<string, () => Promise<{ readonly faker: Faker }>>> = {
  de: () => import('@faker-js/faker/locale/de'),
  en_GB: () => import('@faker-js/faker/locale/en_GB'),
  fr: () => import('@faker-js/faker/locale/fr'),
  ja: () => import('@faker-js/faker/locale/ja'),
  pt_BR: () => import('@faker-js/faker/locale/pt_BR'),
};

/** Loads names in ASCII, of locales whose names are in another script. */
export const ROMANISED: Readonly<Record<string, () => Promise<{ readonly romanised: Romanised }>>> = {
  ja: () => import('./romanised/ja.ts'),
};
