import { describe, expect, test } from 'vitest';
import { newCollector, lineStatistics } from './collect.ts';
import type { FieldStatistics } from './figures.ts';
import { fieldText, viewOf } from './view.ts';

function statisticsOf(rows: Iterable<unknown>, step?: number) {
  const collector = newCollector(step === undefined ? {} : { step });
  for (const row of rows) collector.add(row);
  return collector.statistics();
}

function fieldOf(values: readonly unknown[]): FieldStatistics {
  const [field] = statisticsOf(values.map((v) => (v === undefined ? {} : { v }))).fields;
  if (field === undefined) throw new Error('No field');
  return field;
}

const times = <Value>(count: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i));

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

describe('a field', () => {
  test('counts nulls, missing values and types', () => {
    const field = fieldOf([1, 'a', 'a', true, null, null, undefined, [], {}]);
    expect(field).toMatchObject({
      path: 'v',
      places: 9,
      missing: 1,
      nulls: 2,
      types: { texts: 2, numbers: 1, booleans: 1, objects: 1, lists: 1 },
      distinct: 3,
      isUnique: false,
    });
    expect(fieldText(field)).toBe(
      '22.2 % null, 11.1 % missing, 2 texts, 1 number, 1 boolean, 1 object, 1 list, 3 values',
    );
  });

  test('has the most frequent values, with shares of all places', () => {
    const field = fieldOf([...times(60, () => 'a'), ...times(30, () => 'b'), ...times(10, () => null)]);
    expect(field.top).toEqual([
      { value: 'a', count: 60, share: 0.6 },
      { value: 'b', count: 30, share: 0.3 },
    ]);
    expect([viewOf(field), fieldText(field)]).toEqual(['top', '10.0 % null, 2 values']);
  });

  test('whose values all differ is unique, and has no most frequent ones', () => {
    const ids = fieldOf(times(10_000, (i) => `id-${i}`));
    expect(ids).toMatchObject({ distinct: 10_000, isUnique: true, isEstimate: false, top: [] });
    expect(ids.examples).toEqual(['id-0', 'id-1']);
    expect([viewOf(ids), fieldText(ids)]).toEqual(['distinct', 'all unique']);
    expect(viewOf(fieldOf(times(8, (i) => `id-${i}`)))).toBe('distinct');
    expect(fieldOf(['a', 'b', 'a']).isUnique).toBe(false);
    expect(fieldOf(['a']).isUnique).toBe(false);
  });

  test('of rising whole numbers is a key, and of other numbers a histogram', () => {
    const key = fieldOf(times(100, (i) => 100 + i));
    expect([viewOf(key), fieldText(key)]).toEqual(['distinct', 'all unique, rising']);
    const price = fieldOf(times(100, (i) => ((i * 37) % 100) / 10));
    expect([viewOf(price), fieldText(price)]).toEqual(['numbers', 'median 4.9']);
    expect(price.numbers).toMatchObject({ count: 100, min: 0, max: 9.9, isRising: false });
    expect(price.numbers?.mean).toBeCloseTo(4.95, 10);
  });

  test('tells numbers from texts with the same digits', () => {
    expect(fieldOf([1, '1', true, 'true']).distinct).toBe(4);
  });

  test('has the lengths of texts and lists', () => {
    const field = fieldOf(['a', 'abc', [1, 2, 3], []]);
    expect(field.lengths).toMatchObject({ count: 2, min: 1, max: 3 });
    expect(field.items).toMatchObject({ count: 2, min: 0, max: 3 });
  });

  test('keeps long texts by their beginning, and knows them apart', () => {
    const long = times(50, (i) => `${'x'.repeat(5000)}${i}`);
    const field = fieldOf([...long, ...long]);
    expect(field).toMatchObject({ distinct: 50, lengths: { max: 5002 } });
    expect(field.examples).toEqual([`${'x'.repeat(100)}…`, `${'x'.repeat(100)}…`]);
  });

  test('estimates the number of very many values', () => {
    const field = fieldOf(times(150_000, (i) => `id-${i}`));
    expect(field).toMatchObject({ isEstimate: true, isUnique: false });
    expect(field.distinct).toBeGreaterThan(140_000);
    expect(field.distinct).toBeLessThan(150_001);
    expect(fieldText(field)).toMatch(/^about 1[45]\d,\d{3} distinct$/);
  });

  test('of numbers with more digits than a double keeps is an estimate', () => {
    const row = JSON.parse('{"v": 9007199254740993}') as object;
    expect(statisticsOf([row, { v: 1 }]).fields[0]).toMatchObject({ isEstimate: true, isUnique: false });
    const [huge] = statisticsOf([JSON.parse('{"v": 1e999}'), { v: 1 }]).fields;
    expect(huge?.numbers).toMatchObject({ count: 1, max: 1 });
  });
});

