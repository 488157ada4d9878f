import type { Piece } from '../record/piece.ts';
import type { Draws } from './draws.ts';

const CROCKFORD = Uint8Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (digit) => digit.charCodeAt(0));
const [TIME, LENGTH] = [10, 26];

/** A ULID of the event time, or of 1970 for earlier ones: 48 bits of time and 80 random ones, five a character. */
export const ulid = (draws: Draws): Piece => ({
  maxBytes: LENGTH,
  put({ bytes, ms }, at, _, __, r) {
    let rest = Math.max(0, ms[r]);
    for (let i = TIME - 1; i >= 0; i--) {
      const next = Math.floor(rest / 32);
      bytes[at + i] = CROCKFORD[rest - next * 32];
      rest = next;
    }
    for (let i = TIME; i < LENGTH; i++) bytes[at + i] = draws.code(CROCKFORD);
    return at + LENGTH;
  },
});
