import { expect, test } from 'vitest';
import { fieldCount, fieldsText } from './field-count.ts';

test('settings of a schema are no fields', () => {
  expect(fieldCount('{"$locale": "de", "$entities": {}, "a": {}, "$b": {}}')).toBe(2);
});

test('a text that is no object has no number of fields', () => {
  for (const text of ['', '{', '[]', 'null', '"a"']) expect(fieldCount(text), text).toBeUndefined();
});

test('one field is singular, more are plural', () => {
  expect([0, 1, 1234].map(fieldsText)).toEqual(['0 fields', '1 field', '1,234 fields']);
});
