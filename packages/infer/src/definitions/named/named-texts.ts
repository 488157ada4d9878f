import type { Spec } from '../../decide/decision.ts';
import type { Shape } from '../shape.ts';
import { DATES, PAST } from '../time-specs.ts';
import { categorySpec } from './categories.ts';
import { meantBy } from './abbreviations.ts';
import { newNamedType } from '../../search/type-search.ts';

/** A way to make texts, and how long they may become. */
interface Made {
  readonly spec: Spec;
  readonly least: number;
  readonly most: number;
}

const made = (most: number, type: string, params?: unknown, least = 2): Made => ({
  spec: params === undefined ? { type } : { type, params },
  least,
  most,
});

/** Texts of a pattern with a fixed number of characters. */
const formed = (length: number, pattern: string): Made => ({
  spec: { type: 'helpers.fromRegExp', params: [pattern] },
  least: length,
  most: length,
});

const picked = (...values: readonly string[]): Made => {
  const lengths = values.map(({ length }) => length);
  return made(Math.max(...lengths), 'catbird.pick', { values }, Math.min(...lengths));
};

/** IBANs have a length for each country. ISO 13616. */
const IBANS = Object.entries({ NO: 15, BE: 16, DK: 18, SI: 19, AT: 20, CH: 21, DE: 22, ES: 24, FR: 27 });
const ibans = IBANS.map(([countryCode, length]) =>
  made(length, 'finance.iban', { countryCode }, length),
).toReversed();

const hex = (length: number): Made => formed(length, `[0-9a-f]{${length}}`);

/** Sentences in the room of a field. */
const prose = ({ minLength = 0, maxLength = 255 }: Shape, longest: number): Made[] => {
  const max = Math.max(minLength, Math.min(maxLength, longest));
  const length = { min: Math.max(minLength, Math.min(max, Math.ceil(max / 3))), max };
  return max < 12 ? [] : [made(max, 'catbird.text', { length }, length.min)];
};

/** Upper-case letters and digits that fill a short field. */
const codes = ({ maxLength = 255, minLength = 0 }: Shape): Made[] => {
  if (maxLength > 12 && minLength <= 8) return [formed(8, '[A-Z]{3}-[0-9]{4}')];
  const length = Math.min(maxLength, Math.max(minLength, 12));
  const letters = Math.min(3, Math.floor(length / 2));
  return [formed(length, letters === 0 ? '[A-Z]' : `[A-Z]{${letters}}[0-9]{${length - letters}}`)];
};

/** `INV-482915`, after the word before `number`. */
const numbered = ({ name }: Shape): Made[] => {
  const word = /(\w+) (number|reference|code|ref)$/.exec(meantBy(name))?.[1] ?? 'ref';
  const prefix = word.slice(0, 3).toUpperCase();
  const pattern = prefix.replaceAll(/[^A-Z]/g, '[A-Z]');
  return [formed(prefix.length + 7, `${pattern}-[0-9]{6}`), formed(8, '[1-9][0-9]{7}')];
};

const emails = ({ minLength = 0, maxLength = 255 }: Shape): Made[] => {
  const length = Math.min(maxLength, Math.max(minLength, 16));
  return [
    made(48, 'internet.email', undefined, 8),
    ...(length < 12 || length > 60 ? [] : [formed(length, `[a-z]{${length - 6}}@ma[.]io`)]),
  ];
};

const urls = ({ minLength = 0 }: Shape): Made[] => {
  const length = Math.max(minLength, 20);
  return [made(46, 'internet.url'), formed(length, `https://[a-z]{${length - 11}}[.]io`)];
};

const secrets = ({ minLength = 0, maxLength = 255 }: Shape): Made[] => {
  const length = Math.min(maxLength, Math.max(minLength, 32));
  return [formed(length, `[0-9A-Za-z]{${length}}`)];
};

const hashes = ({ maxLength = 255 }: Shape): Made[] => [
  hex([64, 40, 32].find((n) => n <= maxLength) ?? maxLength),
];

type Make = (shape: Shape, isEntity: boolean) => readonly Made[];

/** Texts of times. Entities have no time of an event, so theirs are in the past. */
const times =
  (ofEvents: readonly Made[], ofEntities: readonly Made[]): Make =>
  (_, isEntity) =>
    isEntity ? ofEntities : ofEvents;

