import { COUNTRY_LOCALES } from '../../data/codes.ts';
import type { CountryData, Data, LocaleData, Resource } from '../../data/store.ts';
import type { LocaleRule } from '../generator.ts';
import { byWeights, remembered, type Pick } from '../kernels/record/pick.ts';
import { weightsOf, type Weighted } from './weighted.ts';

/** Where people are from, with their share: indexes of a country and of the locale of their names. */
export interface Origin {
  readonly country: number;
  readonly locale: number;
  readonly weight: number;
}

/** Params that choose them. */
export interface OriginParams {
  readonly country?: Weighted;
  readonly locale?: Weighted;
}

const DEFAULT_COUNTRY = 'US';

/** The country whose people have names of a locale: the one in its name, or the first whose locale it is. */
function countryOf(locale: string): string | undefined {
  const [, code = ''] = /_([A-Z]{2})(?:_|$)/.exec(locale) ?? [];
  const codes = Object.keys(COUNTRY_LOCALES);
  return codes.includes(code) ? code : codes.find((each) => COUNTRY_LOCALES[each] === locale);
}

/** How people and places follow a locale: given countries and locales win. */
export const ORIGIN_LOCALE: LocaleRule = {
  lacks: (locale) => countryOf(locale) === undefined,
  isOpen: ([given]) => isOpen(given as OriginParams | undefined),
};

const isOpen = (given: OriginParams | undefined): boolean =>
  given?.country === undefined && given?.locale === undefined;

/** The params in a locale. Without a country, its people are English. */
export function originIn(given: unknown, locale: string | undefined): OriginParams {
  const params = (given ?? {}) as OriginParams;
  if (locale === undefined || !isOpen(params)) return params;
  const country = countryOf(locale);
  return country === undefined ? params : { ...params, country, locale };
}

/** Countries and locales by name, with weights. */
function named({ country: given, locale }: OriginParams): readonly {
  readonly country: string;
  readonly locale: string;
  readonly weight: number;
}[] {
  if (locale === undefined)
    return weightsOf(given ?? DEFAULT_COUNTRY).map(([code, weight]) => ({
      country: code,
      locale: COUNTRY_LOCALES[code] ?? 'en',
      weight,
    }));
  return weightsOf(locale).flatMap(([name, share]) =>
    weightsOf(given ?? countryOf(name) ?? DEFAULT_COUNTRY).map(([code, part]) => ({
      country: code,
      locale: name,
      weight: share * part,
    })),
  );
}

/** Data of the countries and locales that params choose. */
export const originResources = (params: OriginParams): readonly Resource[] =>
  named(params).flatMap(({ country, locale }) => [
    { kind: 'country', code: country },
    { kind: 'locale', name: locale },
  ]);

/** Countries and locales that params choose, each once, and their combinations. */
export function originsOf(
  params: OriginParams,
  data: Data,
): {
  readonly countries: readonly CountryData[];
  readonly locales: readonly LocaleData[];
  readonly origins: readonly Origin[];
} {
  const all = named(params);
  const codes = [...new Set(all.map(({ country }) => country))];
  const names = [...new Set(all.map(({ locale }) => locale))];
  return {
    countries: codes.map((code) => data.country(code)),
    locales: names.map((name) => data.locale(name)),
    origins: all.map(({ country, locale, weight }) => ({
      country: codes.indexOf(country),
      locale: names.indexOf(locale),
      weight,
    })),
  };
}

/** Draws an origin for each row: the indexes of its country and of its locale. */
export function localesIn(
  origins: readonly Origin[],
  path: string,
): { readonly country: Pick; readonly locale: Pick } {
  const origin = remembered(
    byWeights(
      origins.map(({ weight }) => weight),
      `${path}\norigin`,
    ),
  );
  const at = (indexes: Int32Array): Pick => {
    return (a, b) => indexes[origin(a, b)] ?? 0;
  };
  return {
    country: at(Int32Array.from(origins, (each) => each.country)),
    locale: at(Int32Array.from(origins, (each) => each.locale)),
  };
}
