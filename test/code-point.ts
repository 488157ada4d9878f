// Characters for random texts.
import { integer } from 'fast-check';

const SURROGATES = { first: 0xd8_00, count: 0x8_00 };
const LAST = 0x10_ff_ff - SURROGATES.count;

/** Any code point but halves of surrogate pairs. fast-check's own unit 'binary' first makes a table of all, which takes two seconds and 100 MB. */
export const codePoint = integer({ min: 0, max: LAST }).map(
  (n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? 0) : 0;
    if (text !== String.fromCodePoint(code)) throw new Error('Not one code point');
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
