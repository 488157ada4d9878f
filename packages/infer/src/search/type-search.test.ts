import { expect, test } from 'vitest';
import { generatorTypes } from '../../../engine/src/generators/catalogue.ts';
import { newTypeSearch, synonymsOf } from './type-search.ts';
import synonyms from './synonyms.json' with { type: 'json' };

const search = newTypeSearch(generatorTypes);
const found = (query: string): readonly string[] => search(query).map(({ type }) => type.name);

test('every synonym belongs to an existing type, and none is listed twice', () => {
  const names = new Set(generatorTypes.map(({ name }) => name));
  for (const name of Object.keys(synonyms)) {
    expect(names, name).toContain(name);
    expect(synonymsOf(name), name).toHaveLength(new Set(synonymsOf(name)).size);
    expect(synonymsOf(name)).not.toContain('');
  }
});

test.each([
  ['latency', 'catbird.logNormal'],
  ['response time', 'catbird.logNormal'],
  ['price', 'commerce.price'],
  ['cost', 'commerce.price'],
  ['money', 'finance.amount'],
  ['when', 'catbird.timestampNow'],
  ['timestamp', 'catbird.timestampNow'],
  ['event time', 'catbird.timestampNow'],
  ['created_at', 'catbird.timestampNow'],
  ['datetime', 'catbird.datetimeNow'],
  ['epoch', 'catbird.timestampNow'],
  ['id', 'string.uuid'],
  ['guid', 'string.uuid'],
  ['user_id', 'catbird.key'],
  ['foreign key', 'catbird.key'],
  ['auto increment', 'catbird.sequence'],
  ['counter', 'catbird.sequence'],
  ['gdpr', 'person.fullName'],
  ['pii', 'person.fullName'],
  ['ip', 'internet.ip'],
  ['ip address', 'internet.ipv4'],
  ['mac', 'internet.mac'],
  ['geo', 'location.latitude'],
  ['lat', 'location.latitude'],
  ['lng', 'location.longitude'],
  ['gps', 'location.latitude'],
  ['sku', 'commerce.upc'],
  ['barcode', 'commerce.upc'],
  ['iban', 'finance.iban'],
  ['swift', 'finance.bic'],
  ['credit card', 'finance.creditCardNumber'],
  ['enum', 'helpers.arrayElement'],
  ['status', 'helpers.arrayElement'],
  ['category', 'helpers.arrayElement'],
  ['weights', 'helpers.weightedArrayElement'],
  ['tags', 'helpers.arrayElements'],
  ['boolean flag', 'datatype.boolean'],
  ['bool', 'datatype.boolean'],
  ['status code', 'internet.httpStatusCode'],
  ['country code', 'location.countryCode'],
  ['country', 'location.country'],
  ['zip', 'location.zipCode'],
  ['postcode', 'location.zipCode'],
  ['timezone', 'location.timeZone'],
  ['email', 'internet.email'],
  ['user agent', 'internet.userAgent'],
  ['url', 'internet.url'],
  ['hostname', 'internet.domainName'],
  ['token', 'internet.jwt'],
  ['password', 'internet.password'],
  ['phone', 'phone.number'],
  ['name', 'person.fullName'],
  ['surname', 'person.lastName'],
  ['date of birth', 'date.birthdate'],
  ['address', 'location.streetAddress'],
  ['company', 'company.name'],
  ['integer', 'number.int'],
  ['decimal', 'number.float'],
  ['quantity', 'number.int'],
  ['regex', 'helpers.fromRegExp'],
  ['formula', 'catbird.expression'],
  ['state machine', 'catbird.journey'],
  ['session id', 'catbird.session'],
  ['cdc', 'catbird.change'],
  ['random walk', 'catbird.walk'],
  ['gaussian', 'catbird.normal'],
  ['zipf', 'catbird.pareto'],
  ['version', 'system.semver'],
  ['content type', 'system.mimeType'],
  ['file path', 'system.filePath'],
  ['hash', 'git.commitSha'],
  ['csv', 'catbird.dataset'],
  ['json', 'object'],
  ['licence plate', 'vehicle.vrm'],
  ['expiry', 'date.future'],
  ['comment', 'lorem.sentence'],
  ['cron', 'system.cron'],
])('%s finds %s among the first three', (query, type) => {
  expect(found(query).slice(0, 3)).toContain(type);
});

test('names come before synonyms, and these before summaries', () => {
  const [first, ...rest] = found('price');
  expect(first).toBe('commerce.price');
  expect(rest.indexOf('finance.amount')).toBeLessThan(rest.indexOf('catbird.walk'));
});

test('the part after the dot counts more than the family', () => {
  expect(found('number')[0]).toBe('phone.number');
  expect(found('number.i')[0]).toBe('number.int');
  expect(found('company')[0]).toBe('catbird.company');
});

test('a synonym says why a type was found; a name needs no reason', () => {
  expect(search('guid')[0]).toMatchObject({ type: { name: 'string.uuid' }, also: ['guid'] });
  expect(search('uuid')[0]).toMatchObject({ type: { name: 'string.uuid' }, also: [] });
});

test('types with only some of the words come last, marked as close', () => {
  const results = search('response time');
  const firstClose = results.findIndex(({ isClose }) => isClose);
  expect(firstClose).toBeGreaterThan(0);
  expect(results.slice(firstClose).every(({ isClose }) => isClose)).toBe(true);
});

test('an empty query finds all types in their order, and nonsense none', () => {
  expect(found('  ')).toEqual(generatorTypes.map(({ name }) => name));
  expect(found('xyzzy')).toEqual([]);
  expect(found('"\\^{[(')).toHaveLength(generatorTypes.length);
});
