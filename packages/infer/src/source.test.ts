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

/** The note on damaged JSON, and the rows that it has. */
test.each<[string, string, readonly object[]]>([
  [
    "[{'a': 1, 'b': True}]",
    'text in single quotes (2 times, first at line 1, column 3), True (line 1',
    [{ a: 1, b: true }],
  ],
  [
    "{'a': None, 'b': 'it\\'s \"x\"'}\n{'a': False, 'b': 'y'}\n",
    'None (line 1, column 7)',
    [
      { a: null, b: 'it\'s "x"' },
      { a: false, b: 'y' },
    ],
  ],
  [
    '[\n  { a: 1, b: "x" },\n]',
    'name without quotes (2 times, first at line 2, column 5), trailing comma (line 2, column 19)',
    [{ a: 1, b: 'x' }],
  ],
  ['{"a": 1, // one\n "b": 2}\n', 'comment (line 1, column 10)', [{ a: 1, b: 2 }]],
  ['[{"a": {"b": 1,},\n "c": 2}]', 'trailing comma', [{ a: { b: 1 }, c: 2 }]],
  [
    '{"a": 1, b: 2}\n{"a": 3, b: 4}',
    'name without quotes (2 times',
    [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
  ],
  ['// rows\n[{"a": 1}]', 'comment (line 1, column 1)', [{ a: 1 }]],
  ['[{"a": 1}\n {"a": 2}]', 'missing comma (line 2, column 2)', [{ a: 1 }, { a: 2 }]],
  ['{"a": "x"\n "b": NaN}', 'missing comma (line 2, column 2), NaN', [{ a: 'x', b: null }]],
  ['[{"a": 1}, {"a": 2}', 'missing bracket (line 1, column 20)', [{ a: 1 }, { a: 2 }]],
  ['[{"a": 1}, {"a": [2, 3', 'missing bracket', [{ a: 1 }, { a: [2, 3] }]],
  ['[{"a": 1}, {"a": 2},]', 'trailing comma (line 1, column 20)', [{ a: 1 }, { a: 2 }]],
  ['{“a”: "tab\there"}', 'curly quotes', [{ a: 'tab\there' }]],
  // One that is valid: digits beyond 2^53 are kept.
  ["[{'id': 9007199254740993}]", 'single quotes', [{ id: '9007199254740993' }]],
])('%j is repaired, and the note says where: %s', async (text, note, rows) => {
  const source = await readSource(bytes(text));
  if (source.kind !== 'sample') throw new Error(source.kind);
  expect(source.sample.notes[0]).toContain(`Repaired damaged JSON: `);
  expect(source.sample.notes[0]).toContain(note);
  expect(source.sample.kept).toEqual(rows);
});

test.each([
  ['{"a": 1, "b": }', 'unexpected } at line 1, column 15'],
  ["{'a': datetime.date(2026, 1, 1)}", 'unexpected datetime.date'],
  ['{"a": "x}', 'unexpected " at line 1, column 7'],
  ['{"a": [1, 2}', 'unexpected } at line 1, column 12'],
  ["[{'a': 1, ...}]", 'unexpected ... at line 1, column 11'],
  ["{'a': 1 'a': 2}", 'the name "a" repeats at line 1, column 9'],
  ['{"a": [1,, 2]}', 'unexpected , at line 1, column 10'],
])('%j is refused, with the place', async (text, reason) => {
  const source = await readSource(bytes(text));
  expect(source).toMatchObject({ kind: 'other', reason: expect.stringContaining(reason) as string });
});

test('a damaged definition is repaired, too, and one damaged line of many is skipped', async () => {
  const source = await readSource(
    bytes('// Orders\n{"type": "object", "properties": {"id": {"type": "integer",}}}'),
  );
  expect(source).toMatchObject({ kind: 'definition', language: 'json-schema' });
  const lines = Array.from({ length: 9 }, (_, a) => `{"a": ${a}${a === 4 ? ',' : ''}}\n`).join('');
  expect(await drafted(lines)).toMatchObject({ rows: 8, notes: ['Skipped 1 row of invalid JSON'] });
});

test.each([
  ['PK\u0003\u0004\u0000\u0000', 'not text'],
  ['---\nname: x\n', 'YAML'],
  ['# Users\nname: x\nage: 5\n', 'YAML'],
  ['- name: x\n  age: 5\n', 'YAML'],
  ["INSERT INTO t (a, b) VALUES (1, 'x'), (2, 'y');", 'SQL INSERT'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |\n', 'Markdown'],
  ['level=info msg="a b" ms=5\nlevel=warn msg=c ms=6\n', 'key=value'],
  ['<?xml version="1.0"?>\n<rows/>', 'XML'],
  ['<html><body>404</body></html>', 'HTML'],
  [
    '"A shop"\ntype Shop implements Node @key(fields: "id") {\n  id: ID!\n  shops(first: Int, after: String): [Shop]\n}\n',
    'GraphQL',
  ],
  ['enum State {\n  OPEN\n  CLOSED\n}\n', 'GraphQL'],
  ['scalar DateTime\n\nunion Item = Shop | Order\n', 'GraphQL'],
  ['version: 2\n\nmodels:\n  - name: shops\n    columns: [id, name]\n', 'a dbt project'],
  ['namespace java x\nstruct Shop {\n  1: required i64 id,\n  2: optional string name,\n}\n', 'Thrift'],
  ['create_table "users", force: :cascade do |t|\n  t.string "email", default: ""\nend\n', 'a Rails schema'],
  [
    'from django.db import models\n\nclass Shop(models.Model):\n    name = models.CharField(max_length=40)\n',
    'Django models',
  ],
  ['@namespace("x")\nprotocol Shops {\n  record Shop { long id; }\n}\n', 'Avro IDL'],
  [
    '{"streams":[{"stream":{"name":"o","json_schema":{"type":"object","properties":{}}},"sync_mode":"x"}]}',
    'an Airbyte catalog',
  ],
  [
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n',
    'a Kubernetes manifest',
  ],
  [
    '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{}}',
    'a Kubernetes CustomResourceDefinition',
  ],
  ['services:\n  web:\n    image: nginx, latest\n    ports: ["80:80"]\n', 'YAML'],
  ['a: 1\n\n# more\nb:\n  - 2\n', 'YAML'],
  ['export interface Shop {\n  id: number;\n  tags: string[];\n}\n', 'TypeScript'],
  ['type Shop = {\n  id: number,\n  name?: string,\n}\n', 'TypeScript'],
  ['Table users {\n  id integer [primary key]\n  name varchar\n}\n', 'DBML'],
  [
    'resource "aws_dynamodb_table" "t" {\n  name = "x"\n  attribute { name = "y", type = "S" }\n}\n',
    'Terraform',
  ],
  ['[tool.shop]\nname = "x"\n', 'INI or TOML'],
  [
    'from sqlalchemy import Column, Integer\n\nclass Shop(Base):\n    id = Column(Integer, primary_key=True)\n',
    'source code',
  ],
  [
    'from pydantic import BaseModel\nclass Shop(BaseModel):\n    id: int\n    tags: dict[str, int]\n',
    'source code',
  ],
  ['package shop\n\ntype Shop struct {\n\tID int `json:"id"`\n}\n', 'source code'],
  ['package shop;\n\nimport java.util.List;\n\npublic record Shop(long id, String name) {}\n', 'source code'],
  [
    'use serde::{Serialize, Deserialize};\n\n#[derive(Debug, Clone)]\npub struct Shop {\n    id: u64,\n}\n',
    'source code',
  ],
  ['#!/bin/sh\nset -e, x\necho a\n', 'source code'],
  ['const a = require("a");\nmodule.exports = { a, b };\n', 'source code'],
  ['data class Shop(val id: Long, val name: String)\n\nfun main() {\n}\n', 'source code'],
  ['The shop opens at nine, most days.\nIt sells books, maps and pens.\nNobody knows why.\n', 'no columns'],
  ['This file explains the shop.\n\nIt has a name. It sells books.\n', 'no columns'],
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
  'class name;type size\nA;1\nB;2\n',
  'import date,export date\n1,2\n3,4\n',
  'name\nAnn\nBen\nEve\n',
  'review\nVery good\nbad, really\nfine\nok\nnice\nIt works.\n',
  'model Shop,city\nx,y\n',
  'a,b\n1,2\n3,4,5\n6,7\n8\n9,1\n1,1\n1,1\n1,1\n1,1\n1,1\n',
  '{"apiVersion":"audit.k8s.io/v1","kind":"Event","level":"Metadata"}\n{"apiVersion":"audit.k8s.io/v1","kind":"Event"}\n',
  'a,b\n"x \\"y, z\\" w",1\n"x \\"y, z\\" w",1\n',
  '{"note":"asyncapi","streams":[1]}\n',
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
