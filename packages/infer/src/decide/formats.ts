import { textsOf, uniqueness, type Column } from './column.ts';
import { areFewWords, COUNTRIES, CURRENCIES } from './category-words.ts';
import type { Decision, Kind, Spec } from './decision.ts';
import { isCardNumber, isIban } from './personal.ts';
import { withKey } from './repeats.ts';
import { fits, run } from './patterns.ts';
import { oneOfPatterns } from './shapes.ts';

/** Groups of texts of about the same length. */
const GROUPS = 16;

/** Most characters by which last segments of a group differ. */
const SPREAD = 400;

/**
 * Paths with as many segments and characters as those given, none of which is copied.
 *
 * @param origin a pattern of what comes before the path
 */
function paths(texts: readonly string[], origin: string): Spec {
  const originLength = origin === '' ? 0 : 'https://abcdef.example'.length;
  const sorted = [...texts].sort((a, b) => a.length - b.length);
  const weights = new Map<string, number>();
  for (let group = 0; group < GROUPS; group++) {
    const from = Math.floor((group * sorted.length) / GROUPS);
    const part = sorted.slice(from, Math.floor(((group + 1) * sorted.length) / GROUPS));
    if (part.length === 0) continue;
    const pattern = pathPattern(part, origin, originLength);
    weights.set(pattern, (weights.get(pattern) ?? 0) + part.length);
  }
  return oneOfPatterns([...weights]);
}

/** @param part paths in the order of their lengths */
function pathPattern(part: readonly string[], origin: string, originLength: number): string {
  const depths = part.map(depthOf).sort((a, b) => a - b);
  const depth = Math.max(originLength === 0 ? 1 : 0, depths[depths.length >> 1] ?? 0);
  if (depth === 0) return origin;
  const least = Math.max(0, (part[0]?.length ?? 0) - originLength - depth);
  const most = Math.max(least, (part.at(-1)?.length ?? 0) - originLength - depth);
  const each = Math.floor(least / depth);
  const last = least - each * (depth - 1);
  const folders = `/${run('[a-z]', each)}`.repeat(depth - 1);
  const spread = Math.min(most - least, SPREAD);
  const pattern = `${origin}${folders}/${run('[a-z0-9]', last, last + spread)}`;
  return fits(pattern) ? pattern : `${origin}/${run('[a-z0-9]', least, least + spread)}`;
}

