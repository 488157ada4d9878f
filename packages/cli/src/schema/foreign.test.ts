import { expect, test } from 'vitest';
import { isForeign } from './foreign.ts';

test.each([
  ['id,name\n1,x\n'],
  ['{"id":1,"name":"x"}\n{"id":2,"name":"y"}\n'],
  ['{"id":1,"user":{"name":"x"}}\n{"id":2,"user":{"name":"y"}}\n'],
  ['[{"id":1}]'],
  ['{"id": 1, "tags": ["a"]}'],
  ['{"type": "record", "name": "Order", "fields": [{"name": "id", "type": "long"}]}'],
  ['CREATE TABLE orders (id bigint);'],
  ['syntax = "proto3";\nmessage Order {}'],
])('%j is data, or a definition in another language', (text) => {
  expect(isForeign(text)).toBe(true);
});

test.each([
  [''],
  [' \n'],
  ['{}'],
  ['{"id": {"type": "string.uuid"}}'],
  ['{"id": {"type": "string.uuid"}, "name": "x"}'],
  ['{"id": "string.uuid", "n": 1}'],
  ['{"id": {"type": "string.uuid"},}'],
  ['{\n  "id": {"type": string.uuid}\n}'],
  ['{"id": {"type": "string.uuid"}'],
])('%j is meant as a schema', (text) => {
  expect(isForeign(text)).toBe(false);
});
