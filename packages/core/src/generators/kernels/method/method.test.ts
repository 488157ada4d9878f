import { beforeAll, describe, expect, test, vi } from 'vitest';
import { findType, generatorTypes } from '../../catalogue.ts';
import { hasMethodKernel, loadMethodKernels } from '../../methods/store.ts';
import { methodKernels } from '../../methods/kernels.ts';
import { valuesOf } from '../../../../test/rows.ts';
import { drawKey, keyedRandomizer, newSubject, rowsAsSubjects, seedOf } from '../../../numeric/random.ts';
import { jsonText } from '../engine/json.ts';
import { newFaker } from '../text/faker.ts';

beforeAll(loadMethodKernels);

const COUNT = 200;
const START = Date.UTC(2024, 1, 27, 12);
/** Days and a bit, so that dates fall on all days, and a leap day. */
const STEP = 86_400_000 * 1.3;

/** The values of faker's own method for the first rows, drawn from the same source as ours. */
function fakers(type: string, args: readonly unknown[], seed: string): readonly unknown[] {
  const randomizer = keyedRandomizer();
  const faker = newFaker(randomizer);
  const [family = '', method = ''] = type.split('.');
  const modules = faker as unknown as Record<
    string,
    Record<string, (...given: readonly unknown[]) => unknown>
  >;
  const subject = newSubject(COUNT);
  rowsAsSubjects(subject, seedOf(seed), 0, COUNT);
  const key = drawKey('v', 0);
  return Array.from({ length: COUNT }, (_, r) => {
    randomizer.begin(subject.a[r] ?? 0, subject.b[r] ?? 0, key);
    faker.setDefaultRefDate(Math.floor(START + r * STEP));
    return JSON.parse(jsonText(modules[family]?.[method]?.(...args))) as unknown;
  });
}

/** Types with a kernel of their own. */
const PLAIN = ['helpers.slugify', 'helpers.replaceSymbols'];

const CASES: readonly (readonly [type: string, ...args: readonly unknown[]])[] = [
  ['color.cmyk'],
  ['color.cmyk', { format: 'decimal' }],
  ['color.cmyk', { format: 'css' }],
  ['color.colorByCSSColorSpace'],
  ['color.colorByCSSColorSpace', { space: 'rec2020' }],
  ['color.hsl'],
  ['color.hsl', { includeAlpha: true }],
  ['color.hsl', { includeAlpha: false, format: 'binary' }],
  ['color.hwb'],
  ['color.lab'],
  ['color.lch'],
  ['commerce.isbn'],
  ['commerce.isbn', 10],
  ['commerce.isbn', { variant: 10, separator: '' }],
  ['commerce.isbn', { separator: ' "é" ' }],
  ['commerce.upc'],
  ['commerce.upc', { prefix: '01234' }],
  ['commerce.upc', { prefix: '01234567890' }],
  ['date.betweens', { from: 0, to: 1e12 }],
  ['date.betweens', { from: 1e12, to: 1e12, count: 2 }],
  ['date.betweens', { from: -1e14, to: 3e14, count: { min: 0, max: 9 } }],
  ['finance.bic'],
  ['finance.bic', { includeBranchCode: true }],
  ['finance.bic', { includeBranchCode: false }],
  ['finance.bitcoinAddress'],
  ['finance.bitcoinAddress', { type: 'taproot' }],
  ['finance.bitcoinAddress', { type: 'segwit', network: 'testnet' }],
  ['finance.creditCardNumber'],
  ['finance.creditCardNumber', 'visa'],
  ['finance.creditCardNumber', { issuer: 'American_Express' }],
  ['finance.creditCardNumber', { issuer: 'unknown' }],
  ['finance.creditCardNumber', { issuer: '63[7-9]#-####-!###-###L' }],
  ['finance.creditCardNumber', '[10-5]#{3}/[0-12345678]##'],
  ['finance.iban'],
  ['finance.iban', { formatted: true }],
  ['finance.iban', { countryCode: 'DE' }],
  ['finance.iban', { countryCode: 'MT', formatted: true }],
  ['finance.litecoinAddress'],
  ['finance.routingNumber'],
  ['finance.transactionDescription'],
  ['git.commitDate'],
  ['git.commitEntry'],
  ['git.commitEntry', { merge: true, eol: 'LF' }],
  ['helpers.arrayElements', ['a', 2, null, { b: 'ü' }]],
  ['helpers.arrayElements', ['a', 'b', 'c', 'd', 'e'], 3],
  ['helpers.arrayElements', ['a', 'b', 'c', 'd', 'e'], 0],
  ['helpers.arrayElements', ['a', 'b', 'c', 'd', 'e'], { min: 2, max: 9 }],
  ['helpers.arrayElements', []],
  ['helpers.fromRegExp', '[A-Z]{2}-[0-9]{4}'],
  ['helpers.fromRegExp', 'a{2}b?[a-f0-9-]{3}'],
  ['helpers.fromRegExp', 'x{1,4}[-xyz]{2,5}"/q?z{0,2}[A-Za-z0-9]'],
  ['helpers.fromRegExp', 'a-?b[0-9]?'],
  ['helpers.fromRegExp', '.{3}[^a-z]+(ab|c)*'],
  ['helpers.rangeToNumber'],
  ['helpers.replaceCreditCardSymbols'],
  ['helpers.replaceCreditCardSymbols', '4[1-3]# !#-##L'],
  ['helpers.replaceCreditCardSymbols', '12XL'],
  ['helpers.replaceCreditCardSymbols', '0000', '0'],
  ['helpers.replaceSymbols'],
  ['helpers.shuffle', ['a', 2, null, { b: 'ü' }, 'e']],
  ['helpers.shuffle', []],
  ['helpers.slugify'],
  ['helpers.uniqueArray', ['a', 'b', 'a', 'c', 1, '1'], 3],
  ['helpers.uniqueArray', ['a', 'b', 'a'], 9],
  ['image.avatar'],
  ['image.avatarGitHub'],
  ['image.dataUri'],
  ['image.dataUri', { width: 10, height: 101, type: 'svg-base64' }],
  ['image.dataUri', { type: 'svg-uri' }],
  ['image.dataUri', { color: 'red' }],
  ['image.personPortrait'],
  ['image.personPortrait', { sex: 'male', size: 64 }],
  ['image.url'],
  ['image.url', { width: 640 }],
  ['image.urlPicsumPhotos'],
  ['image.urlPicsumPhotos', { grayscale: true, blur: 0, height: 5 }],
  ['internet.jwt'],
  ['location.nearbyGPSCoordinate'],
  ['location.postalAddress'],
  ['lorem.text'],
  ['number.bigInt'],
  ['phone.imei'],
  ['string.ulid'],
  ['system.cron'],
  ['system.cron', { includeYear: true }],
  ['system.cron', { includeYear: true, includeNonStandard: true }],
  ['system.networkInterface'],
  ['system.networkInterface', { interfaceType: 'wl' }],
  ['system.networkInterface', { interfaceSchema: 'pci' }],
  ['system.networkInterface', { interfaceSchema: 'mac', interfaceType: 'en' }],
  ['vehicle.vin'],
];

