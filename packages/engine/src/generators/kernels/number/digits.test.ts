import { describe, expect, test } from 'vitest';
import { cases } from '../../../../../../test/long.ts';
import { join53, mix, UNIT53 } from '../../../numeric/random.ts';
import { putDecimal, putDegrees, putEight, putInteger, putShort } from './digits.ts';
import { putIso } from '../time/instant.ts';

/** Values per function. */
const VALUES = cases(50_000);
const bytes = new Uint8Array(64);
const view = new DataView(bytes.buffer);
const read = (end: number): string => String.fromCharCode(...bytes.subarray(0, end));
/** The n-th number of a fixed sequence in [0, 1). */
const random = (n: number): number => join53(mix(n), mix(n ^ 0x5bd1e995)) * UNIT53;

/** Calls `one` for VALUES numbers and returns the first complaint. */
function fuzz(one: (n: number) => string | undefined): string | undefined {
  for (let n = 0; n < VALUES; n++) {
    const complaint = one(n);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** Numbers of all sizes: one digit is as frequent as sixteen. */
const ofAnySize = (n: number, most: number): number =>
  Math.floor(random(n) * 10 ** ((n % Math.log10(most)) + 1)) % most;

describe('writers agree with JSON.parse and String', () => {
  test.each([
    ['putShort', (x: number) => putShort(view, 0, x), 1e8],
    ['putInteger', (x: number) => putInteger(view, 0, x), 2 ** 53 - 1],
    ['putInteger of a negative', (x: number) => putInteger(view, 0, x === 0 ? 0 : -x), 2 ** 53 - 1],
  ])('%s', (name, put, most) => {
    const wrong = fuzz((n) => {
      const x = ofAnySize(n, most);
      const text = read(put(x));
      const expected = String(name.endsWith('negative') && x !== 0 ? -x : x);
      return text === expected && JSON.parse(text) === Number(expected)
        ? undefined
        : `${expected} as ${text}`;
    });
    expect(wrong).toBeUndefined();
  });

  test('putEight pads to eight digits', () => {
    const wrong = fuzz((n) => {
      const x = ofAnySize(n, 1e8);
      const text = read(putEight(view, 0, x));
      return text === String(x).padStart(8, '0') ? undefined : `${x} as ${text}`;
    });
    expect(wrong).toBeUndefined();
  });

  test('putDecimal writes the double nearest to units / 10^decimals without trailing zeros', () => {
    const wrong = fuzz((n) => {
      const decimals = n % 16;
      const units = ofAnySize(mix(n) >>> 1, 1e15) * (n & 16 ? -1 : 1);
      const text = read(putDecimal(bytes, view, 0, units, decimals));
      const value = JSON.parse(text) as number;
      const right = value === Number(`${units}e-${decimals}`) || (units === 0 && value === 0);
      return right && !/\.\d*0$|\.$/.test(text) ? undefined : `${units}e-${decimals} as ${text}`;
    });
    expect(wrong).toBeUndefined();
  });

  test('putDegrees agrees with putDecimal', () => {
    const wrong = fuzz((n) => {
      const units = ofAnySize(mix(n) >>> 1, 360e12) * (n & 1 ? -1 : 1);
      const expected = read(putDecimal(bytes, view, 0, units, 12));
      const text = read(putDegrees(bytes, view, 0, units));
      return text === expected ? undefined : `${expected} as ${text}`;
    });
    expect(wrong).toBeUndefined();
    for (const units of [0, 1, 1e12, 180e12, 999_999_999_999, 90e12 + 1e8])
      expect(read(putDegrees(bytes, view, 0, units))).toBe(read(putDecimal(bytes, view, 0, units, 12)));
  });

  test('the limits of each range', () => {
    for (const x of [0, 9, 10, 9999, 10_000, 99_999_999]) expect(read(putShort(view, 0, x))).toBe(String(x));
    for (const x of [99_999_999, 1e8, 1e12 - 1, 1e12, 1e15, 2 ** 53 - 1])
      for (const signed of [x, -x]) expect(read(putInteger(view, 0, signed))).toBe(String(signed));
  });

  test('putIso agrees with Date, also beyond the years 0 to 9999', () => {
    const span = 2 * 8.64e15;
    const near = Date.UTC(9999, 11, 31);
    const wrong = fuzz((n) => {
      const ms = Math.floor(n % 4 === 0 ? (random(n) - 0.5) * span : (random(n) - 0.2) * near);
      const iso = new Date(ms).toISOString();
      const full = read(putIso(view, 0, ms, 24));
      const short = read(putIso(view, 0, ms, 19));
      return full === `${iso}"` && short === `${iso.slice(0, 19)}"` ? undefined : `${iso} as ${full}`;
    });
    expect(wrong).toBeUndefined();
  });

  test('putIso agrees with Date around each year boundary and leap day', () => {
    const wrong: string[] = [];
    for (let year = 0; year <= 10_000; year++)
      for (const [month, day] of [
        [0, 1],
        [1, 28],
        [1, 29],
        [2, 1],
        [11, 31],
      ] as const) {
        const date = new Date(0);
        date.setUTCFullYear(year, month, day);
        const ms = date.getTime() + 86_399_999;
        const iso = new Date(ms).toISOString();
        if (read(putIso(view, 0, ms, 24)) !== `${iso}"`) wrong.push(iso);
      }
    expect(wrong).toEqual([]);
  });
});
