import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inked } from './inked.ts';

test('values are dark, names and punctuation faint', () => {
  const row = '{"url":"a,{b}:\\"c","n":-1.5,"list":[1,"x"],"none":null}';
  expect(
    inked(row)
      .filter((piece) => !piece.faint)
      .map((piece) => piece.text),
  ).toEqual(['"a,{b}:\\"c"', '-1.5', '1', '"x"', 'null']);
});

test('the pieces together are the text', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(
        inked(json)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(json);
    }),
  );
});
