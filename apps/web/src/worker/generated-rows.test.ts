import { parseSchema } from '@catbird/core';
import { expect, test } from 'vitest';
import { generatedRows } from './generated-rows.ts';

const SPREAD = { rows: 1000, firstMs: Date.UTC(2026, 0, 1), lastMs: Date.UTC(2026, 0, 2) };
const AT = { type: 'catbird.timestampNow' };

const generated = (schema: object) =>
  generatedRows({ seed: '1', spread: SPREAD }, parseSchema(JSON.stringify(schema)));

async function rowsOf(schema: object): Promise<readonly { readonly at: string }[]> {
  const result = await generated(schema);
  if (result.kind !== 'rows') throw new Error(JSON.stringify(result));
  const lines = (await result.lines.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as { at: string });
}

test('rows lie evenly between the first and the last time', async () => {
  const rows = await rowsOf({ at: AT });
  expect(rows).toHaveLength(1000);
  expect([rows[0]?.at, rows.at(-1)?.at].map((at) => Date.parse(at ?? ''))).toEqual([
    SPREAD.firstMs,
    SPREAD.lastMs,
  ]);
});

test('large rows are fewer, over the same time', async () => {
  const rows = await rowsOf({
    at: AT,
    text: { type: 'string.alpha', params: { length: 1000 }, count: { min: 40, max: 40 } },
  });
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.length).toBeLessThan(250);
  expect(Date.parse(rows.at(-1)?.at ?? '')).toBe(SPREAD.lastMs);
});

test('entities that grow are drawn at times of the span', async () => {
  const user = {
    key: { type: 'string.uuid' },
    fields: { name: { type: 'person.fullName' } },
    size: 500,
    grow: { from: 10, perSecond: 0.01 },
  };
  const rows = await rowsOf({
    $entities: { user },
    at: AT,
    user: { type: 'catbird.entity', params: { of: 'user' } },
  });
  expect(rows).toHaveLength(1000);
  for (const { at } of rows) expect(Date.parse(at)).toBeGreaterThanOrEqual(SPREAD.firstMs);
});

test('a schema that makes none is answered with what is wrong', async () => {
  expect(await generated({ a: { type: 'string.uid' } })).toMatchObject({
    kind: 'issues',
    issues: [{ code: 'unknown-type', line: 1 }],
  });
});
