import {
  draw,
  draw53,
  drawKey,
  UNIT32,
  UNIT53,
  type DrawKey,
  type Subject,
} from '../../../numeric/random.ts';
import type { Place } from '../engine/cell.ts';
import { zipfian, type PutRanks } from './zipf.ts';

/** How often each rank is drawn: as a power of it, or a share of the ranks gets a share of the rows. */
export type Frequency =
  | { readonly kind: 'uniform' }
  | { readonly kind: 'zipf'; readonly exponent: number }
  | { readonly kind: 'hot'; readonly keys: number; readonly rows: number };

/** Draws ranks, from 0 for the most frequent. */
export function ranking(frequency: Frequency, { path }: Place): PutRanks {
  const [own, choosing] = [drawKey(`${path}\nkey`, 0), drawKey(`${path}\nkey`, 1)];
  if (frequency.kind === 'zipf') return zipfian(frequency.exponent, own);
  if (frequency.kind === 'uniform')
    return (subject, counts, rows, ranks) => putUniform(subject, own, counts, rows, ranks);
  const { keys: hotKeys, rows: hotRows } = frequency;
  return ({ a, b }, counts, rows, ranks) => {
    let last = NaN;
    let hot = 1;
    for (let r = 0; r < rows; r++) {
      const n = counts[r];
      if (n !== last) {
        last = n;
        hot = Math.max(1, Math.round(n * hotKeys));
      }
      const isHot = hot >= n || (draw(a[r], b[r], choosing.key, choosing.odd) >>> 0) * UNIT32 < hotRows;
      const unit = draw53(a[r], b[r], own.key, own.odd) * UNIT53;
      ranks[r] = isHot ? Math.floor(unit * hot) : hot + Math.floor(unit * (n - hot));
    }
  };
}

function putUniform(
  { a, b }: Subject,
  { key, odd }: DrawKey,
  counts: Float64Array,
  rows: number,
  ranks: Float64Array,
): void {
  for (let r = 0; r < rows; r++) ranks[r] = Math.floor(draw53(a[r], b[r], key, odd) * UNIT53 * counts[r]);
}
