import { expect, test } from 'vitest';
import { cases, everyNth } from '../../../../../test/long.ts';
import { examples, exampleSchemas } from '../../../test/examples.ts';
import { misfits } from '../../../test/kinds.ts';
import { hasMembers, kindOfValue, unite, type Kind } from '../../model/kind.ts';
import type { Schema } from '../../model/schema.ts';
import { newBatch, texts } from '../../rows/batch.ts';
import { loadData } from '../../rows/load-data.ts';
import { compile } from '../../rows/writer.ts';
import { parseSchema } from '../../schema/parse.ts';
import { templates } from '../../templates/index.ts';
import { kindsOf } from './kinds.ts';

const ROWS = cases(500);

/** The fields of rows that are not of their kinds, the first three of them. */
async function wrongIn(schema: Schema): Promise<readonly unknown[]> {
  await loadData(schema);
  const members = kindsOf(schema);
  const time = { startMs: Date.UTC(2026, 2, 1, 12), stepMs: 977 };
  const batch = compile(schema, { seed: 7 }).fill(newBatch(), { first: 0, count: ROWS, time });
  return [...texts(batch)].flatMap((row) => misfits(JSON.parse(row), members)).slice(0, 3);
}

function schemaOf(text: string): Schema {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  return parsed.schema;
}

test('the values of every type are of the kind that it declares', async () => {
  for (const { name, type, args } of everyNth(3, examples))
    expect(await wrongIn({ fields: [{ name: 'x', type: type.name, args }] }), name).toEqual([]);
});

test.each(everyNth(3, exampleSchemas))(
  'the rows of the example of $name are of their kinds',
  async ({ text }) => {
    expect(await wrongIn(schemaOf(text))).toEqual([]);
  },
);

test.each(templates.map(({ name, text }) => ({ name, text })))(
  'the rows of $name are of their kinds, all of which are known',
  async ({ text }) => {
    const schema = schemaOf(text);
    expect(await wrongIn(schema)).toEqual([]);
    expect(kindsOf(schema).filter(({ kind }) => kind.is === 'any')).toEqual([]);
  },
);

test.each([
  [{}, undefined],
  [{ nulls: 0.5 }, true],
])('values of a map with %j may be null: %s', async (more, nullable) => {
  const value = { type: 'number.int', params: { min: 0, max: 9 }, ...more };
  const params = { key: { type: 'lorem.word' }, value };
  const schema = schemaOf(JSON.stringify({ m: { type: 'catbird.map', params } }));
  expect(await wrongIn(schema)).toEqual([]);
  const kind = { is: 'integer', min: 0, max: 9, ...(nullable && { nullable }) };
  expect(kindsOf(schema)).toEqual([{ name: 'm', kind: { is: 'map', of: kind } }]);
});

test.each([
  ['now()', { is: 'instant' }],
  ['toMs(now())', { is: 'integer' }],
  ['formatDate(now(), "yyyy-MM-dd")', { is: 'date' }],
  ['formatDate(now(), "HH:mm")', { is: 'text' }],
  ['formatDate(other, "yyyy-MM-dd")', { is: 'date', nullable: true, unsure: true }],
  ['field("other")', { is: 'instant', nullable: true, unsure: true }],
])('the expression %s is of the kind %j', async (text, kind) => {
  const other = { type: 'catbird.timestampNow', hidden: true };
  const schema = schemaOf(JSON.stringify({ other, x: { type: 'catbird.expression', params: [text] } }));
  expect(await wrongIn(schema)).toEqual([]);
  expect(kindsOf(schema)).toEqual([{ name: 'x', kind }]);
});

test('values unite to the narrowest kind that has all of them', () => {
  const kindOf = (...values: unknown[]): Kind => unite(values.map(kindOfValue));
  expect(kindOf(1, 5)).toEqual({ is: 'integer', min: 1, max: 5 });
  expect(kindOf(1, 5.5, null)).toEqual({ is: 'number', nullable: true });
  expect(kindOf('2026-01-31', '2026-02-31')).toEqual({ is: 'text' });
  expect(kindOf(-0).is).toBe('number');
  expect(kindOf([], [1])).toMatchObject({ is: 'list', of: { is: 'integer', nullable: true } });
  expect(kindOf('a', 1).is).toBe('union');
  const united = kindOf({ a: 1, b: 'x' }, { a: null });
  expect(hasMembers({ v: { a: null } }, [{ name: 'v', kind: united }])).toBe(true);
  expect(hasMembers({ v: { a: 1, b: 2 } }, [{ name: 'v', kind: united }])).toBe(false);
});
