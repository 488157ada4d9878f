import type { Faker } from '@faker-js/faker';
import type { Tables } from './tables/tables.ts';

/** Names of a locale in ASCII, separated by white space: in the order of faker's lists. */
export type Romanised = Readonly<
  Partial<Record<'female' | 'male' | 'last' | 'lastFemale' | 'lastMale', string>>
>;

/** Loads the cities of a country, by its code. */
export const CITIES: Readonly<Record<string, () => Promise<{ readonly cities: string }>>> = {
  AR: () => import('./cities/cities-ar.ts'),
  AT: () => import('./cities/cities-at.ts'),
  AU: () => import('./cities/cities-au.ts'),
  BE: () => import('./cities/cities-be.ts'),
  BR: () => import('./cities/cities-br.ts'),
  CA: () => import('./cities/cities-ca.ts'),
  CH: () => import('./cities/cities-ch.ts'),
  CN: () => import('./cities/cities-cn.ts'),
  CZ: () => import('./cities/cities-cz.ts'),
  DE: () => import('./cities/cities-de.ts'),
  DK: () => import('./cities/cities-dk.ts'),
  ES: () => import('./cities/cities-es.ts'),
  FI: () => import('./cities/cities-fi.ts'),
  FR: () => import('./cities/cities-fr.ts'),
  GB: () => import('./cities/cities-gb.ts'),
  GR: () => import('./cities/cities-gr.ts'),
  HR: () => import('./cities/cities-hr.ts'),
  HU: () => import('./cities/cities-hu.ts'),
  ID: () => import('./cities/cities-id.ts'),
  IE: () => import('./cities/cities-ie.ts'),
  IN: () => import('./cities/cities-in.ts'),
  IT: () => import('./cities/cities-it.ts'),
  JP: () => import('./cities/cities-jp.ts'),
  KR: () => import('./cities/cities-kr.ts'),
  MX: () => import('./cities/cities-mx.ts'),
  NG: () => import('./cities/cities-ng.ts'),
  NL: () => import('./cities/cities-nl.ts'),
  NO: () => import('./cities/cities-no.ts'),
  PL: () => import('./cities/cities-pl.ts'),
  PT: () => import('./cities/cities-pt.ts'),
  RO: () => import('./cities/cities-ro.ts'),
  SE: () => import('./cities/cities-se.ts'),
  SK: () => import('./cities/cities-sk.ts'),
  TR: () => import('./cities/cities-tr.ts'),
  TW: () => import('./cities/cities-tw.ts'),
  UA: () => import('./cities/cities-ua.ts'),
  US: () => import('./cities/cities-us.ts'),
  VN: () => import('./cities/cities-vn.ts'),
  ZA: () => import('./cities/cities-za.ts'),
};

/** Loads a locale of faker. English is always there. */
export const LOCALES: Readonly<Record<string, () => Promise<{ readonly faker: Faker }>>> = {
  cs_CZ: () => import('@faker-js/faker/locale/cs_CZ'),
  da: () => import('@faker-js/faker/locale/da'),
  de: () => import('@faker-js/faker/locale/de'),
  de_AT: () => import('@faker-js/faker/locale/de_AT'),
  de_CH: () => import('@faker-js/faker/locale/de_CH'),
  el: () => import('@faker-js/faker/locale/el'),
  en_AU: () => import('@faker-js/faker/locale/en_AU'),
  en_CA: () => import('@faker-js/faker/locale/en_CA'),
  en_GB: () => import('@faker-js/faker/locale/en_GB'),
  en_IE: () => import('@faker-js/faker/locale/en_IE'),
  en_IN: () => import('@faker-js/faker/locale/en_IN'),
  en_NG: () => import('@faker-js/faker/locale/en_NG'),
  en_ZA: () => import('@faker-js/faker/locale/en_ZA'),
  es: () => import('@faker-js/faker/locale/es'),
  es_MX: () => import('@faker-js/faker/locale/es_MX'),
  fi: () => import('@faker-js/faker/locale/fi'),
  fr: () => import('@faker-js/faker/locale/fr'),
  hr: () => import('@faker-js/faker/locale/hr'),
  hu: () => import('@faker-js/faker/locale/hu'),
  id_ID: () => import('@faker-js/faker/locale/id_ID'),
  it: () => import('@faker-js/faker/locale/it'),
  ja: () => import('@faker-js/faker/locale/ja'),
  ko: () => import('@faker-js/faker/locale/ko'),
  nb_NO: () => import('@faker-js/faker/locale/nb_NO'),
  nl: () => import('@faker-js/faker/locale/nl'),
  nl_BE: () => import('@faker-js/faker/locale/nl_BE'),
  pl: () => import('@faker-js/faker/locale/pl'),
  pt_BR: () => import('@faker-js/faker/locale/pt_BR'),
  pt_PT: () => import('@faker-js/faker/locale/pt_PT'),
  ro: () => import('@faker-js/faker/locale/ro'),
  sk: () => import('@faker-js/faker/locale/sk'),
  sv: () => import('@faker-js/faker/locale/sv'),
  tr: () => import('@faker-js/faker/locale/tr'),
  uk: () => import('@faker-js/faker/locale/uk'),
  vi: () => import('@faker-js/faker/locale/vi'),
  zh_CN: () => import('@faker-js/faker/locale/zh_CN'),
  zh_TW: () => import('@faker-js/faker/locale/zh_TW'),
};

/** Loads names in ASCII, of locales whose names are in another script. */
export const ROMANISED: Readonly<Record<string, () => Promise<{ readonly romanised: Romanised }>>> = {
  el: () => import('./romanised/romanised-el.ts'),
  ja: () => import('./romanised/romanised-ja.ts'),
  ko: () => import('./romanised/romanised-ko.ts'),
  uk: () => import('./romanised/romanised-uk.ts'),
  zh_CN: () => import('./romanised/romanised-zh_CN.ts'),
  zh_TW: () => import('./romanised/romanised-zh_TW.ts'),
};

/** Loads a table. */
export const TABLES: { readonly [Name in keyof Tables]: () => Promise<{ readonly table: Tables[Name] }> } = {
  browsers: () => import('./tables/browsers.ts'),
  cards: () => import('./tables/cards.ts'),
  companies: () => import('./tables/companies.ts'),
  products: () => import('./tables/products.ts'),
  vehicles: () => import('./tables/vehicles.ts'),
};
