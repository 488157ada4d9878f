import { array, assert, dictionary, json, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { formatSchema } from './format.ts';

test('puts short objects and lists on one line, but never the whole schema', () => {
  const schema = {
    id: { type: 'string.uuid' },
    color: { type: 'helpers.arrayElement', params: ['a', 'b'], count: 2 },
    browser: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 65, value: 'Chrome' },
        { weight: 3, value: 'Firefox' },
      ],
    },
  };
  expect(formatSchema(schema)).toBe(
    `{
  "id": { "type": "string.uuid" },
  "color": {
    "type": "helpers.arrayElement",
    "params": ["a", "b"],
    "count": 2
  },
  "browser": {
    "type": "helpers.weightedArrayElement",
    "params": [
      { "weight": 65, "value": "Chrome" },
      { "weight": 3, "value": "Firefox" }
    ]
  }
}`,
  );
});

test('keeps the value, and formatting twice changes nothing', () => {
  assert(
    property(json(), (text) => {
      const formatted = formatSchema(text);
      expect(JSON.parse(formatted)).toEqual(JSON.parse(text));
      expect(formatSchema(formatted)).toBe(formatted);
    }),
  );
});

test('no line exceeds the width if it can be broken', () => {
  const words = array(array(string({ maxLength: 5 }), { maxLength: 30 }), { maxLength: 5 });
  assert(
    property(dictionary(string({ maxLength: 5 }), words), (schema) => {
      for (const line of formatSchema(schema, 60).split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    }),
  );
});

test('keeps numbers, order and repeated names as typed', () => {
  expect(formatSchema('{"b":1e400,"1":12345678901234567890,"a":1.0,"a":2}')).toBe(
    '{\n  "b": 1e400,\n  "1": 12345678901234567890,\n  "a": 1.0,\n  "a": 2\n}',
  );
});

test('returns text that is not JSON unchanged', () => {
  for (const text of ['', '{"a": 1,}', '['.repeat(100_000)]) expect(formatSchema(text)).toBe(text);
});