const depthOf = (text: string): number =>
  (text.replace(/^https?:\/\//, '').split('?', 1)[0] ?? '').split('/').length - 1;

interface TextFormat {
  readonly kind: Kind;
  readonly test: RegExp | ((text: string) => boolean);
  readonly spec: (texts: readonly string[]) => Spec;
  /** The field's name must match, because the form alone says little. */
  readonly name?: RegExp;
  /** The same for few values. */
  readonly nameOfFew?: RegExp;
  /** Few values that repeat are an enumeration instead. */
  readonly isCode?: true;
}

const always = (type: string) => (): Spec => ({ type });

const FORMATS: readonly TextFormat[] = [
  {
    kind: 'UUID',
    test: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    spec: uuids,
  },
  { kind: 'email', test: /^[^\s@"]+@[^\s@]+\.[a-z]{2,}$/i, spec: always('internet.email') },
  {
    kind: 'IP address',
    test: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
    spec: always('internet.ipv4'),
  },
  {
    kind: 'IP address',
    test: /^(?=.*:.*:)[0-9a-f:]{3,39}$/i,
    spec: always('internet.ipv6'),
    name: /ip|addr|host/i,
  },
  { kind: 'IP address', test: /^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){7}$/i, spec: always('internet.ipv6') },
  { kind: 'MAC address', test: /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i, spec: macs },
  {
    kind: 'URL',
    test: /^https?:\/\/[^\s/]+(\/\S*)?$/i,
    spec: (texts) => paths(texts, 'https://[a-z]{6}[.]example'),
    isCode: true,
  },
  {
    kind: 'user agent',
    test: /^(Mozilla|Opera|curl|Wget|[A-Za-z][\w.-]*\/\d[\w.]*)[\s/].*[;(/]|^\w*(Bot|bot|Spider|spider|Crawler|crawler)\/[\d.]+$/,
    spec: always('internet.userAgent'),
    isCode: true,
  },
  { kind: 'path', test: /^\/\S*$/, spec: (texts) => paths(texts, ''), isCode: true },
  { kind: 'IBAN', test: isIban, spec: ibans },
  {
    kind: 'card number',
    // Of other numbers, one in ten has a valid checksum: cards begin with the digits of a network.
    test: (text) => /^[3-6]|^2[2-7]/.test(text) && isCardNumber(text),
    spec: always('finance.creditCardNumber'),
    nameOfFew: /card|cc|pan$/i,
  },
  {
    kind: 'phone number',
    test: /^\+?[\d(][\d ().-]{6,}(?: ?x\d+)?$/,
    spec: phones,
    name: /phone|tel|mobile|fax/i,
  },
  {
    kind: 'country code',
    test: (text) => COUNTRIES.has(text),
    spec: always('location.countryCode'),
    name: /country|nation|(^|_)cc$/i,
    isCode: true,
  },
  {
    kind: 'currency code',
    test: (text) => CURRENCIES.has(text),
    spec: always('finance.currencyCode'),
    isCode: true,
  },
  { kind: 'version', test: /^\d+\.\d+\.\d+(-[\w.]+)?$/, spec: always('system.semver'), isCode: true },
  { kind: 'token', test: /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/, spec: always('internet.jwt') },
  { kind: 'hexadecimal', test: /^(?=.*[a-f])(?=.*\d)[0-9a-f]{8,128}$/, spec: hexadecimal },
];

/** Fewer values have a form by chance. */
const FEW = 5;

/** Share of the texts that must be of a format. */
const AGREE = 0.97;
/** Maximum number of values of an enumeration, and its maximum share of the rows. */
const CODES = { most: 50, share: 0.1 };

/** Codes of which few rows have some, such as three countries of twenty orders. */
const SHORT_CODES: ReadonlySet<Kind> = new Set(['country code', 'currency code']);
const FEW_CODES = { most: 10, share: 0.5 };

function isFewCodes(column: Column, kind: Kind): boolean {
  const isOf = ({ most, share }: typeof CODES): boolean =>
    column.counts.size <= most && uniqueness(column) < share;
  return isOf(CODES) || (SHORT_CODES.has(kind) && (isOf(FEW_CODES) || areFewWords(column)));
}

/** Texts of a well-known format. */
export function formats(column: Column): Decision | undefined {
  const texts = textsOf(column);
  for (const { kind, test, spec, name, nameOfFew, isCode } of FORMATS) {
    const needed = name ?? (column.counts.size < FEW ? nameOfFew : undefined);
    if (needed !== undefined && !needed.test(column.name)) continue;
    const isOf = isOfFormat(test);
    const agree = agreement(texts, isOf);
    if (agree < AGREE) continue;
    if (isCode === true && isFewCodes(column, kind)) return undefined;
    const reason = `${Math.floor(agree * 100)} % of the texts have the form of ${withArticle(kind)}`;
    return withKey(column, { kind, reason, confidence: agree, spec: spec(texts) });
  }
  return undefined;
}

/** The form of a well-known format that most texts have, and none of which all have. @param least share of the texts */
export function formatIn(column: Column, least: number): ((text: string) => boolean) | undefined {
  const texts = textsOf(column);
  return FORMATS.filter(({ name, isCode }) => isCode !== true && name?.test(column.name) !== false)
    .map(({ test }) => isOfFormat(test))
    .find((isOf) => texts.filter(isOf).length >= least * texts.length);
}

/** Formats that programs check, whatever the field is called. */
const CHECKED: ReadonlySet<Kind> = new Set(['UUID', 'email', 'IP address', 'MAC address', 'IBAN']);
const CHECKS = FORMATS.filter(({ kind, name }) => CHECKED.has(kind) && name === undefined).map(
  ({ kind, test }) => ({ kind, isOf: isOfFormat(test) }),
);

/** The format of a text, of those that programs check. */
export const checkedFormat = (text: string): Kind | undefined => CHECKS.find(({ isOf }) => isOf(text))?.kind;

function isOfFormat(test: TextFormat['test']): (text: string) => boolean {
  return typeof test === 'function' ? test : (text) => test.test(text);
}

const withArticle = (kind: string): string => `${/^(a|e|i|o|I|8)/.test(kind) ? 'an' : 'a'} ${kind}`;

/** UUIDs in capitals are those of Windows and SQL Server. */
function uuids(texts: readonly string[]): Spec {
  const part = (digits: number): string => `[0-9A-F]{${digits}}`;
  return texts.every((text) => !/[a-z]/.test(text)) && texts.some((text) => /[A-Z]/.test(text))
    ? { type: 'helpers.fromRegExp', params: [[8, 4, 4, 4, 12].map(part).join('-')] }
    : { type: 'string.uuid' };
}

function macs(texts: readonly string[]): Spec {
  const separator = texts.every((text) => text.includes('-')) ? '-' : ':';
  const each = texts.some((text) => /[A-F]/.test(text)) ? '[0-9A-F]{2}' : '[0-9a-f]{2}';
  return separator === ':' && !each.includes('A')
    ? { type: 'internet.mac' }
    : { type: 'helpers.fromRegExp', params: [new Array(6).fill(each).join(separator)] };
}

function ibans(texts: readonly string[]): Spec {
  const country = texts[0]?.slice(0, 2);
  const isOfOne = texts.every((text) => text.slice(0, 2) === country);
  const params = {
    ...(isOfOne ? { countryCode: country } : {}),
    ...(texts.every((text) => text.includes(' ')) ? { formatted: true } : {}),
  };
  return { type: 'finance.iban', ...(Object.keys(params).length === 0 ? {} : { params }) };
}

/** Numbers without spaces are those of E.164. */
function phones(texts: readonly string[]): Spec {
  return {
    type: 'phone.number',
    ...(texts.every((text) => /^\+\d+$/.test(text)) ? { params: { style: 'international' } } : {}),
  };
}

/** Share of texts of a form; 0 if the first ones say no. */
function agreement(texts: readonly string[], isOf: (text: string) => boolean): number {
  const share = (some: readonly string[]): number => some.filter(isOf).length / some.length;
  return share(texts.slice(0, 200)) < AGREE ? 0 : share(texts);
}

function hexadecimal(texts: readonly string[]): Spec {
  const lengths = texts.map((text) => text.length);
  const min = lengths.reduce((least, each) => Math.min(least, each), 128);
  const max = lengths.reduce((most, each) => Math.max(most, each), 1);
  return { type: 'string.hexadecimal', params: { length: { min, max }, casing: 'lower', prefix: '' } };
}
