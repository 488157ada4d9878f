import { expect, test } from 'vitest';
import { decompress } from '../../web/src/link/decompress.ts';
import { readLink } from '../../web/src/link/link.ts';
import { isSchema, schemaQuery } from './open.ts';

const SCHEMA =
  '{\n  "city": { "type": "location.city", "nulls": 0.1 },\n  "ü": { "type": "lorem.word" }\n}\n';

test('the link holds the schema as the page reads it', async () => {
  const link = readLink(schemaQuery(SCHEMA));
  expect(link.seed).toBe('42');
  expect(await decompress(link.schema ?? '')).toBe(SCHEMA);
});

test.each([
  ['a schema', SCHEMA, true],
  ['a row', '{"id":1,"name":"Ada"}', false],
  ['several rows', '{"a":1}\n{"a":2}', false],
  ['an unknown type', '{"a": {"type": "person.fulName"}}', false],
  ['an empty object', '{}', false],
  ['a config', '{"destination": "log", "eps": 10}', false],
])('%s', (_, text, is) => {
  expect(isSchema(text)).toBe(is);
});
