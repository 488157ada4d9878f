import type { Chunk } from '../engine/cell.ts';
import { putWords, type Pool } from '../engine/pool.ts';

/** Appends to each row the text with the number in `chosen`. */
type PutTexts = (chunk: Chunk, texts: Pool, chosen: Int32Array) => void;

/**
 * The function for texts of so many words. Unrolled: a loop takes twice as long, because it checks the interrupt flag on each
 * iteration. All words are read before the first is written, because V8 checks the pool again after each write.
 */
export const putTextsOf = ({ stride }: Pool): PutTexts => BY_STRIDE[stride] ?? putAny;

const putOne: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    view.setFloat64(p, words[text], true);
  }
};

const putTwo: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    const w = text * 2;
    const w0 = words[w];
    const w1 = words[w + 1];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
  }
};

const putThree: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    const w = text * 3;
    const w0 = words[w];
    const w1 = words[w + 1];
    const w2 = words[w + 2];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    view.setFloat64(p + 16, w2, true);
  }
};

const putFour: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    const w = text * 4;
    const w0 = words[w];
    const w1 = words[w + 1];
    const w2 = words[w + 2];
    const w3 = words[w + 3];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    view.setFloat64(p + 16, w2, true);
    view.setFloat64(p + 24, w3, true);
  }
};

const putFive: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    const w = text * 5;
    const w0 = words[w];
    const w1 = words[w + 1];
    const w2 = words[w + 2];
    const w3 = words[w + 3];
    const w4 = words[w + 4];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    view.setFloat64(p + 16, w2, true);
    view.setFloat64(p + 24, w3, true);
    view.setFloat64(p + 32, w4, true);
  }
};

const putSix: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    const w = text * 6;
    const w0 = words[w];
    const w1 = words[w + 1];
    const w2 = words[w + 2];
    const w3 = words[w + 3];
    const w4 = words[w + 4];
    const w5 = words[w + 5];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    view.setFloat64(p + 16, w2, true);
    view.setFloat64(p + 24, w3, true);
    view.setFloat64(p + 32, w4, true);
    view.setFloat64(p + 40, w5, true);
  }
};

const putSeven: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    const w = text * 7;
    const w0 = words[w];
    const w1 = words[w + 1];
    const w2 = words[w + 2];
    const w3 = words[w + 3];
    const w4 = words[w + 4];
    const w5 = words[w + 5];
    const w6 = words[w + 6];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    view.setFloat64(p + 16, w2, true);
    view.setFloat64(p + 24, w3, true);
    view.setFloat64(p + 32, w4, true);
    view.setFloat64(p + 40, w5, true);
    view.setFloat64(p + 48, w6, true);
  }
};

const putEight: PutTexts = ({ view, at, rows }, { words, lengths }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    const w = text * 8;
    const w0 = words[w];
    const w1 = words[w + 1];
    const w2 = words[w + 2];
    const w3 = words[w + 3];
    const w4 = words[w + 4];
    const w5 = words[w + 5];
    const w6 = words[w + 6];
    const w7 = words[w + 7];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    view.setFloat64(p + 16, w2, true);
    view.setFloat64(p + 24, w3, true);
    view.setFloat64(p + 32, w4, true);
    view.setFloat64(p + 40, w5, true);
    view.setFloat64(p + 48, w6, true);
    view.setFloat64(p + 56, w7, true);
  }
};

const putAny: PutTexts = ({ view, at, rows }, { words, lengths, stride }, chosen) => {
  for (let r = 0; r < rows; r++) {
    const text = chosen[r];
    const p = at[r];
    at[r] = p + lengths[text];
    putWords(view, p, words, text * stride, stride);
  }
};

const BY_STRIDE: Readonly<Record<number, PutTexts>> = {
  1: putOne,
  2: putTwo,
  3: putThree,
  4: putFour,
  5: putFive,
  6: putSix,
  7: putSeven,
  8: putEight,
};

/** Appends a text of `length` bytes to the rows `from ≤ r < to`. */
export function putSame(
  { view, at }: Chunk,
  from: number,
  to: number,
  { words, stride }: Pick<Pool, 'words' | 'stride'>,
  length: number,
): void {
  const w0 = words[0];
  const w1 = stride > 1 ? words[1] : 0;
  const w2 = stride > 2 ? words[2] : 0;
  const w3 = stride > 3 ? words[3] : 0;
  const w4 = stride > 4 ? words[4] : 0;
  for (let r = from; r < to; r++) {
    const p = at[r];
    at[r] = p + length;
    view.setFloat64(p, w0, true);
    if (stride > 1) view.setFloat64(p + 8, w1, true);
    if (stride > 2) view.setFloat64(p + 16, w2, true);
    if (stride > 3) view.setFloat64(p + 24, w3, true);
    if (stride > 4) view.setFloat64(p + 32, w4, true);
    for (let w = 5; w < stride; w++) view.setFloat64(p + w * 8, words[w], true);
  }
}
