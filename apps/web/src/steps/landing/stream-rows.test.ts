import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { loopRow, tokensOf } from './stream-rows.ts';

test('names and punctuation are faint, values are not', () => {
  const row = '{"url":"a,{b}:\\"c","n":-1.5,"list":[1,"x"],"none":null}';
  expect(
    tokensOf(row)
      .filter((token) => !token.faint)
      .map((token) => token.text),
  ).toEqual(['"a,{b}:\\"c"', '-1.5', '1', '"x"', 'null']);
});

test('the joined tokens are the text', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(
        tokensOf(json)
          .map((token) => token.text)
          .join(''),
      ).toBe(json);
    }),
  );
});

test('rows before the first visible one appear once, visible rows repeat', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((row) => loopRow(row, 2, 3))).toEqual([0, 1, 2, 3, 4, 2, 3, 4]);
});
