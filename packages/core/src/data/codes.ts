/** Countries by their ISO 3166-1 alpha-2 codes, with faker's locale of the names and streets. */
export const COUNTRY_LOCALES: Readonly<Record<string, string>> = {
  BR: 'pt_BR',
  DE: 'de',
  FR: 'fr',
  GB: 'en_GB',
  JP: 'ja',
  US: 'en',
};
