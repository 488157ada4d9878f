import { describe, expect, test } from 'vitest';
import { specified } from '../../../test/specification.ts';
import { findTemplate, templates } from '../src/templates/index.ts';
import { NOON, valuesOf } from './rows.ts';
import { chiSquareZ, kolmogorov } from './statistics.ts';
import { rowsOfTemplate } from './templates.ts';

/** These tests read names and numbers from the specification, and the engine generates the rows. */

const COUNT = 60_000;

/** The templates of the specification that have a field. */
const withField = (field: string): readonly string[] =>
  templates
    .slice(0, 9)
    .filter(({ schema }) => Object.hasOwn(schema, field))
    .map(({ name }) => name);

/** Values of a field in rows of a template. */
const valuesIn = (template: string, field: string): readonly unknown[] =>
  rowsOfTemplate<Readonly<Record<string, unknown>>>(template, { count: COUNT }).map((row) => row[field]);

describe('the types named in the specification generate values of the right kind', () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const isText = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value);
  const KINDS: Readonly<
    Record<string, readonly [params: readonly unknown[], is: (value: unknown) => boolean]>
  > = {
    'number.int': [[], Number.isSafeInteger],
    'string.uuid': [[], isText(UUID)],
    'helpers.arrayElement': [[['a', 2, null]], (value) => ['a', 2, null].includes(value as null)],
    'helpers.weightedArrayElement': [
      [
        [
          { weight: 3, value: 'a' },
          { weight: 1, value: 'b' },
        ],
      ],
      (value) => value === 'a' || value === 'b',
    ],
    'location.nearbyGPSCoordinate': [
      [],
      (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite),
    ],
    'internet.email': [[], isText(/^[^@\s]+@[^@\s]+\.[a-z]+$/)],
    'person.fullName': [[], isText(/^\S+( \S+)+$/)],
    'datatype.boolean': [[], (value) => typeof value === 'boolean'],
  };
  const named = specified('Generated values come from').match(/\b[a-z]+\.[a-zA-Z]+\b/g) ?? [];

  test('all of them are tested', () => {
    expect(Object.keys(KINDS)).toEqual(named);
  });

  test.each(Object.entries(KINDS))('%s generates values of the right kind', (type, [params, is]) => {
    expect(valuesOf<unknown>(type, params, { count: 500 }).filter((value) => !is(value))).toEqual([]);
  });

  test('two Catbird types give the current time, in full and as its first 19 characters', () => {
    const iso = new Date(NOON).toISOString();
    expect(valuesOf('catbird.timestampNow')).toEqual([iso]);
    expect(valuesOf('catbird.datetimeNow')).toEqual([iso.slice(0, 19)]);
  });
});

describe('template rows match the ranges and weights of the specification', () => {
  const sentence = specified('Template example ranges');
  const ranges = [...sentence.matchAll(/(\w+) (\d+)-(\d+)(?=[,;])/g)].flatMap(([, field = '', low, high]) =>
    withField(field).map((template) => [template, field, Number(low), Number(high)] as const),
  );

  test('eight ranges are tested, each in a template', () => {
    expect(new Set(ranges.map(([, field]) => field)).size).toBe(8);
  });

  test.each(ranges)('%s: %s is uniform between %d and %d', (template, field, low, high) => {
    const values = valuesIn(template, field) as readonly number[];
    expect(values).toHaveLength(COUNT);
    expect(values.every((value) => Number.isInteger(value) && value >= low && value <= high)).toBe(true);
    // Both ends occur, exactly if the range is small enough.
    const reach = Math.floor((high - low) / 5000);
    expect(values.reduce((least, value) => Math.min(least, value))).toBeLessThanOrEqual(low + reach);
    expect(values.reduce((most, value) => Math.max(most, value))).toBeGreaterThanOrEqual(high - reach);
    const shares = values.map((value, i) => (value - low + ((i * 0.618) % 1)) / (high - low + 1));
    expect(kolmogorov(shares)).toBeLessThan(2.5);
  });

  test('browser is weighted 65/3/8/20', () => {
    const weights = (/browser ([\d/]+)/.exec(sentence)?.[1] ?? '').split('/').map(Number);
    expect(weights).toHaveLength(4);
    expect(deviation('eCommerce Transactions', 'browser', weights)).toBeLessThan(4.5);
  });

  test('extra_bags is 0 to 9, weighted from 45 down to 1', () => {
    const [, first, last, most, least] =
      /extra_bags (\d)-(\d) weighted from (\d+) down to (\d+)/.exec(sentence)?.map(Number) ?? [];
    const choices = choicesOf('Flight Bookings', 'extra_bags');
    const values = choices.map(({ value }) => value);
    expect(values).toEqual(Array.from({ length: 10 }, (_, i) => i));
    expect([values[0], values.at(-1)]).toEqual([first, last]);
    const weights = choices.map(({ weight }) => weight);
    expect([weights[0], weights.at(-1)]).toEqual([most, least]);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(deviation('Flight Bookings', 'extra_bags', weights)).toBeLessThan(4.5);
  });

  test('locations lie within a radius of 5 km', () => {
    const radius = Number(/geo radius (\d+)/.exec(sentence)?.[1]);
    const [template = ''] = withField('location');
    const params = findTemplate(template)?.schema['location']?.params;
    const { origin } = (params ?? {}) as { readonly origin?: Place };
    if (origin === undefined) throw new Error(`${template} has no origin`);
    const places = valuesIn(template, 'location') as readonly Place[];
    const farthest = Math.max(...places.map((place) => kmBetween(origin, place)));
    expect(farthest).toBeLessThanOrEqual(radius);
    expect(farthest).toBeGreaterThan(radius * 0.98);
  });
});

describe('geo params', () => {
  const origin: Place = [35.225808, -80.852861];

  test.each([
    [true, 5, 5],
    [false, 5, 8.0467],
  ])('isMetric %s and radius %d reach %d km from the origin', (isMetric, radius, km) => {
    const places = valuesOf<Place>('location.nearbyGPSCoordinate', [{ isMetric, radius, origin }], {
      count: COUNT,
    });
    const farthest = Math.max(...places.map((place) => kmBetween(origin, place)));
    expect(farthest).toBeLessThanOrEqual(km);
    expect(farthest).toBeGreaterThan(km * 0.98);
  });
});

/** Latitude and longitude in degrees. */
type Place = readonly [latitude: number, longitude: number];

/** Great-circle distance between two places, by the haversine formula. */
function kmBetween([latitude, longitude]: Place, [otherLatitude, otherLongitude]: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (a: number, b: number): number => Math.sin(radians(b - a) / 2) ** 2;
  const along = Math.cos(radians(latitude)) * Math.cos(radians(otherLatitude));
  return (
    2 * 6371 * Math.asin(Math.sqrt(half(latitude, otherLatitude) + along * half(longitude, otherLongitude)))
  );
}

/** The choices of a weighted field in a template. */
function choicesOf(template: string, field: string): readonly { weight: number; value: unknown }[] {
  return findTemplate(template)?.schema[field]?.params as readonly { weight: number; value: unknown }[];
}

/** Deviation of a field's values from these weights, in standard deviations. */
function deviation(template: string, field: string, weights: readonly number[]): number {
  const rows = valuesIn(template, field);
  const counts = choicesOf(template, field).map(({ value }) => rows.filter((each) => each === value).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.abs(
    chiSquareZ(
      counts,
      weights.map((weight) => weight / total),
    ),
  );
}
