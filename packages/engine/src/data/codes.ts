import localeTypes from './locale-types.json' with { type: 'json' };

/** Types that follow a locale, with their numbers. */
const TYPES: ReadonlyMap<string, number> = new Map(
  localeTypes.localised
    .flatMap((line) => {
      const [family = '', ...methods] = line.split(' ');
      return methods.map((method) => `${family}.${method}`);
    })
    .map((type, i) => [type, i]),
);

/** What faker's locales lack: a bit for each type, four to a digit. */
const LACKING: ReadonlyMap<string, string> = new Map(Object.entries(localeTypes.lacking));

/** Names of faker's locales: `de`, `pt_BR`. */
export const locales: readonly string[] = ['en', ...LACKING.keys()].toSorted();

/** Whether a type of faker makes other values in some locales. */
export const isLocalised = (type: string): boolean => TYPES.has(type);

/** Whether a locale has no data of its own for a type, so that values are English. */
export function lacksData(locale: string, type: string): boolean {
  const [bits, n] = [LACKING.get(locale), TYPES.get(type)];
  if (bits === undefined || n === undefined) return false;
  return (Number.parseInt(bits.charAt(n >> 2), 16) & (8 >> (n & 3))) !== 0;
}

/** Countries by their ISO 3166-1 alpha-2 codes, with faker's locale of the names and streets. */
export const COUNTRY_LOCALES: Readonly<Record<string, string>> = {
  AR: 'es_MX',
  AT: 'de_AT',
  AU: 'en_AU',
  BE: 'nl_BE',
  BR: 'pt_BR',
  CA: 'en_CA',
  CH: 'de_CH',
  CN: 'zh_CN',
  CZ: 'cs_CZ',
  DE: 'de',
  DK: 'da',
  ES: 'es',
  FI: 'fi',
  FR: 'fr',
  GB: 'en_GB',
  GR: 'el',
  HR: 'hr',
  HU: 'hu',
  ID: 'id_ID',
  IE: 'en_IE',
  IN: 'en_IN',
  IT: 'it',
  JP: 'ja',
  KR: 'ko',
  MX: 'es_MX',
  NG: 'en_NG',
  NL: 'nl',
  NO: 'nb_NO',
  PL: 'pl',
  PT: 'pt_PT',
  RO: 'ro',
  SE: 'sv',
  SK: 'sk',
  TR: 'tr',
  TW: 'zh_TW',
  UA: 'uk',
  US: 'en',
  VN: 'vi',
  ZA: 'en_ZA',
};

/** Names in the tables, each checked against its table in a test. */
export const ISSUERS = [
  'Visa',
  'Mastercard',
  'American Express',
  'JCB',
  'Discover',
  'Diners Club',
  'UnionPay',
];
export const CATEGORIES =
  'Beauty Books Clothing Electronics Furniture Garden Grocery Home Pets Sports Tools Toys'.split(' ');
export const INDUSTRIES =
  'Automotive Construction Consulting Education Energy Finance Food Health Hospitality Logistics Manufacturing Media Retail Software Telecommunications'.split(
    ' ',
  );
export const MANUFACTURERS =
  'Audi BMW BYD Chevrolet Dacia Fiat Ford Honda Hyundai Kia Mazda Mercedes-Benz Nissan Opel Peugeot Renault Seat Skoda Subaru Suzuki Tesla Toyota Volkswagen Volvo'.split(
    ' ',
  );
export const DEVICES = ['desktop', 'mobile', 'tablet'];
