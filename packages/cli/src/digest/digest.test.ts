import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, addedDigests, digestOf, digestText, NO_ROWS, readDigest, type Digest } from './digest.ts';

/** A batch of these rows. */
function rowsAsBytes(rows: readonly string[]): { bytes: Uint8Array; ends: Uint32Array } {
  const parts = rows.map((row) => Buffer.from(`${row}\n`));
  let end = 0;
  return {
    bytes: Buffer.concat(parts),
    ends: Uint32Array.from(parts, ({ byteLength }) => (end += byteLength)),
  };
}

const digest = (rows: readonly string[], numberOf: (place: number) => number = (place) => place): Digest =>
  digestOf(rowsAsBytes(rows), 0, rows.length, numberOf);

const row = fc.string({ maxLength: 70 });

test('digests of the parts of a stream add up to that of the whole, in any order', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (rows, shards) => {
      const parts = Array.from({ length: shards }, (_, shard) => {
        const own = rows.filter((_row, i) => i % shards === shard);
        return digest(own, (place) => shard + place * shards);
      });
      expect(parts.toReversed().reduce(added, NO_ROWS)).toEqual(digest(rows));
      expect(addedDigests(parts.map(digestText))).toBe(digestText(digest(rows)));
    }),
  );
});

test('a row that is changed, missing, repeated or in another place changes the digest', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(row, { minLength: 2, maxLength: 9 }),
      fc.nat(),
      fc.nat(255),
      (rows, at, flip) => {
        const whole = digestText(digest(rows));
        const place = at % rows.length;
        expect(digestText(digest(rows.toSpliced(place, 1)))).not.toBe(whole);
        expect(
          digestText(
            added(
              digest(rows),
              digest([rows[place] ?? ''], () => place),
            ),
          ),
        ).not.toBe(whole);
        expect(digestText(digest(rows, (each) => (each + 1) % rows.length))).not.toBe(whole);
        const { bytes, ends } = rowsAsBytes(rows);
        const spoilt = bytes.slice();
        const byte = at % spoilt.length;
        spoilt[byte] = (spoilt[byte] ?? 0) ^ (flip === 0 ? 1 : flip);
        const isNewline = ends.includes(byte + 1);
        const other = digestText(digestOf({ bytes: spoilt, ends }, 0, rows.length, (each) => each));
        expect(other === whole).toBe(isNewline);
      },
    ),
  );
});

test('each word of the digest depends on every byte, whatever the length', () => {
  for (const length of [1, 2, 3, 4, 5, 15, 16, 17, 31, 300]) {
    const text = 'x'.repeat(length);
    const plain = digest([text]);
    for (let i = 0; i < length; i++) {
      const other = digest([`${text.slice(0, i)}y${text.slice(i + 1)}`]);
      for (const word of [0, 1, 2, 3] as const) expect(other[word]).not.toBe(plain[word]);
    }
  }
});

test('a digest is 32 hexadecimal digits, the same on every machine', () => {
  const texts = ['{"n":1}', '{"n":2,"name":"Ada Lovelace"}', ''].map((text) => digestText(digest([text])));
  for (const text of texts) expect(digestText(readDigest(text))).toBe(text);
  expect(texts).toMatchInlineSnapshot(`
    [
      "d19abed5bd28ba2484bdd66a1825c959",
      "7e401c40201e844aab8b059203d09f13",
      "fe9709602f18e85ca40f75a0ddbc7813",
    ]
  `);
  expect(digestText(NO_ROWS)).toBe('0'.repeat(32));
});

test('rows beyond 2^32 differ from those with the same lower word', () => {
  expect(digest(['x'], () => 5)).not.toEqual(digest(['x'], () => 5 + 2 ** 32));
});