/** Texts by the words at the end of a name. The first that fit the length apply. */
const TEXTS: readonly (readonly [RegExp, Make | readonly Made[]])[] = [
  [/\bmail( address)?$/, emails],
  [
    /\b(phone|mobile|cell|fax|msisdn|whatsapp)( number)?$/,
    [
      made(25, 'phone.number'),
      made(16, 'phone.number', { style: 'international' }),
      formed(10, '[2-9][0-9]{9}'),
    ],
  ],
  [/\b(first|given) name$/, [made(14, 'person.firstName'), picked('Ada', 'Ben', 'Eva', 'Max', 'Zoe')]],
  [/\b(last|family) name$/, [made(24, 'person.lastName'), picked('Berg', 'Cole', 'Diaz', 'Kim', 'Shaw')]],
  [
    /\b(user name|login|login name|nick name|nickname|handle|screen name|display name)$/,
    [made(32, 'internet.username'), formed(8, '[a-z]{6}[0-9]{2}')],
  ],
  [
    /\b(full|customer|contact|owner|employee|patient|driver|recipient|sender|manager|holder|student|teacher|client|passenger|guest|member|player|billing|shipping|person) name$|^(name|author|recipient|customer|assignee|owner)$|\b(created|updated|approved|reported) by$/,
    [made(36, 'person.fullName'), picked('Ada Berg', 'Ben Cole', 'Eva Diaz', 'Max Kim', 'Zoe Shaw')],
  ],
  [
    /\b(company|employer|vendor|supplier|merchant|organization|organisation|business|tenant|brand|manufacturer|firm|publisher|bank)( name)?$/,
    [made(52, 'company.name'), picked('Acme', 'Fabrikam', 'Contoso', 'Northwind')],
  ],
  [
    /\b(product|item|article)( name)?$/,
    [made(34, 'commerce.productName'), picked('Chair', 'Table', 'Lamp', 'Shirt')],
  ],
  [/\b(country( (code|iso|iso code))?|nationality|iso 2|iso country)$/, countries],
  [
    /^(state|province|region)$|\b(us|federal|billing|shipping|home) (state|province)$|\bstate code$/,
    [made(16, 'location.state'), made(2, 'location.state', { abbreviated: true })],
  ],
  [/\b(city|town)( name)?$/, [made(26, 'location.city'), picked('Berlin', 'Lima', 'Oslo', 'Paris', 'Rome')]],
  [
    /\b(zip|postal)( code)?$/,
    [made(10, 'location.zipCode'), formed(5, '[1-9][0-9]{4}'), formed(4, '[1-9][0-9]{3}')],
  ],
  [/\baddress( line)? 2$/, [made(10, 'location.secondaryAddress')]],
  [
    /\b(full|mailing|postal) address$/,
    [made(90, 'location.postalAddress'), made(40, 'location.streetAddress')],
  ],
  [
    /\b(ip|ip address|ip v 4|ipv 4|remote address|client address|peer address|source address)$/,
    [made(15, 'internet.ipv4')],
  ],
  [/\b(ip v 6|ipv 6)( address)?$/, [made(39, 'internet.ipv6')]],
  [/\bmac( address)?$/, [made(17, 'internet.mac')]],
  [
    /\b(street|address)( (line|name|1|line 1))?$/,
    [made(40, 'location.streetAddress'), formed(12, '[1-9][0-9] [A-Z][a-z]{4} St')],
  ],
  [
    /\b(avatar|image|photo|picture|logo|thumbnail|icon)( (url|uri|link))?$/,
    [formed(40, 'https://cdn[.]example[.]com/[a-z]{12}[.]jpg')],
  ],
  [/\b(url|uri|link|website|homepage|referer|referrer|href|webhook|callback)$/, urls],
  [/\b(path|page)$/, [made(40, 'helpers.fromRegExp', ['/[a-z]{4,8}/[a-z]{4,10}']), formed(7, '/[a-z]{6}')]],
  [/\b(domain|host|hostname)( name)?$/, [made(36, 'internet.domainName'), formed(10, '[a-z]{7}[.]io')]],
  [/\buser agent$/, [made(160, 'internet.userAgent')]],
  [/\b(uuid|guid)$/, [made(36, 'string.uuid', undefined, 36), hex(32)]],
  [/\bpassword hash$/, [formed(60, '[$]2b[$]12[$][./0-9A-Za-z]{53}')]],
  [/\b(hash|digest|checksum|fingerprint|sha 256|sha 1|md 5|etag)$/, hashes],
  [/\b(token|secret|api key|access key|signature|nonce|session key)$/, secrets],
  [/\bpassword$/, [made(15, 'internet.password', undefined, 15)]],
  [/\biban$/, [made(34, 'finance.iban'), ...ibans]],
  [/\b(bic|swift)( code)?$/, [made(11, 'finance.bic'), made(8, 'finance.bic', { includeBranchCode: false })]],
  [/\b(vat|tax|ust) (id|number)$|\bvat$/, [formed(11, 'DE[0-9]{9}'), formed(9, '[0-9]{9}')]],
  [/\b(card number|credit card|pan)$/, [made(24, 'finance.creditCardNumber'), formed(16, '4[0-9]{15}')]],
  [/\blast (4|four)$|\bcard last 4$/, [formed(4, '[0-9]{4}')]],
  [/\b(sku|article number|part number)$/, codes],
  [/\b(ean|gtin|ean 13|barcode)$/, [formed(13, '[1-9][0-9]{12}')]],
  [/\bimei$/, [formed(15, '[1-9][0-9]{14}')]],
  [/\bserial( number)?$/, [formed(10, '[A-Z]{2}[0-9]{8}')]],
  [/\b\w+ (number|reference|ref)$|^reference$/, numbered],
  [/\bcode$/, codes],
  [/\b(version|release)$/, [made(9, 'system.semver'), formed(3, '[1-9][.][0-9]')]],
  [/\b(file ?name|file|attachment)$/, [made(46, 'system.fileName'), formed(12, '[a-z]{8}[.]pdf')]],
  [/\b(job title|position|occupation|profession)$/, [made(46, 'person.jobTitle')]],
  [
    /\b(title|subject|headline)$/,
    (shape) => [
      ...(shape.maxLength === undefined || shape.maxLength >= 50
        ? [made(50, 'lorem.words', [4])]
        : prose(shape, 40)),
    ],
  ],
  [
    /\b(description|comment|comments|body|message|note|notes|remark|remarks|text|content|summary|reason|feedback|review|memo|details)$/,
    (shape) => [made(140, 'lorem.sentence'), ...prose(shape, 80)],
  ],
  [
    /\b(at|timestamp|date time|datetime)$/,
    times(
      [made(24, 'catbird.timestampNow'), made(19, 'catbird.datetimeNow')],
      [made(24, 'date.between', PAST, 24), formed(19, `${DATES.date} ${DATES.time}`)],
    ),
  ],
  [/\bbirth date$/, [formed(10, DATES.birth)]],
  [
    /\bdate$/,
    times([made(10, 'catbird.expression', 'formatDate(now(), "yyyy-MM-dd")')], [formed(10, DATES.date)]),
  ],
];

