import { describe, expect, test } from 'vitest';
import { loadedSchema } from '../../test/people.ts';
import { rowsOf, valuesOf } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';

type Row = Readonly<Record<string, unknown>>;

function rows(schema: object, count = 300): readonly Row[] {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return rowsOf(result.schema, { count }).map((row) => JSON.parse(row) as Row);
}

const messages = (v: object): readonly string[] => {
  const result = parseSchema(JSON.stringify({ v }));
  return result.ok ? [] : result.issues.map(({ message }) => message);
};

const ref = (params: string): object => ({ type: 'catbird.ref', params });

describe('catbird.hierarchy', () => {
  const bavaria = { weight: 2, children: { Munich: 3, Hof: 1 } };
  const tree = {
    DE: { weight: 3, children: { Bavaria: bavaria, Hesse: { children: ['Frankfurt'] } } },
    MC: 1,
    none: 0,
  };
  const place = { type: 'catbird.hierarchy', params: { levels: ['country', 'region', 'city'], tree } };

  test('draws each level by its weights, and all levels agree', () => {
    const found = rows({ place, city: ref('place.city'), country: ref('place.country') }, 20_000);
    const share = (country: string, city: unknown): number =>
      found.filter((row) => row['country'] === country && row['city'] === city).length / found.length;
    expect(Math.abs(share('DE', 'Munich') - 0.375)).toBeLessThan(0.02);
    expect(Math.abs(share('DE', 'Hof') - 0.125)).toBeLessThan(0.02);
    expect(Math.abs(share('DE', 'Frankfurt') - 0.25)).toBeLessThan(0.02);
    expect(Math.abs(share('MC', null) - 0.25)).toBeLessThan(0.02);
    for (const row of found) {
      const whole = row['place'] as Row;
      expect(whole['city']).toBe(row['city']);
      expect(whole['region']).toBe(REGIONS.get(whole['city']));
    }
  });

  const REGIONS = new Map<unknown, unknown>([
    ['Munich', 'Bavaria'],
    ['Hof', 'Bavaria'],
    ['Frankfurt', 'Hesse'],
    [null, null],
  ]);

  test('works hidden, with per, and in lookups and templates', () => {
    const [row] = rows({
      place: { ...place, hidden: true, per: 'user' },
      user: { type: 'catbird.key', params: { name: 'user', size: 3 } },
      text: { type: 'catbird.template', params: '{{place.region}}, {{place.country}}' },
      vat: { type: 'catbird.lookup', params: { field: 'place.country', cases: { DE: 19 }, default: 20 } },
    });
    expect(Object.keys(row ?? {})).toEqual(['user', 'text', 'vat']);
  });

  test.each([
    [{ levels: ['a'], tree: {} }, 'tree must have names with weights, or a list of names'],
    [{ levels: ['a'], tree: { x: 0 } }, 'tree needs at least one weight above 0'],
    [{ levels: ['a'], tree: { x: -1 } }, 'x must be a weight of at least 0, or {"weight", "children"}'],
    [
      { levels: ['a'], tree: { x: { wight: 1 } } },
      'x must be a weight of at least 0, or {"weight", "children"}',
    ],
    [
      { levels: ['a', 'b'], tree: { x: { y: 1, z: 2 } } },
      'x must be a weight of at least 0, or {"weight", "children"}. For names below it, write {"children": {…}}',
    ],
    [
      { levels: ['a', 'b'], tree: { x: ['y', 'z'] } },
      'x must be a weight of at least 0, or {"weight", "children"}. For names below it, write {"children": […]}',
    ],
    [
      { levels: ['a'], tree: { x: 1e308, y: 1e308 } },
      'The weights of tree add up to more than numbers can hold',
    ],
    [{ levels: ['a'], tree: { x: { children: ['y'] } } }, 'x has children, but there is no level for them'],
    [{ levels: ['a', 'a'], tree: ['x'] }, 'Two levels have the same name'],
  ])('%j is an issue', (params, message) => {
    expect(messages({ type: 'catbird.hierarchy', params })).toEqual([`catbird.hierarchy: ${message}`]);
  });
});

