import type { Cell, Place } from '../engine/cell.ts';
import { putDecimal } from '../number/digits.ts';
import { pool, putWords } from '../engine/pool.ts';

/** Numbers one after another: a pure function of the row's index, so any row can be made alone. */
export interface Counting {
  /** First number, in units of the last decimal. */
  readonly start: number;
  /** From one number to the next, in the same units. */
  readonly step: number;
  /** Rows for which a number stays, at least 1. */
  readonly repeat: number;
  /** 0 to 15. */
  readonly decimals: number;
}

const MOST_UNITS = 999_999_999_999_999;
const encoder = new TextEncoder();

/** Exact at any index: numbers of more than 15 digits are made of big integers, and slower. */
export function counting({ start, step, repeat, decimals }: Counting, place: Place): Cell {
  const { words, stride, lengths } = pool([place.lead]);
  const skip = lengths[0];
  return {
    maxBytes: stride * 8 + 56,
    usesIndex: true,
    column({ bytes, view, at, index, rows }) {
      for (let r = 0; r < rows; r++) {
        const turn = Math.floor(index[r] / repeat);
        const units = start + step * turn;
        const p = at[r];
        putWords(view, p, words, 0, stride);
        if (units <= MOST_UNITS && units >= -MOST_UNITS) {
          at[r] = putDecimal(bytes, view, p + skip, units, decimals);
        } else {
          const text = longText(BigInt(start) + BigInt(step) * BigInt(turn), decimals);
          at[r] = p + skip + encoder.encodeInto(text, bytes.subarray(p + skip)).written;
        }
      }
    },
  };
}

function longText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`;
}
