import { mix, type Subject } from '../../../numeric/random.ts';

const LOW = 0x01000193;
const HIGH = 0x5bd1e995;
const START = 0x85ebca6b;

/**
 * Hashes the bytes of a text into two words, four bytes at a time. Each step is a bijection of the hashes for a given input word, and
 * of the input word for given hashes, so values of equal length that differ in one word never collide.
 */
export function hashText(view: DataView, from: number, to: number, { a, b }: Subject, r: number): void {
  let low = to - from;
  let high = START;
  for (let i = from; i < to; i += 4) {
    const left = to - i;
    const word = view.getInt32(i, true) & (left >= 4 ? -1 : (1 << (left * 8)) - 1);
    low = Math.imul(low ^ word, LOW);
    low ^= low >>> 15;
    high = Math.imul((high + word) ^ low, HIGH);
    high ^= high >>> 13;
  }
  a[r] = mix(low);
  b[r] = mix(high);
}
