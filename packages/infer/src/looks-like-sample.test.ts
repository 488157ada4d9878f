import { expect, test } from 'vitest';
import { templates } from '../../engine/src/templates/index.ts';
import { looksLikeSample } from './looks-like-sample.ts';

test.each([
  '{"id": 1, "name": "Ann"}\n{"id": 2, "name": "Bob"}',
  '[{"id": 1}, {"id": 2}]',
  '{"id": 1, "user": {"type": "admin"}, "tags": []}',
  '{"id": 1, "address": {"city": "Rome"}, "items": [{"sku": "a"}]}',
  'id,name\r\n1,Ann\r\n',
  '\ufeffid\tname\n1\tAnn',
  'CREATE TABLE orders (id int)',
  '-- Orders\ncreate table orders (id int)',
  '// An order\nsyntax = "proto3";\nmessage Order { int64 id = 1; }',
  '// Shop\nmodel Shop {\n  id Int @id\n}\n',
  '[{"name": "id", "type": "INTEGER", "mode": "REQUIRED"}]',
  'SCHEMA >\n    `id` Int32 `json:$.id`',
  '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {}}',
  '{"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}',
  '{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "$defs": {"b": {"type": "object"}}}',
  '{"type": "record", "name": "order", "fields": []}',
  '{"id": {{random.number(5)}}}',
  "{'id': 1, 'paid': True}",
  '// An order\n{\n  id: 1,\n  "name": "Ann",\n}',
  '[{"id": 1, "name": "Ann"}, {"id": 2',
  '{{name.firstName}},{{internet.ip}}',
  'asyncapi: 3.0.0\ninfo:\n  title: Shops\n',
  '{"info": {"title": "x"}, "asyncapi": "2.6.0"}',
  'apiVersion: v3.1.0\nkind: DataContract\nid: orders\n',
  '# Orders\ndataContractSpecification: 1.2.0\nmodels: {}\n',
])('%j is data', (text) => expect(looksLikeSample(text)).toBe(true));

test('of a long text, the beginning tells', () => {
  const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, text: 'a "quoted" word' }));
  expect(looksLikeSample(JSON.stringify(rows))).toBe(true);
  expect(looksLikeSample(rows.map((row) => JSON.stringify(row)).join('\n'))).toBe(true);
  expect(looksLikeSample(`id,text\n${'1,x\n'.repeat(100_000)}`)).toBe(true);
  expect(looksLikeSample(`{"a": {"type": "string.uuid", "$comment": "${'x'.repeat(300_000)}"}}`)).toBe(false);
});

test.each([
  '',
  'null',
  '[]',
  '[1, 2]',
  '{}',
  '"text"',
  '{"a": nothing',
  '{\n  "a": {"type" "string.uuid"}\n}',
  '{\n  "a": {"type": "string.uuid"}\n  "b": {"type": "number.int", "params": {"min": 1, "max": 2}}\n}',
  '{\n  "a": ',
  '{"a": {"type": "string.uid"}, "b": 1}',
  '{"a": "string.uuid", "b": "number.int"}',
  '{"a": {"value": 1}, "b": {"fields": {}}}',
  '{"n": {}}',
  '{"address": {"city": {"type": "location.city"}}, "items": [{"sku": {"type": "string.uuid"}}]}',
  'Some words, and a comma',
  '{"a": {"type": "catbird.template" "params": "{{address.city}}"}}',
  ...templates.map(({ text }) => text),
])('%j is not', (text) => expect(looksLikeSample(text)).toBe(false));
