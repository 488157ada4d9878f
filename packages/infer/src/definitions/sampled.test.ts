import { expect, test } from 'vitest';
import { sampled, shownFields, timeless } from './sampled.ts';
import type { Table } from './shape.ts';

const TABLE: Table = {
  name: 't',
  keys: [['tenant', 'code']],
  fields: [
    { name: 'id', kind: 'whole number', isKey: true },
    { name: 'tenant', kind: 'whole number' },
    { name: 'code', kind: 'text' },
    { name: 'user_id', kind: 'whole number', references: 'users' },
    { name: 'at', kind: 'timestamp' },
    { name: 'later', kind: 'timestamp' },
    { name: 'stars', kind: 'whole number', min: 1, max: 5 },
    { name: 'amount', kind: 'number' },
    { name: 'title', kind: 'text', maxLength: 40 },
    { name: 'state', kind: 'text', values: ['open', 'paid', 'gone'] },
  ],
};

async function* rows(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < 200; i++) {
    const at = Date.UTC(2026, 0, 1) + i * 60_000;
    const row = {
      at: new Date(at).toISOString(),
      later: new Date(at + 3_600_000 * (1 + (i % 5))).toISOString(),
      stars: 1 + (i % 5),
      amount: `$${i}.00`,
      title: `Some secret words ${'abcdefghij'.slice((i % 150) % 9)} ${i % 150}`,
      state: i % 4 === 0 ? 'open' : 'paid',
    };
    yield new TextEncoder().encode(`${JSON.stringify(row)}\n`);
  }
}

test('keys and references are not read from rows', () => {
  expect(shownFields(TABLE).map(({ name }) => name)).toEqual([
    'at',
    'later',
    'stars',
    'amount',
    'title',
    'state',
  ]);
});

test('specs of rows fit their columns: bounds, lengths and known values, and none of another type', async () => {
  const { specs, helpers, findings } = await sampled(TABLE, shownFields(TABLE), rows(), () => false);
  expect(specs.get('stars')).toMatchObject({ params: { values: [1, 2, 3, 4, 5] } });
  expect(specs.get('state')).toEqual({
    type: 'catbird.pickWeighted',
    params: { values: ['open', 'paid'], weights: [25, 75] },
  });
  expect(specs.get('title')).toMatchObject({ params: 'substring(field("title_whole"), 0, 40)' });
  expect(helpers).toMatchObject({ title_whole: { hidden: true } });
  expect(specs.has('amount')).toBe(false);
  expect(specs.get('at')).toEqual({ type: 'catbird.timestampNow' });
  expect(JSON.stringify([...specs, helpers])).not.toContain('secret');
  expect(findings.find(({ path }) => path === 't.state')).toMatchObject({ copied: [], copyable: [] });
});

test('an entity has no time of an event, nor what reads it', async () => {
  const found = await sampled(TABLE, shownFields(TABLE), rows(), () => false);
  expect(JSON.stringify([...found.specs, found.helpers])).toMatch(/now|field|\bat\b/);
  const { specs, helpers } = timeless(found);
  expect(specs.has('at')).toBe(false);
  expect(specs.has('later')).toBe(false);
  expect([...specs.keys()]).toEqual(expect.arrayContaining(['stars', 'title', 'state']));
  expect(Object.keys(helpers)).toEqual(['title_whole']);
});
