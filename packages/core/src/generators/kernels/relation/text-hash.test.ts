import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSubject } from '../../../numeric/random.ts';
import { EVERY_ROW } from '../engine/chunk-rows.ts';
import { hashText, prefixedHashes, PREFIXED_BELOW } from './text-hash.ts';

test('the hash of a prefixed number is that of its text', () => {
  const numbers = fc.oneof(
    fc.integer({ min: 0, max: PREFIXED_BELOW - 1 }),
    fc.integer({ min: 0, max: 20_000 }),
    fc.constantFrom(...Array.from({ length: 8 }, (_, n) => [10 ** n - 1, 10 ** n]).flat()),
  );
  fc.assert(
    fc.property(
      fc.string({ maxLength: 9, unit: 'binary' }),
      fc.array(numbers, { minLength: 1, maxLength: 50 }),
      (text, list) => {
        const prefix = JSON.stringify(text).slice(1, -1);
        const [hashes, expected] = [newSubject(list.length), newSubject(list.length)];
        prefixedHashes(prefix)(Float64Array.from(list), { origin: EVERY_ROW, rows: list.length }, hashes);
        list.forEach((number, r) => {
          const bytes = new TextEncoder().encode(`"${prefix}${number}"`);
          const room = new Uint8Array(bytes.length + 4).fill(0xff);
          room.set(bytes);
          hashText(new DataView(room.buffer), 0, bytes.length, expected, r);
        });
        expect(hashes).toEqual(expected);
      },
    ),
  );
});
