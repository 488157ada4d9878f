import { expect, test } from 'vitest';
import { newBatch, texts } from '../rows/batch.ts';
import { loadData } from '../rows/load-data.ts';
import { compile } from '../rows/writer.ts';
import { parseSchema } from '../schema/parse.ts';

const INT = { type: 'number.int', params: { min: 1, max: 9 } };
const REF = (params: string): object => ({ type: 'catbird.ref', params });
const TEXT = (params: string): object => ({ type: 'catbird.template', params });

interface Row {
  readonly [key: string]: unknown;
}

async function rowsOf(fields: object): Promise<readonly Row[]> {
  const result = parseSchema(JSON.stringify(fields));
  if (!result.ok) throw new Error(result.issues.map(({ message, hint }) => `${message}. ${hint}`).join());
  await loadData(result.schema);
  const time = { startMs: 0, stepMs: 1000 };
  const batch = compile(result.schema, { seed: 3 }).fill(newBatch(), { first: 0, count: 300, time });
  return [...texts(batch)].map((row) => JSON.parse(row) as Row);
}

const ADDRESS = {
  type: 'object',
  fields: {
    city: { type: 'location.city', nulls: 0.2 },
    at: { type: 'object', fields: { floor: INT, 'flat.no': INT } },
    who: { type: 'catbird.person' },
    zip: REF('home'),
  },
};

test('templates, expressions, refs and lookups read along paths into objects of their own row', async () => {
  const rows = await rowsOf({
    text: TEXT('{{address.at.floor}}/{{address.at.flat.no}} {{address.who.email}} {{address.zip}}'),
    city: REF('address.city'),
    kind: {
      type: 'catbird.lookup',
      params: { field: 'address.at.floor', cases: { 1: 'ground' }, default: 'high' },
    },
    address: ADDRESS,
    home: INT,
    sum: { type: 'catbird.expression', params: 'address.at.floor * 10 + home', if: 'address.at.floor > 1' },
  });
  expect(rows.some(({ city }) => city === null)).toBe(true);
  for (const { text, sum, city, kind, address, home } of rows) {
    const { at, who, ...own } = address as {
      readonly at: { readonly floor: number; readonly 'flat.no': number };
      readonly who: { readonly email: string };
      readonly city: string | null;
    };
    expect(text).toBe(`${at.floor}/${at['flat.no']} ${who.email} ${home as number}`);
    expect(sum).toBe(at.floor > 1 ? at.floor * 10 + (home as number) : undefined);
    expect(city).toBe(own.city);
    expect(kind).toBe(at.floor === 1 ? 'ground' : 'high');
  }
});

test('paths through an entity lead into its objects, and null objects have null values', async () => {
  const rows = await rowsOf({
    $entities: { site: { size: 50, fields: { address: { ...ADDRESS, fields: { at: ADDRESS.fields.at } } } } },
    site: { type: 'catbird.entity', params: { of: 'site' } },
    floor: REF('site.address.at.floor'),
    maybe: { type: 'object', nulls: 0.5, fields: { a: INT } },
    a: REF('maybe.a'),
    inner: { type: 'object', fields: { a: TEXT('{{^maybe.a}}') } },
  });
  const floors = new Map(rows.map(({ site, floor }) => [site, floor]));
  expect(new Set(floors.values()).size).toBeGreaterThan(5);
  for (const { site, floor, maybe, a, inner } of rows) {
    expect(floors.get(site)).toBe(floor);
    expect(a).toBe((maybe as { readonly a: number } | null)?.a ?? null);
    if (a !== null) expect(inner).toEqual({ a: String(Number(a)) });
  }
});

test.each([
  ['o.b', 'Unknown field o.b: the object o has no field b'],
  ['o.list.x', 'Unknown field o.list.x: the object o has no field list.x'],
  ['o.secret', 'Unknown field o.secret: the object o has no field secret'],
  ['many.a', 'Unknown field many.a'],
])('%s leads to no value, which is an issue', (path, message) => {
  const result = parseSchema(
    JSON.stringify({
      o: { type: 'object', fields: { a: INT, list: { ...INT, count: 2 }, secret: { ...INT, hidden: true } } },
      many: { type: 'object', count: 2, fields: { a: INT } },
      x: REF(path),
    }),
  );
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([message]);
});
