/** The current meaning of an old type name. */
export interface Alias {
  readonly to: string;
  /** Converts the arguments so that the new type behaves like the old one. Default: unchanged. */
  readonly args?: (given: readonly unknown[]) => readonly unknown[];
}

const same = (pairs: Readonly<Record<string, string>>): readonly (readonly [string, Alias])[] =>
  Object.entries(pairs).map(([from, to]) => [from, { to }]);

/** Names of faker 3 to 9, from its upgrade guides (https://fakerjs.dev/guide/upgrading) and the documentation of each version. */
const ALIASES: ReadonlyMap<string, Alias> = new Map<string, Alias>([
  ...same({
    'internet.userName': 'internet.username',
    'internet.avatar': 'image.avatar',
    'internet.color': 'color.rgb',
    'finance.account': 'finance.accountNumber',
    'finance.mask': 'finance.accountNumber',
    'helpers.regexpStyleStringParse': 'helpers.fromRegExp',
    'location.cityName': 'location.city',
    'location.streetName': 'location.street',
    'company.bs': 'company.buzzPhrase',
    'company.bsAdjective': 'company.buzzAdjective',
    'company.bsBuzz': 'company.buzzVerb',
    'company.bsNoun': 'company.buzzNoun',
    'company.companyName': 'company.name',
    'image.urlPlaceholder': 'image.url',
    'image.urlLoremFlickr': 'image.url',
    'image.imageUrl': 'image.url',
    'image.image': 'image.url',
    'image.abstract': 'image.url',
    'image.animals': 'image.url',
    'image.business': 'image.url',
    'image.cats': 'image.url',
    'image.city': 'image.url',
    'image.fashion': 'image.url',
    'image.food': 'image.url',
    'image.nature': 'image.url',
    'image.nightlife': 'image.url',
    'image.people': 'image.url',
    'image.sports': 'image.url',
    'image.technics': 'image.url',
    'image.transport': 'image.url',
    'commerce.color': 'color.human',
    'helpers.randomize': 'helpers.arrayElement',
    'address.buildingNumber': 'location.buildingNumber',
    'address.cardinalDirection': 'location.cardinalDirection',
    'address.city': 'location.city',
    'address.cityName': 'location.city',
    'address.country': 'location.country',
    'address.countryCode': 'location.countryCode',
    'address.county': 'location.county',
    'address.direction': 'location.direction',
    'address.latitude': 'location.latitude',
    'address.longitude': 'location.longitude',
    'address.nearbyGPSCoordinate': 'location.nearbyGPSCoordinate',
    'address.ordinalDirection': 'location.ordinalDirection',
    'address.secondaryAddress': 'location.secondaryAddress',
    'address.state': 'location.state',
    'address.street': 'location.street',
    'address.streetAddress': 'location.streetAddress',
    'address.streetName': 'location.street',
    'address.timeZone': 'location.timeZone',
    'address.zipCode': 'location.zipCode',
    'name.firstName': 'person.firstName',
    'name.fullName': 'person.fullName',
    'name.findName': 'person.fullName',
    'name.gender': 'person.gender',
    'name.jobArea': 'person.jobArea',
    'name.jobDescriptor': 'person.jobDescriptor',
    'name.jobTitle': 'person.jobTitle',
    'name.jobType': 'person.jobType',
    'name.lastName': 'person.lastName',
    'name.middleName': 'person.middleName',
    'name.prefix': 'person.prefix',
    'name.sex': 'person.sex',
    'name.sexType': 'person.sexType',
    'name.suffix': 'person.suffix',
    'name.title': 'person.jobTitle',
    'phone.phoneNumber': 'phone.number',
    'datatype.number': 'number.int',
    'datatype.string': 'string.sample',
    'datatype.uuid': 'string.uuid',
    'datatype.hexadecimal': 'string.hexadecimal',
    'datatype.bigInt': 'number.bigInt',
    'datatype.datetime': 'date.anytime',
    'random.arrayElement': 'helpers.arrayElement',
    'random.boolean': 'datatype.boolean',
    'random.image': 'image.url',
    'random.objectElement': 'helpers.objectValue',
    'random.uuid': 'string.uuid',
    'random.alpha': 'string.alpha',
    'random.alphaNumeric': 'string.alphanumeric',
    'random.numeric': 'string.numeric',
    'random.word': 'word.sample',
    'random.words': 'word.words',
  }),
  ['location.stateAbbr', { to: 'location.state', args: () => [{ abbreviated: true }] }],
  ['phone.phoneNumberFormat', { to: 'helpers.replaceSymbols', args: ([index]) => [phoneFormat(index)] }],
  ['random.weightedArrayElement', { to: 'helpers.weightedArrayElement', args: weighted }],
  ['address.stateAbbr', { to: 'location.state', args: () => [{ abbreviated: true }] }],
]);