function countries({ name, maxLength = 255 }: Shape): readonly Made[] {
  const isCode = maxLength < 4 || /(code|iso|2)$/.test(meantBy(name));
  if (isCode)
    return maxLength === 3
      ? [made(3, 'location.countryCode', { variant: 'alpha-3' })]
      : [made(2, 'location.countryCode')];
  return [
    made(60, 'location.country'),
    picked('Brazil', 'France', 'Germany', 'India', 'Japan', 'Kenya'),
    made(2, 'location.countryCode'),
  ];
}

/** Texts that a person expects of a name. Undefined if it says nothing, or if none fits the length. */
export function textSpec(shape: Shape, isEntity = false): Spec | undefined {
  const words = meantBy(shape.name);
  const category = categorySpec(shape);
  if (category !== undefined) return category;
  const make = TEXTS.find(([test]) => test.test(words))?.[1];
  return (
    fitting(typeof make === 'function' ? make(shape, isEntity) : (make ?? found(words)), shape) ??
    thing(words, shape)
  );
}

function found(words: string): readonly Made[] {
  const { type, longest } = foundType(words) ?? {};
  return type === undefined || longest === undefined ? [] : [made(longest, type)];
}

const fitting = (ways: readonly Made[], { minLength = 0, maxLength = Infinity }: Shape): Spec | undefined =>
  ways.find(({ least, most }) => most <= maxLength && least >= minLength)?.spec;

/** Things with a number, such as `Store 42`, for a `store_name`. */
function thing(words: string, shape: Shape): Spec | undefined {
  const word = /(\w+) name$/.exec(words)?.[1];
  if (word === undefined || !/^[a-z]+$/.test(word)) return undefined;
  const label = word.charAt(0).toUpperCase() + word.slice(1);
  return fitting([made(label.length + 3, 'helpers.fromRegExp', [`${label} [1-9][0-9]`])], shape);
}

/** Types that the search may find by a name, with the length of their longest texts. */
const FOUND: ReadonlyMap<string, number> = new Map([
  ['vehicle.vin', 17],
  ['vehicle.vrm', 7],
  ['vehicle.fuel', 8],
  ['vehicle.manufacturer', 20],
  ['commerce.isbn', 17],
  ['commerce.upc', 12],
  ['commerce.productMaterial', 10],
  ['airline.recordLocator', 6],
  ['person.middleName', 14],
  ['person.bio', 60],
  ['person.zodiacSign', 11],
  ['location.timeZone', 32],
  ['location.county', 24],
  ['location.continent', 13],
  ['location.buildingNumber', 5],
  ['location.secondaryAddress', 10],
  ['finance.accountNumber', 8],
  ['finance.routingNumber', 9],
  ['finance.creditCardCVV', 3],
  ['finance.bitcoinAddress', 64],
  ['finance.ethereumAddress', 42],
  ['finance.transactionType', 10],
  ['git.branch', 26],
  ['git.commitMessage', 44],
  ['git.commitSha', 40],
  ['database.mongodbObjectId', 24],
  ['string.ulid', 26],
  ['string.nanoid', 21],
  ['system.cron', 16],
  ['system.filePath', 60],
  ['system.networkInterface', 16],
  ['food.ingredient', 40],
  ['music.genre', 20],
  ['animal.petName', 12],
]);

const namedType = newNamedType([...FOUND.keys()]);

/** The type that the search of the type picker finds by a name, and the length of its longest texts. */
function foundType(
  words: string,
): { readonly type: string; readonly longest: number | undefined } | undefined {
  const type = namedType(words.split(' '));
  return type === undefined ? undefined : { type, longest: FOUND.get(type) };
}
