import { jsonText } from '../engine/json.ts';
import { packTexts, SAFE_BYTES } from '../engine/pool.ts';
import type { Piece } from '../record/piece.ts';
import type { Extent } from '../text/prose.ts';
import type { Draws } from './draws.ts';

const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];

/** Some of the items in random order, the last steps of a shuffle (Fisher and Yates). @param count how many, at most all */
export function sample(draws: Draws, items: readonly unknown[], { min, max }: Extent): Piece {
  const { words, starts, lengths } = packTexts(items.map((item) => jsonText(item)));
  const size = items.length;
  const order = new Int32Array(size);
  return {
    maxBytes: lengths.reduce((sum, length) => sum + length + 1, 2) + SAFE_BYTES,
    put({ view }, at) {
      const first = Math.max(0, size - draws.int(min, max));
      for (let i = 0; i < size; i++) order[i] = i;
      for (let i = size - 1; i >= first; i--) swap(order, i, draws.int(0, i));
      let end = at;
      view.setInt8(end++, OPEN);
      for (let i = first; i < size; i++) {
        if (i > first) view.setInt8(end++, COMMA);
        const [start, length] = [starts[order[i]], lengths[order[i]]];
        for (let done = 0; done < length; done += 8)
          view.setFloat64(end + done, words[start + (done >> 3)], true);
        end += length;
      }
      view.setInt8(end, CLOSE);
      return end + 1;
    },
  };
}

function swap(order: Int32Array, i: number, j: number): void {
  const kept = order[i];
  order[i] = order[j];
  order[j] = kept;
}
