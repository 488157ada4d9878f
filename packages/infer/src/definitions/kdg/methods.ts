import { isObject, findAlias } from '@catbird/engine';
import type { Spec } from '../../decide/decision.ts';
import type { Notes } from '../not-followed.ts';
import { formatOf } from './moment.ts';
import type { Placeholder } from './placeholders.ts';

/** What a placeholder writes: a text, a text of digits that JSON without quotes reads as a number, or any other value. */
export type Writes = 'text' | 'digits' | 'value';

/** What becomes of a placeholder. */
export interface Converted {
  readonly spec: Spec;
  readonly writes: Writes;
  /** Digits as a number. Default: what the spec writes, as a number */
  readonly number?: Spec;
}

/** Methods of the Data Generator's faker that have an equivalent, by module. Those of `TIMES` are read by themselves. */
export const METHODS: Readonly<Record<string, string>> = {
  address:
    'city country countryCode county latitude longitude nearbyGPSCoordinate secondaryAddress state stateAbbr streetAddress streetName zipCode',
  commerce: 'color department price product productAdjective productMaterial productName',
  company:
    'bs bsAdjective bsBuzz bsNoun catchPhrase catchPhraseAdjective catchPhraseDescriptor catchPhraseNoun companyName',
  finance:
    'account accountName amount bic bitcoinAddress currencyCode currencyName currencySymbol ethereumAddress iban mask transactionType',
  date: 'past future recent month weekday between soon',
  hacker: 'abbreviation adjective ingverb noun phrase verb',
  helpers: 'randomize replaceSymbols shuffle slugify',
  image:
    'abstract animals avatar business cats city fashion food image imageUrl nature nightlife people sports technics transport',
  internet:
    'avatar color domainName domainSuffix domainWord email exampleEmail ip ipv6 mac password protocol url userAgent userName',
  lorem: 'lines paragraph paragraphs sentence sentences slug text word words',
  name: 'findName firstName gender jobArea jobDescriptor jobTitle jobType lastName prefix suffix title',
  phone: 'phoneNumber phoneNumberFormat',
  random:
    'alpha alphaNumeric arrayElement boolean float image number objectElement uuid weightedArrayElement word words',
  system:
    'commonFileExt commonFileName commonFileType directoryPath fileExt fileName filePath fileType mimeType semver',
};

/** Types whose values are not texts. */
const VALUES = new Set([
  'number.int',
  'number.float',
  'datatype.boolean',
  'location.latitude',
  'location.longitude',
  'location.nearbyGPSCoordinate',
  'helpers.arrayElement',
  'helpers.objectValue',
  'helpers.shuffle',
  'helpers.weightedArrayElement',
]);

/** Types that need arguments. */
const REQUIRED = new Set([
  'date.between',
  'helpers.arrayElement',
  'helpers.objectValue',
  'helpers.replaceSymbols',
  'helpers.shuffle',
  'helpers.slugify',
  'helpers.weightedArrayElement',
]);

/** Types whose texts are numbers. */
const DIGITS = new Set(['finance.amount', 'commerce.price', 'finance.accountNumber', 'string.numeric']);

/** The current time, in names of all versions of the Data Generator. */
const TIMES: Readonly<Record<string, string>> = {
  'date.now': 'YYYY-MM-DD[T]HH:mm:ssZ',
  'date.simTime': 'YYYY-MM-DD[T]HH:mm:ssZ',
  'current.timestamp': 'YYYY-MM-DD[T]HH:mm:ssZ',
  'date.utc': 'YYYY-MM-DD[T]HH:mm:ss[Z]',
};

/** Arguments of methods that were called without the one that is required today. */
const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  'random.arrayElement': [['a', 'b', 'c']],
  'helpers.randomize': [['a', 'b', 'c']],
  'random.objectElement': [{ foo: 'bar', too: 'car' }],
  'random.weightedArrayElement': [{ weights: [0.5, 0.5], data: ['dog', 'cat'] }],
  'phone.phoneNumberFormat': [0],
};

