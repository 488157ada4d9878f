import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import {
  draw,
  draw53,
  drawKey,
  drawKeys,
  elementsAsSubjects,
  newSubject,
  rowsAsSubjects,
  seedOf,
  type DrawKey,
} from '../../../numeric/random.ts';

/*
 * Collisions are solved for, not sampled: among 2^53 rows, no sample that a test can draw would find them. This file inverts each
 * step of a draw as defined in random.ts.
 */

/** Multiplicative inverse of an odd number modulo 2^32 (each Newton iteration doubles the correct bits). */
function inverse(odd: number): number {
  let x = odd;
  for (let i = 0; i < 5; i++) x = Math.imul(x, 2 - Math.imul(odd, x));
  return x;
}

/** Undoes `x ^ (x >>> shift)`. */
function unshift(x: number, shift: number): number {
  let y = x;
  for (let done = shift; done < 32; done += shift) y = x ^ (y >>> shift);
  return y;
}

const FIRST = 0x21f0aaad;
const SECOND = 0x735a2d97;
/** The value of a draw before mixing. */
const unfinished = (drawn: number): number => {
  const x = unshift(Math.imul(unshift(drawn, 15), inverse(SECOND)), 15);
  return Math.imul(x, inverse(FIRST));
};
const unmix = (x: number): number => unshift(unfinished(x), 16);
const folded = (b: number, key: number): number => {
  const p = Math.imul(b, key);
  return p ^ (p >>> 16);
};
/** Recovers word a from a draw and word b. */
const solveA = (drawn: number, b: number, { key, odd }: DrawKey): number =>
  Math.imul(unfinished(drawn) - folded(b, key), inverse(odd));
/** Recovers word b from a draw and word a. */
const solveB = (drawn: number, a: number, { key, odd }: DrawKey): number =>
  Math.imul(unshift((unfinished(drawn) - Math.imul(a, odd)) | 0, 16), inverse(key));

/** Recovers the row index from a subject. */
function rowOf(a: number, b: number, seed: number): number {
  const { s0, s1 } = seedOf(seed);
  const low = (unmix(a) ^ s0) >>> 0;
  const high = ((unmix(b) - s1) ^ a) >>> 0;
  return high * 2 ** 32 + low;
}

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const path = fc.string({ minLength: 1, maxLength: 12 });

describe('no two rows share a uuid', () => {
  test('because its first and last eight digits determine the row, of 2^53 rows', () => {
    const rows = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 53 - 1 }),
      fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 1_280_942, 6_509_613_434_061),
    );
    fc.assert(
      fc.property(rows, fc.integer(), (row, seed) => {
        const [id = ''] = valuesOf<string>('string.uuid', [], { first: row, count: 1, seed });
        const x0 = Number.parseInt(id.slice(0, 8), 16);
        const x3 = Number.parseInt(id.slice(-8), 16);
        const { keys, odds } = drawKeys('v', 4);
        const a = solveA(x3, x0, { key: keys[3] ?? 0, odd: odds[3] ?? 0 });
        const b = solveB(x0, a, { key: keys[0] ?? 0, odd: odds[0] ?? 0 });
        expect(rowOf(a, b, seed)).toBe(row);
      }),
    );
  });

  test('including two rows of seed 42 that once collided', () => {
    const of = (row: number) => valuesOf<string>('string.uuid', [], { first: row, count: 1, seed: 42 });
    expect(of(1_280_942)).not.toEqual(of(6_509_613_434_061));
  });
});

test('rows constructed to share one draw share hardly any other', () => {
  const keys = Array.from({ length: 64 }, (_, n) => drawKey(`field ${n}`, 0));
  const [solved, ...others] = keys as [DrawKey, ...DrawKey[]];
  // Differences of one and two bits in either word, which would cancel for every key in an unmixed sum or product.
  const differences = Array.from({ length: 32 }, (_, i) =>
    [0, ...Array.from({ length: i }, (__, j) => 2 ** j)].flatMap((low) => [2 ** i + low, 2 ** i - low]),
  ).flat();
  fc.assert(
    fc.property(word, word, (a, b) => {
      const drawn = draw(a, b, solved.key, solved.odd);
      for (const difference of differences) {
        const [otherA, otherB] = [(a + difference) | 0, (b + difference) | 0];
        for (const [x, y] of [
          [otherA, solveB(drawn, otherA, solved)],
          [solveA(drawn, otherB, solved), otherB],
        ] as const) {
          expect(draw(x, y, solved.key, solved.odd)).toBe(drawn);
          const shared = others.filter(({ key, odd }) => draw(x, y, key, odd) === draw(a, b, key, odd));
          expect(shared.length).toBeLessThan(3);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('a 53-bit number and the eleven bits it drops determine both words of the subject', () => {
  fc.assert(
    fc.property(word, word, path, (a, b, field) => {
      const own = drawKey(field, 0);
      const high = draw(a, b, own.key, own.odd);
      const low = draw(a, high, own.key, own.odd);
      expect(draw53(a, b, own.key, own.odd)).toBe((high >>> 5) * 2 ** 26 + (low >>> 6));
      const foundA = solveA(low, high, own);
      expect([foundA, solveB(high, foundA, own)]).toEqual([a, b]);
    }),
  );
});

test('subjects differ between elements of a row, and between the same elements of different rows', () => {
  const row = newSubject(2);
  const element = newSubject(2);
  fc.assert(
    fc.property(word, word, word, fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 }), (a, b, flip, n, m) => {
      row.a.set([a, a]);
      row.b.set([b, b ^ (flip | 1)]);
      elementsAsSubjects(element, row, 2, n);
      const [a0, b0, a1, b1] = [element.a[0], element.b[0], element.a[1], element.b[1]];
      expect([a0, b0]).not.toEqual([a1, b1]);
      elementsAsSubjects(element, row, 2, m);
      expect(element.a[0] === a0).toBe(n === m);
    }),
  );
});

test('fields whose paths collide in one hash still have different multipliers', () => {
  // Both paths have the same FNV-1a hash.
  const [left, right] = [drawKey('costarring', 0), drawKey('liquid', 0)];
  expect(left.key).toBe(right.key);
  expect(left.odd).not.toBe(right.odd);
});

test('a subject determines its row', () => {
  const subject = newSubject(1);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 53 - 1 }), fc.integer(), (row, seed) => {
      rowsAsSubjects(subject, seedOf(seed), row, 1);
      expect(rowOf(subject.a[0] ?? 0, subject.b[0] ?? 0, seed)).toBe(row);
    }),
  );
});
