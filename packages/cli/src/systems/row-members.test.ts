import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../../../test/code-point.ts';
import { membersOf } from './row-members.ts';

test('members of any object are the JSON texts of its values', () => {
  const rows = fc.dictionary(fc.string({ unit: codePoint }), fc.jsonValue());
  fc.assert(
    fc.property(rows, fc.constantFrom(0, 2), (row, spaces) => {
      const members = membersOf(JSON.stringify(row, null, spaces));
      const parsed = Object.fromEntries(
        [...(members ?? [])].map(([name, json]) => [name, JSON.parse(json) as unknown]),
      );
      expect(parsed).toEqual(JSON.parse(JSON.stringify(row)));
    }),
  );
});

test('numbers keep their digits, and the last member of a name counts', () => {
  const text = '{"a":1,"a":12345678901234567890.10,"b" : -1E400 ,"c":{"d":"}\\\\"}}';
  expect([...(membersOf(text) ?? [])]).toEqual([
    ['a', '12345678901234567890.10'],
    ['b', '-1E400'],
    ['c', '{"d":"}\\\\"}'],
  ]);
});

test.each(['', '[]', 'null', '{"a":1', '{"a":1x}', '{a:1}', '{"a":1}}', '"a"'])('%s has no members', (text) =>
  expect(membersOf(text)).toBeUndefined(),
);