/** Arguments that the method of today cannot have, so that they are left out in part or as a whole. */
const UNREAD: Readonly<Record<string, (given: readonly unknown[]) => boolean>> = {
  'random.number': ([first, ...others]) =>
    others.length > 0 || !(typeof first === 'number' || isObject(first)),
  'phone.phoneNumberFormat': ([first]) => typeof first !== 'number',
  'random.weightedArrayElement': ([first]) =>
    isObject(first) && sizeOf(first['weights']) !== sizeOf(first['data']),
};

const isLeftOut = (method: string, given: readonly unknown[], params: unknown): boolean =>
  given.length > 0 && (params === undefined || UNREAD[method]?.(given) === true);

const sizeOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** How values of today differ. */
const DIFFERENCES: readonly (readonly [RegExp, string])[] = [
  [/^date\.(past|future|recent|soon|between)$/, 'is written as ISO 8601'],
  [/^image\.(?!avatar|image)/, 'is a picture of any subject'],
  [/^finance\.mask$/, 'has no parentheses'],
];

/** What a placeholder becomes. One without an equivalent becomes a word, and is named. */
export function convertedOf(placeholder: Placeholder, notes: Notes): Converted {
  const { method, place, written } = placeholder;
  const format = TIMES[method];
  if (format !== undefined) return timeOf(placeholder, format, notes);
  const given = placeholder.given.length === 0 ? (DEFAULTS[method] ?? []) : placeholder.given;
  const { type, params } = today(method, given);
  if (!isKnown(method) || (params === undefined && REQUIRED.has(type))) {
    notes.add(`${written} has no equivalent and became lorem.word`, place);
    return { spec: { type: 'lorem.word' }, writes: 'text' };
  }
  if (isLeftOut(method, given, params))
    notes.add(`${written}: left out the arguments, which have no equivalent`, place);
  const difference = DIFFERENCES.find(([like]) => like.test(method))?.[1];
  if (difference !== undefined) notes.add(`${method} ${difference}`, place);
  return { spec: params === undefined ? { type } : { type, params }, writes: writesOf(type) };
}

function isKnown(method: string): boolean {
  const [module = '', name = '', ...others] = method.split('.');
  return others.length === 0 && METHODS[module]?.split(' ').includes(name) === true;
}

/** The type of today for a method, and its params. */
function today(method: string, given: readonly unknown[]): Spec & { readonly params: unknown } {
  const alias = findAlias(method);
  const params = PARAMS[method]?.(alias?.args?.(given) ?? given);
  if (isFraction(params)) return { type: 'number.float', params };
  // In faker 3, all addresses were those of version 4.
  return { type: method === 'internet.ip' ? 'internet.ipv4' : (alias?.to ?? method), params };
}

function writesOf(type: string): Writes {
  if (VALUES.has(type)) return 'value';
  return DIGITS.has(type) ? 'digits' : 'text';
}

/** Numbers with decimal places have a type of their own. */
const isFraction = (params: unknown): boolean =>
  isObject(params) && 'multipleOf' in params && !Number.isInteger(params['multipleOf']);

function timeOf(
  { method, given: [format], place, written }: Placeholder,
  usual: string,
  notes: Notes,
): Converted {
  if (format !== undefined && typeof format !== 'string')
    notes.add(`${written}: left out the arguments, which have no equivalent`, place);
  const { text, number, changed } = formatOf(typeof format === 'string' ? format : usual);
  for (const token of new Set(changed))
    notes.add(`The token ${token} of ${method} is written in another form`, place);
  if (method !== 'date.utc')
    notes.add(`${method} is written in UTC, not in the time zone of a browser`, place);
  const spec = { type: 'catbird.expression', params: text };
  return number === undefined
    ? { spec, writes: 'text' }
    : { spec, writes: 'digits', number: { ...spec, params: number } };
}

/** Arguments of today for those of a method. Undefined if there are none. */
type Params = (given: readonly unknown[]) => unknown;