describe('catbird.map', () => {
  const map = (params: object): object => ({ type: 'catbird.map', params });
  const DIE = { type: 'number.int', params: { min: 1, max: 6 } };

  test('has so many different keys, with values of their own', () => {
    const size = { min: 0, max: 4 };
    const found = rows({ m: map({ key: { type: 'lorem.word' }, value: { ...DIE, count: 2 }, size }) });
    const maps = found.map(({ m }) => m as Row);
    expect(new Set(maps.map((each) => Object.keys(each).length))).toEqual(new Set([0, 1, 2, 3, 4]));
    for (const value of maps.flatMap((each) => Object.values(each))) expect(value).toHaveLength(2);
  });

  test('quotes numbers as keys, and is smaller if keys run out', () => {
    const [row] = rows({ m: map({ key: DIE, value: { value: null }, size: 9 }) }, 1);
    expect(Object.keys(row?.['m'] as object)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test.each([
    ['lists', { ...DIE, count: 2 }],
    ['objects', { type: 'object', fields: { a: DIE, 'b,"]': DIE } }],
    ['either', { type: 'oneOf', params: [{ value: [1, { a: '],' }] }, { value: {} }, { value: [] }] }],
  ])('has %s as keys by their JSON', (_, key) => {
    for (const { m } of rows({ m: map({ key, value: { value: [1, 2] }, size: 2 }) })) {
      const entries = Object.entries(m as Row);
      expect(entries).toHaveLength(2);
      for (const [name, value] of entries) {
        expect(JSON.parse(name)).toBeTypeOf('object');
        expect(value).toEqual([1, 2]);
      }
    }
  });

  test('keeps odd keys and values to the byte', () => {
    const odd = ['a"b', '\\', ',', '__proto__'];
    const specs = [
      { name: 'k', type: 'helpers.arrayElement', args: [odd] },
      { name: 'v', type: 'oneOf', args: [[{ value: 1e21 }]] },
    ];
    const args = [{ key: {}, value: {}, size: 2 }];
    for (const text of rowsOf([{ name: 'm', type: 'catbird.map', args, specs }], { count: 50 })) {
      const { m } = JSON.parse(text) as { m: Row };
      expect(Object.keys(m)).toHaveLength(2);
      expect(Object.keys(m).every((key) => odd.includes(key))).toBe(true);
      expect(text.split(':1e+21')).toHaveLength(3);
    }
  });

  test.each([
    [{ key: DIE }, 'value is missing'],
    [{ key: DIE, value: DIE, size: { min: 3, max: 1 } }, 'size max must be at least min'],
    [{ key: DIE, value: DIE, size: 1e9 }, 'size must be at most 10,000'],
  ])('%j is an issue', (params, message) => {
    expect(messages(map(params))).toEqual([`catbird.map: ${message}`]);
  });
});

describe('catbird.text', () => {
  test.each([0, 1, 2, 3, 10, 57, 5000])('has exactly %i characters', (length) => {
    for (const text of valuesOf<string>('catbird.text', [length], { count: 50 })) {
      expect(text).toHaveLength(length);
      if (length > 1) expect(text).toMatch(/^[A-Z][^]*\.$|^[A-Z]\.$/);
      expect(text).not.toMatch(/\.\.|^ | $| \./);
    }
  });

  test.each(['ar', 'ko', 'ru'])('has letters of its own script in %s', async (locale) => {
    const v = { type: 'catbird.text', params: { length: { min: 2, max: 40 } }, locale };
    const schema = await loadedSchema({ v });
    for (const row of rowsOf(schema, { count: 500 })) expect(row).not.toMatch(/[um]\."\}$/);
  });

  test('draws its length, or reads it from a field', () => {
    const found = rows({
      size: { type: 'number.int', params: { min: 5, max: 9 } },
      own: { type: 'catbird.text', params: { length: { ref: 'size' } } },
      text: { type: 'catbird.text', params: { length: { min: 20, max: 22 } } },
    });
    for (const { size, own } of found) expect(own).toHaveLength(Number(size));
    expect(new Set(found.map(({ text }) => (text as string).length))).toEqual(new Set([20, 21, 22]));
  });

  test.each([[-1], [1.5], [{ length: { min: 3, max: 1 } }]])('%j is an issue', (params) => {
    expect(messages({ type: 'catbird.text', params })).toEqual([
      'catbird.text: length must be a whole number of at least 0, or {"min", "max"} in order',
    ]);
  });
});