describe('nested values', () => {
  const { fields } = statisticsOf([
    { a: { b: 1 }, cart: [{ price: 1 }, { price: 2, gift: true }], 'post code': 'x', 'a.b': 2 },
    { a: null, cart: [], ['__proto__']: 1 },
    { cart: [[7]] },
  ]);
  const by = new Map(fields.map((field) => [field.path, field]));

  test('have paths, after what contains them', () => {
    expect(fields.map(({ path }) => path)).toEqual([
      'a',
      'a.b',
      'cart',
      'cart[]',
      'cart[].price',
      'cart[].gift',
      'cart[][]',
      '["post code"]',
      '["a.b"]',
      '__proto__',
    ]);
  });

  test('are missing from the objects around them, not from rows', () => {
    expect(by.get('a')).toMatchObject({ places: 3, missing: 1, nulls: 1 });
    expect(by.get('a.b')).toMatchObject({ places: 1, missing: 0 });
    expect(by.get('cart[].gift')).toMatchObject({ places: 2, missing: 1 });
    expect(by.get('cart[]')).toMatchObject({ places: 3, types: { objects: 2, lists: 1 } });
    expect(by.get('cart')?.items).toMatchObject({ min: 0, median: 1, max: 2 });
  });

  test('are followed 12 deep, and the rest is counted', () => {
    const deep = times(20, (i) => i).reduce<unknown>((inner) => ({ x: inner }), 1);
    const { fields, unfollowed } = statisticsOf([deep]);
    expect([fields.length, unfollowed]).toEqual([12, 1]);
    const brackets = `{"v": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const collector = newCollector();
    collector.addText(brackets);
    expect(collector.statistics().fields).toHaveLength(12);
  });

  test('of a thousand fields are all counted; beyond 2,000, the rest is left out', () => {
    const row = (count: number) => Object.fromEntries(times(count, (i) => [`f${i}`, i]));
    expect(statisticsOf(times(20, () => row(1000))).fields).toHaveLength(1000);
    expect(statisticsOf([row(2100)])).toMatchObject({ unfollowed: 100 });
    expect(statisticsOf([row(2100)]).fields).toHaveLength(2000);
  });
});

describe('times', () => {
  const day = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString();

  test('have a span, a rate, and bins at whole hours', () => {
    const { times: found } = fieldOf(times(1440, day));
    expect(found).toMatchObject({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-01T23:59:00.000Z',
      spanMs: 86_340_000,
    });
    expect(found?.perSecond).toBeCloseTo(1 / 60, 10);
    expect(found?.histogram?.edges).toEqual(times(25, (i) => Date.UTC(2026, 0, 1, i)));
    for (const rate of found?.histogram?.perSecond ?? []) expect(rate).toBeCloseTo(1 / 60, 10);
    expect(new Set(found?.histogram?.heights)).toEqual(new Set([1]));
  });

  test('count the rows of the stream that were not read', () => {
    const [field] = statisticsOf(
      times(100, (i) => ({ at: day(i) })),
      7,
    ).fields;
    expect(field?.times?.perSecond).toBeCloseTo(7 / 60, 10);
    expect(field?.times?.histogram?.perSecond[1]).toBeCloseTo(7 / 60, 10);
    expect(field?.times?.histogram?.counts.reduce((a, b) => a + b, 0)).toBe(100);
  });

  test('that are dates stay dates, and have bins of whole days', () => {
    const { times: found } = fieldOf(times(70, (i) => `2026-01-0${1 + (i % 7)}`));
    expect(found).toMatchObject({ from: '2026-01-01', to: '2026-01-07' });
    expect(found?.histogram?.counts).toEqual(times(7, () => 10));
    expect(found?.perSecond).toBeCloseTo(10 / 86_400, 10);
  });

  test('over decades have bins of whole years', () => {
    const { times: found } = fieldOf(times(600, (i) => `${1950 + (i % 60)}-0${1 + (i % 9)}-15`));
    for (const edge of found?.histogram?.edges.slice(1, -1) ?? [])
      expect(new Date(edge).toISOString()).toMatch(/^\d{3}[02468]-01-01T00:00:00.000Z$/);
  });

  test.each([
    ['2026-01-01 12:00:00', Date.UTC(2026, 0, 1, 12)],
    ['2026-01-01T12:00:00.123456+02:00', Date.UTC(2026, 0, 1, 10, 0, 0, 123)],
    ['2026-01-01T12:00', Date.UTC(2026, 0, 1, 12)],
    ['0000-01-01', -62_167_219_200_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ])('%s is an instant', (text, ms) => {
    expect(new Date(fieldOf([text]).times?.from ?? '').getTime()).toBe(ms);
  });

  test.each(['2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', '2026-01-01 oh', '20260101', '2026-1-1'])(
    '%s is a text',
    (text) => {
      expect(fieldOf(['2026-01-01', text]).times).toBeUndefined();
    },
  );
});

describe('lines', () => {
  test('that are no rows are counted, with the number of the first', async () => {
    const text = '{"a": 1}\n\nNaN\n{"a": NaN}\n[1]\n"x"\nnull\n{"a": 2';
    expect(await lineStatistics(pieces(text), 100)).toMatchObject({
      rows: 1,
      skipped: { invalid: 3, notObjects: 3, tooLong: 0, firstLine: 3 },
      hasMore: false,
    });
  });

  test('can come in pieces, with a byte order mark, other line ends and none at the end', async () => {
    const text = '\uFEFF{"a": "ü"}\r\n{"a": "b"}';
    const bytes = new TextEncoder().encode(text);
    const single = async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    };
    const { rows, fields } = await lineStatistics(single(), 100);
    expect([rows, fields[0]?.examples]).toEqual([2, ['ü', 'b']]);
  });

  test('none, or only empty ones, are no rows', async () => {
    expect(await lineStatistics(pieces(), 10)).toMatchObject({ rows: 0, fields: [] });
    expect(await lineStatistics(pieces('\n \n'), 10)).toMatchObject({
      rows: 0,
      skipped: { firstLine: null },
    });
  });

  test('beyond the number asked for are not read', async () => {
    let read = 0;
    const endless = async function* () {
      for (;;) {
        read++;
        yield new TextEncoder().encode('{"a": 1}\n');
      }
    };
    expect(await lineStatistics(endless(), 5)).toMatchObject({ rows: 5, hasMore: true });
    expect(read).toBe(6);
    expect(await lineStatistics(pieces('{}\n{}\n'), 2)).toMatchObject({ rows: 2, hasMore: false });
  });
});