describe('values are those of faker’s method', () => {
  test.each(CASES.map((each) => [each[0], each.slice(1)] as const))('%s %j', (type, args) => {
    expect([findType(type)?.name, hasMethodKernel(type) || PLAIN.includes(type)]).toEqual([type, true]);
    const ours = valuesOf(type, args, { seed: 'same', count: COUNT, startMs: START, stepMs: STEP });
    expect(ours).toEqual(fakers(type, args, 'same'));
  });
});

test('dates before the year 1000 and after 9999 are written as faker writes them', () => {
  for (const startMs of [Date.UTC(2000, 0, 1) - 62e12, Date.UTC(9999, 11, 31, 12)])
    for (const text of valuesOf<string>('git.commitDate', [], { seed: 1, count: 50, startMs }))
      expect(text).toMatch(/^\w{3} \w{3} \d{1,2} \d\d:\d\d:\d\d \d+ [+-]\d{4}$/);
});

test('every kernel is known by the name of its type, and nothing else is', () => {
  for (const { name } of generatorTypes)
    expect([name, hasMethodKernel(name)]).toEqual([name, methodKernels.has(name)]);
  for (const name of methodKernels.keys()) expect(findType(name)?.name).toBe(name);
});

test('every kernel is compared with faker', () => {
  const compared = new Set(CASES.map(([type]) => type));
  for (const name of methodKernels.keys()) expect([name, compared.has(name)]).toEqual([name, true]);
});

test('rows are the same before the kernels are loaded', async () => {
  vi.resetModules();
  const { compile, loadData, newBatch, parseSchema, payload } = await import('../../../index.ts');
  const inner = { type: 'object', fields: { c: { type: 'git.commitEntry' } } };
  const fields = { a: { type: 'finance.iban', count: 2 }, b: inner };
  const parsed = parseSchema(JSON.stringify(fields));
  if (!parsed.ok) throw new Error('The schema is valid');
  const rows = (): string => {
    const time = { startMs: START, stepMs: 1 };
    const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first: 0, count: 50, time });
    return new TextDecoder().decode(payload(batch));
  };
  const before = rows();
  await loadData(parsed.schema);
  expect(rows()).toBe(before);
});
