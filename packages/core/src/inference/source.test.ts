import { expect, test } from 'vitest';
import { readSource } from './source.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** The schema of a sample and its notes. */
async function drafted(text: string) {
  const source = await readSource(bytes(text));
  if (source.kind !== 'sample') throw new Error(source.kind);
  return { schema: source.sample.draft().schema, notes: source.sample.notes, rows: source.sample.rows };
}

const ITEMS = [
  { sku: 'a', qty: 1 },
  { sku: 'b', qty: 2 },
];

test('an object with more of its own than a list has rows is one row; around a list, the list has the rows', async () => {
  const order = JSON.stringify({ id: 7, at: '2026-01-02', user: { name: 'Ann' }, items: ITEMS }, null, 2);
  const one = await drafted(order);
  expect(one.rows).toBe(1);
  expect(one.schema).toMatchObject({ id: {}, items: { type: 'object', fields: { sku: {}, qty: {} } } });
  expect(one.notes).toEqual([
    'The object is one row. If its rows are the elements of items, save only that list',
  ]);
  const answer = await drafted(JSON.stringify({ next: null, data: ITEMS }));
  expect(answer.rows).toBe(2);
  expect(Object.keys(answer.schema)).toEqual(['sku', 'qty']);
});

test('bounds of a few ids are none of them', async () => {
  const { schema } = await drafted('{"id":481516,"year":2024}\n{"id":481599,"year":2026}\n');
  expect(schema).toMatchObject({
    id: { params: { min: 481_000, max: 482_000 } },
    year: { params: { min: 2020, max: 2030 } },
  });
});

test('says that lines of a log have no columns', async () => {
  const { notes } = await drafted('10.0.0.1 GET /a 200\n10.0.0.2 GET /b 404\n');
  expect(notes).toEqual([expect.stringContaining('no header or separator')]);
});

test.each([
  ['PK\u0003\u0004\u0000\u0000', 'not text'],
  ['---\nname: x\n', 'YAML'],
  ['# Users\nname: x\nage: 5\n', 'YAML'],
  ['- name: x\n  age: 5\n', 'YAML'],
  ["[{'a': 1, 'b': True}]", 'Python, JavaScript'],
  ['[\n  { a: 1, b: "x" },\n]', 'Python, JavaScript'],
  ['{"a": 1, // one\n "b": 2}\n', 'comments or trailing commas'],
  ['[{"a": {"b": 1,},\n "c": 2}]', 'comments or trailing commas'],
  ['{"a": 1, b: 2}\n{"a": 3, b: 4}', 'comments or trailing commas'],
  ['// rows\n[{"a": 1}]', 'comments or trailing commas'],
  ["INSERT INTO t (a, b) VALUES (1, 'x'), (2, 'y');", 'SQL INSERT'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |\n', 'Markdown'],
  ['level=info msg="a b" ms=5\nlevel=warn msg=c ms=6\n', 'key=value'],
  ['<?xml version="1.0"?>\n<rows/>', 'XML'],
  ['<html><body>404</body></html>', 'HTML'],
])('%j is neither a sample nor a definition', async (text, reason) => {
  const source = await readSource(bytes(text));
  expect(source).toMatchObject({ kind: 'other', reason: expect.stringContaining(reason) as string });
});

test.each([
  'a=1,b\n1,2\n',
  '{"a": 1}\n',
  '{"a": "x // y, }"}\n{"a": 2,}\n',
  '{"a": http://x}\n{"a": "http://y"}\n',
  '\u001e{"a": 1}\n\u001e{"a": 2}\n',
  'note: a,b\n1: x,2\n',
  '|a|b|\n|1|2|\n',
  '<a>,b\n1,2\n',
  '<34>1 2026-01-01 su: failed\n<35>1 x\n',
  'openapi,b\n1,2\n',
  'message,b\nx,1\n',
])('%j is a sample', async (text) => {
  expect((await readSource(bytes(text))).kind).toBe('sample');
});

test.each([
  '// An order\nsyntax = "proto3";\nmessage A { string id = 1; }',
  'message A {\n  string id = 1;\n}',
  'edition = "2023";\npackage a.b;\nmessage A { string id = 1; }',
  '# API\nopenapi: 3.1.0\ncomponents:\n  schemas:\n    A: {type: object, properties: {a: {type: string}}}\n',
])('%j is a definition', async (text) => {
  expect(await readSource(bytes(text))).toMatchObject({ kind: 'definition', definition: { tables: 1 } });
});
