import { PADDED } from '../number/digits.ts';
import type { Piece } from './piece.ts';
import type { Pick } from './pick.ts';

const DAY_MS = 86_400_000;
const DASH = 0x2d;

/** A date without a time. @param days since 1970, of which the year is from 0 to 9999 */
export const dateOf = (days: Pick): Piece => ({
  maxBytes: 16,
  put({ bytes, view }, at, a, b) {
    const date = new Date(days(a, b) * DAY_MS);
    const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
    view.setInt32(at, PADDED[date.getUTCFullYear()], true);
    bytes[at + 4] = DASH;
    putTwo(bytes, at + 5, month);
    bytes[at + 7] = DASH;
    putTwo(bytes, at + 8, day);
    return at + 10;
  },
});

function putTwo(bytes: Uint8Array, at: number, number: number): void {
  bytes[at] = 0x30 + ((number / 10) | 0);
  bytes[at + 1] = 0x30 + (number % 10);
}
