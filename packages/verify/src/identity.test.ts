import { expect, test } from 'vitest';
import { keyOf, keyPart, kindsIn, sameKey } from './identity.ts';

const ROW = {
  flag: true,
  list: ['a', { b: 1 }],
  size: 12.5,
  at: '2026-03-01T12:00:00.000Z',
  word: '12.50',
  none: null,
};

test.each([
  ['flag', 1, 't', 'true'],
  ['list', '["a", {"b": 1}]', '["a",{"b":1}]'],
  ['size', '12.50', '1.25e1'],
  ['at', '2026-03-01 12:00:00', '2026-03-01T13:00:00+01:00'],
] as const)('%s is the same part of a key in whatever way it is written', (column, ...written) => {
  const kind = kindsIn([ROW]).get(column);
  for (const value of written) expect(keyPart(value, kind)).toBe(keyPart(ROW[column], kind));
});

test('texts, null and values of another kind stay apart', () => {
  const kinds = kindsIn([ROW]);
  expect(keyPart('12.5', kinds.get('word'))).not.toBe(keyPart('12.50', kinds.get('word')));
  expect(keyPart(false, kinds.get('flag'))).not.toBe(keyPart(null, kinds.get('flag')));
  expect(keyPart('maybe', kinds.get('flag'))).toBe('maybe');
  expect(keyPart('soon', kinds.get('at'))).toBe('soon');
});

test('rows have the same key where its text is the same, also without a value', () => {
  const kinds = kindsIn([ROW]);
  const rows = [{}, { size: null }, { size: '' }, { size: 12.5 }, { size: '12.50' }, { size: 'none' }].map(
    (row) => new Map<string, unknown>(Object.entries(row)),
  );
  for (const one of rows)
    for (const other of rows)
      expect(sameKey(one, other, ['size'], kinds)).toBe(
        keyOf(one, ['size'], kinds) === keyOf(other, ['size'], kinds),
      );
});