/** The longest text or list, and the farthest date, that an argument asks for. */
const MOST = 10_000;

const isSize = (given: unknown): given is number => typeof given === 'number' && given > 0 && given <= MOST;

/** A size that has a name of its own today. */
const named =
  (name: string, more: object = {}): Params =>
  ([given]) =>
    isSize(given) ? { [name]: given, ...more } : undefined;

/** A size as it is. */
const size: Params = ([given]) => (isSize(given) ? [Math.ceil(given)] : undefined);

const text: Params = ([given]) => (typeof given === 'string' ? [given] : undefined);

const choices: Params = ([given]) => {
  if (!Array.isArray(given) || given.length === 0) return undefined;
  // A list in a list alone would be read as the list.
  return given.length === 1 && Array.isArray(given[0]) ? [given] : given;
};

function numberParams([given]: readonly unknown[]): unknown {
  if (typeof given === 'number') return given < 0 ? { min: given, max: 0 } : { max: given };
  if (!isObject(given)) return undefined;
  const { precision = given['multipleOf'], ...bounds } = given;
  const [min, max] = [Number(bounds['min'] ?? 0), Number(bounds['max'] ?? 99_999)];
  const step = Number(precision ?? 1);
  if (![min, max, step].every(Number.isFinite) || step <= 0) return undefined;
  return { min: Math.min(min, max), max: Math.max(min, max), ...(step !== 1 && { multipleOf: step }) };
}

const abbreviated: Params = ([given]) =>
  isObject(given) ? { abbreviated: given['abbr'] === true } : undefined;

const PARAMS: Readonly<Record<string, Params>> = {
  'random.number': numberParams,
  'random.float': numberParams,
  'random.arrayElement': choices,
  'helpers.randomize': choices,
  'helpers.shuffle': ([given]) => (Array.isArray(given) ? [given] : undefined),
  'random.objectElement': ([given]) =>
    isObject(given) && Object.keys(given).length > 0 ? [given] : undefined,
  'random.weightedArrayElement': ([given]) =>
    Array.isArray(given) && given.length > 0 && given.every((each) => isObject(each) && 'weight' in each)
      ? given
      : undefined,
  'random.alphaNumeric': named('length', { casing: 'lower' }),
  'random.alpha': named('length', { casing: 'lower' }),
  'random.words': size,
  'address.zipCode': text,
  'address.stateAbbr': (given) => given[0],
  'date.past': named('years'),
  'date.future': named('years'),
  'date.recent': named('days'),
  'date.soon': named('days'),
  'date.between': (given) => {
    const [from, to] = given;
    const [fromMs, toMs] = [Date.parse(String(from)), Date.parse(String(to))];
    return fromMs < toMs ? { from, to } : undefined;
  },
  'date.month': abbreviated,
  'date.weekday': abbreviated,
  'finance.account': size,
  'finance.mask': size,
  'finance.amount': amountParams,
  'commerce.price': amountParams,
  'helpers.replaceSymbols': text,
  'helpers.slugify': text,
  'internet.mac': text,
  'internet.password': named('length'),
  'phone.phoneNumberFormat': (given) => given,
  'lorem.lines': size,
  'lorem.paragraph': size,
  'lorem.paragraphs': size,
  'lorem.sentence': size,
  'lorem.sentences': size,
  'lorem.slug': size,
  'lorem.words': size,
};

/** Bounds and decimal places of an amount, by position or by name. */
function amountParams(given: readonly unknown[]): unknown {
  const [first] = given;
  const [min = 0, max = 1000, dec = 2, symbol = ''] = isObject(first)
    ? [first['min'], first['max'], first['dec'], first['symbol']]
    : given;
  const isValid = Number(min) < Number(max) && Number.isInteger(dec) && typeof symbol === 'string';
  if (given.length === 0 || !isValid) return undefined;
  return {
    min: Number(min),
    max: Number(max),
    dec,
    ...(symbol !== '' && { symbol }),
  };
}
