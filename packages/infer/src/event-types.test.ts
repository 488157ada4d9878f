import { expect, test } from 'vitest';
import { parseSchema } from '@catbird/engine';
import { eventTypesOf } from './type-samples.ts';
import { readSample, type Sample } from './infer.ts';

const sampleOf = (rows: readonly object[]): Promise<Sample> =>
  readSample(
    (async function* () {
      yield new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\n'));
    })(),
  );

/** Page views with a path, and one purchase in four with an amount. */
const shop = (n: number) => {
  const common = { id: n + 1, at: new Date(1.76e12 + n * 500).toISOString() };
  return n % 4 === 3
    ? { ...common, meta: { kind: 'purchase' }, amount: (n % 37) + 0.5, currency: 'EUR' }
    : { ...common, meta: { kind: 'page_view' }, path: `/articles/${n % 11}`, ms: n % 300 };
};
/** Copies nothing. */
const NOTHING = (): boolean => false;

const events = (n: number) => Array.from({ length: n }, (_, i) => shop(i));

test('a field that names the type splits the sample, and each type has its own fields', async () => {
  const { types, eventTime } = await sampleOf(events(400));
  expect(types).toMatchObject({
    path: 'meta.kind',
    rare: 0,
    samples: [
      { value: 'page_view', label: 'kind_1', rows: 300 },
      { value: 'purchase', label: 'kind_2', rows: 100 },
    ],
  });
  const [views, purchases] = types?.samples ?? [];
  expect(eventTime?.eventsPerSecond).toBe(2);
  expect([views, purchases].map((each) => each?.eventTime?.eventsPerSecond)).toEqual([1.5, 0.5]);
  const { schema } = purchases?.draft(NOTHING) ?? { schema: {} };
  expect(Object.keys(schema)).toEqual(['id', 'at', 'meta', 'amount', 'currency']);
  expect(schema).toMatchObject({
    id: { type: 'catbird.sequence' },
    at: { type: 'catbird.timestampNow' },
    meta: { fields: { kind: { type: 'catbird.pick', params: { values: ['kind_2'] } } } },
  });
});

test('the schema of a type has its name unless nothing is copied', async () => {
  const { types } = await sampleOf(events(400));
  const [, purchases] = types?.samples ?? [];
  for (const each of types?.samples ?? []) {
    const parsed = parseSchema(JSON.stringify(each.draft(NOTHING).schema));
    expect(parsed.ok ? [] : parsed.issues).toEqual([]);
    expect(JSON.stringify(each.draft(NOTHING).schema)).not.toMatch(/page_view|purchase|articles|EUR/);
  }
  expect(JSON.stringify(purchases?.draft().schema)).not.toMatch(/page_view|articles/);
  for (const draft of [purchases?.draft(), purchases?.draft(() => true)])
    expect(draft?.schema).toMatchObject({
      meta: { fields: { kind: { params: { values: ['purchase'] } } } },
    });
});

test('rows are compared with those of one type', async () => {
  const { types } = await sampleOf(events(400));
  for (const { kept, compare } of types?.samples ?? []) {
    const same = async function* () {
      yield new TextEncoder().encode(kept.map((row) => JSON.stringify(row)).join('\n'));
    };
    const { rows, fields } = await compare(same());
    expect(rows).toEqual({ original: kept.length, generated: kept.length });
    expect(fields.filter(({ verdict }) => verdict !== 'alike')).toEqual([]);
  }
});

test('rows of rare types are counted and left out', () => {
  const rare = [0, 1, 2].map((n) => ({ meta: { kind: 'refund' }, reason: n }));
  expect(eventTypesOf([...events(100), ...rare])).toMatchObject({
    path: 'meta.kind',
    rare: 3,
    parts: [{ value: 'page_view' }, { value: 'purchase' }],
  });
});

test.each<[string, readonly Record<string, unknown>[]]>([
  [
    'all rows have the same fields',
    Array.from({ length: 100 }, (_, n) => ({ type: `t${n % 2}`, a: n, b: n, c: n })),
  ],
  [
    'fields come and go whatever the state is',
    Array.from({ length: 200 }, (_, n) => ({
      state: ['open', 'paid', 'sent'][n % 3],
      ...(n % 5 < 2 ? { note: 'x' } : {}),
      ...(n % 7 < 3 ? { tag: 'y' } : {}),
    })),
  ],
  ['every row has a value of its own', events(100).map((row, n) => ({ ...row, meta: { kind: `k${n}` } }))],
  ['there are few rows', events(12)],
  ['there are none', []],
])('a sample is not split if %s', (_, rows) => {
  expect(eventTypesOf(rows)).toBeUndefined();
});
