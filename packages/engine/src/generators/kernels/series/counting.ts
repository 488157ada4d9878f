import type { Cell, Place } from '../engine/cell.ts';
import { putDecimal } from '../number/digits.ts';
import { pool, putWords } from '../engine/pool.ts';

/** An arithmetic sequence. A pure function of the row index, so any row can be generated alone. */
export interface Counting {
  /** First number, in units of the last decimal. */
  readonly start: number;
  /** Difference between consecutive numbers, in the same units. */
  readonly step: number;
  /** Rows per number, at least 1. */
  readonly repeat: number;
  /** Decimals, 0 to 15. */
  readonly decimals: number;
}

const MAX_UNITS = 999_999_999_999_999;
const encoder = new TextEncoder();

/** Writes the sequence, exact at any index. Numbers of more than 15 digits use big integers and are slower. */
export function counting({ start, step, repeat, decimals }: Counting, place: Place): Cell {
  const { words, stride, lengths } = pool([place.lead]);
  const skip = lengths[0];
  return {
    maxBytes: stride * 8 + 56,
    usesIndex: true,
    ...(isExact({ start, step, repeat, decimals }) && {
      values: () => ({
        kind: 'number',
        make({ index, rows }, _, numbers) {
          for (let r = 0; r < rows; r++) numbers[r] = start + step * Math.floor(index[r] / repeat);
        },
      }),
    }),
    column({ bytes, view, at, index, rows }) {
      for (let r = 0; r < rows; r++) {
        const turn = Math.floor(index[r] / repeat);
        const units = start + step * turn;
        const p = at[r];
        putWords(view, p, words, 0, stride);
        if (units <= MAX_UNITS && units >= -MAX_UNITS) {
          at[r] = putDecimal(bytes, view, p + skip, units, decimals);
        } else {
          const text = longText(BigInt(start) + BigInt(step) * BigInt(turn), decimals);
          at[r] = p + skip + encoder.encodeInto(text, bytes.subarray(p + skip)).written;
        }
      }
    },
  };
}

/** Whether all numbers are whole and have an exact double. */
const isExact = ({ start, step, repeat, decimals }: Counting): boolean =>
  decimals === 0 && Math.abs(start) + Math.abs(step) * (Number.MAX_SAFE_INTEGER / repeat) <= 2 ** 53;

function longText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`;
}
