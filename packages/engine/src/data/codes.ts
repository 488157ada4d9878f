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
