import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { draw, drawKeys, join53, UNIT32, UNIT53, type Subject } from '../../../numeric/random.ts';
import { putEight, putInteger } from './digits.ts';
import { jsonInner } from '../engine/json-text.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';

/** A number as text with a fixed number of decimals. */
export interface AmountParams {
  readonly min: number;
  readonly max: number;
  /** Decimals, 0 to 8. */
  readonly decimals: number;
  /** Text before the number. */
  readonly symbol: string;
}

const MAX_DECIMALS = 8;
const POINT = 0x2e;
const QUOTE = 0x22;
const POWER = Float64Array.from({ length: 9 }, (_, i) => 10 ** i);

/** finance.amount: uniform from min to max in steps of the last decimal. Undefined if the range or decimals are out of bounds. */
export const amount = (params: AmountParams, place: Place): Cell | undefined => cell(params, false, place);

/** commerce.price: an amount with a charm price's last decimal: 9 (50 %), 5 (30 %), 0 (10 %) or any digit (10 %). Keeps the amount if that would leave the range. */
export const price = (params: AmountParams, place: Place): Cell | undefined => cell(params, true, place);

function cell(
  { min, max, decimals, symbol }: AmountParams,
  charming: boolean,
  place: Place,
): Cell | undefined {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) return undefined;
  const low = Math.ceil(min * POWER[decimals]);
  const high = Math.floor(max * POWER[decimals]);
  if (!(low < high) || !Number.isSafeInteger(low) || !Number.isSafeInteger(high)) return undefined;
  const range: Range = {
    low,
    high,
    decimals,
    charming: charming && decimals > 0,
    ...drawKeys(place.path, 3),
    lead: pool([`${place.lead}"${jsonInner(symbol)}`]),
  };
  return {
    maxBytes: range.lead.stride * 8 + 36,
    column: (chunk, subject) => putAmounts(chunk, subject, range),
  };
}

interface Range {
  /** In steps of the last decimal. */
  readonly low: number;
  readonly high: number;
  readonly decimals: number;
  readonly charming: boolean;
  readonly keys: Int32Array;
  readonly odds: Int32Array;
  readonly lead: Pool;
}

/** Last decimals with faker's weights: 9 (50 %), 5 (30 %), 0 (10 %), any digit (10 %). */
const ENDINGS = Uint8Array.from({ length: 100 }, (_, i) => (i < 50 ? 9 : i < 80 ? 5 : i < 90 ? 0 : i - 90));

function putAmounts({ view, at, rows }: Chunk, { a, b }: Subject, range: Range): void {
  const { low, high, decimals, charming, keys, odds, lead } = range;
  const [key0, key1, key2] = [keys[0], keys[1], keys[2]];
  const [odd0, odd1, odd2] = [odds[0], odds[1], odds[2]];
  const scale = (high - low + 1) * UNIT53;
  const unit = POWER[decimals];
  const shift = POWER[MAX_DECIMALS - decimals];
  for (let r = 0; r < rows; r++) {
    const share = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
    let steps = low + Math.floor(share * scale);
    if (charming) {
      const ending = ENDINGS[((draw(a[r], b[r], key2, odd2) >>> 0) * 100 * UNIT32) | 0];
      const charmed = Math.floor(steps / 10) * 10 + ending;
      if (charmed >= low && charmed <= high) steps = charmed;
    }
    let p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    p += lead.lengths[0];
    if (steps < 0) {
      view.setInt8(p++, 0x2d);
      steps = -steps;
    }
    const whole = Math.floor(steps / unit);
    p = putInteger(view, p, whole);
    if (decimals > 0) {
      view.setInt8(p, POINT);
      putEight(view, p + 1, ((steps - whole * unit) * shift) | 0);
      p += decimals + 1;
    }
    view.setInt8(p, QUOTE);
    at[r] = p + 1;
  }
}