/** Forms of American phone numbers, by the index that faker 3 gave them: four, twice without an extension, then with three to five digits of it. */
function phoneFormat(index: unknown): string {
  const n = typeof index === 'number' && index >= 0 && index < 20 ? Math.floor(index) : 0;
  const form = ['###-###-####', '(###) ###-####', '1-###-###-####', '###.###.####'][n % 4] ?? '';
  return n < 8 ? form : `${form} x${'#'.repeat(Math.floor(n / 4) + 1)}`;
}

/** Puts weights beside values, as in `{"weights": [0.9, 0.1], "data": ["OK", "FAIL"]}`. A value without a weight, or with 0, was never drawn. */
function weighted(given: readonly unknown[]): readonly unknown[] {
  const [choice] = given;
  if (typeof choice !== 'object' || choice === null || !('weights' in choice) || !('data' in choice))
    return given;
  const { weights, data } = choice;
  if (!Array.isArray(weights) || !Array.isArray(data)) return given;
  const items = data.map((value: unknown, i) => ({ weight: Number(weights[i]), value }));
  return [items.filter(({ weight }) => weight > 0)];
}

/** Default maximum of `datatype.number` in faker 7, whose `precision` is now `multipleOf`. */
const LEGACY_NUMBER = 99_999;

/** The alias for an old name, or undefined. `mockingbird.x` means `catbird.x`. */
export function findAlias(name: string): Alias | undefined {
  if (name === 'mockingbird.pickWeighted') return { to: 'catbird.pickWeighted', args: withAllWeights };
  if (name.startsWith('mockingbird.')) return { to: `catbird.${name.slice('mockingbird.'.length)}` };
  if (name === 'datatype.number' || name === 'random.number') return { to: 'number.int', args: legacyNumber };
  if (name === 'datatype.float' || name === 'random.float')
    return { to: 'number.float', args: (given) => withMultiple(given, (step) => step > 0) };
  return ALIASES.get(name);
}

/** Repeats the last weight for values without one: Mockingbird's Flight Bookings template has ten values and nine weights. */
function withAllWeights(given: readonly unknown[]): readonly unknown[] {
  const [choice] = given;
  if (typeof choice !== 'object' || choice === null || !('values' in choice) || !('weights' in choice))
    return given;
  const { values, weights } = choice;
  if (!Array.isArray(values) || !Array.isArray(weights) || weights.length === 0) return given;
  const more: unknown[] = Array.from({ length: Math.max(0, values.length - weights.length) }, () =>
    weights.at(-1),
  );
  return [{ ...choice, weights: [...(weights as readonly unknown[]), ...more] }];
}

function legacyNumber(given: readonly unknown[]): readonly unknown[] {
  const [first] = given;
  if (typeof first === 'number') return given;
  const [options] = withMultiple(given, (step) => step > 0 && Number.isInteger(step));
  return [{ max: LEGACY_NUMBER, ...(typeof options === 'object' ? options : {}) }];
}

/** Renames `precision` to `multipleOf` if it is valid as one. */
function withMultiple(given: readonly unknown[], isValid: (step: number) => boolean): readonly unknown[] {
  const [first] = given;
  if (typeof first !== 'object' || first === null || !('precision' in first)) return given;
  const { precision, ...options } = first;
  if (typeof precision !== 'number' || !isValid(precision)) return given;
  return [{ ...options, multipleOf: precision }];
}
