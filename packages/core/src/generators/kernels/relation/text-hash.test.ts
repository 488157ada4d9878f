import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSubject, type Subject } from '../../../numeric/random.ts';
import { EVERY_ROW } from '../engine/chunk-rows.ts';
import { hashText, prefixedHashes, PREFIXED_BELOW, putWholeHashes } from './text-hash.ts';

const numbers = fc.oneof(
  fc.integer({ min: 0, max: PREFIXED_BELOW - 1 }),
  fc.integer({ min: 0, max: 20_000 }),
  fc.constantFrom(...Array.from({ length: 8 }, (_, n) => [10 ** n - 1, 10 ** n]).flat()),
);

/** The hashes of texts. */
function hashesOf(texts: readonly string[]): Subject {
  const hashes = newSubject(texts.length);
  texts.forEach((text, r) => {
    const bytes = new TextEncoder().encode(text);
    const room = new Uint8Array(bytes.length + 4).fill(0xff);
    room.set(bytes);
    hashText(new DataView(room.buffer), 0, bytes.length, hashes, r);
  });
  return hashes;
}

test('the hash of a prefixed number is that of its text', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 9, unit: 'binary' }),
      fc.array(numbers, { minLength: 1, maxLength: 50 }),
      (text, list) => {
        const prefix = JSON.stringify(text).slice(1, -1);
        const hashes = newSubject(list.length);
        prefixedHashes(prefix)(Float64Array.from(list), { selection: EVERY_ROW, rows: list.length }, hashes);
        expect(hashes).toEqual(hashesOf(list.map((number) => `"${prefix}${number}"`)));
      },
    ),
  );
});

test('the hash of a whole number is that of its text', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 50 }), (list) => {
      const hashes = newSubject(list.length);
      const chunk = { selection: EVERY_ROW, rows: list.length };
      expect(putWholeHashes(Float64Array.from(list), chunk, hashes)).toBe(true);
      expect(hashes).toEqual(hashesOf(list.map(String)));
    }),
  );
});

test.each([-1, 0.5, PREFIXED_BELOW, 2 ** 32, NaN, Infinity])('%s is hashed as text', (number) => {
  const chunk = { selection: EVERY_ROW, rows: 2 };
  expect(putWholeHashes(Float64Array.of(1, number), chunk, newSubject(2))).toBe(false);
});
