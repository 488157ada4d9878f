import { newBatch, texts, type Batch } from '@catbird/core';
import { expect, test } from 'vitest';
import { newMemories, type BlockMemory } from './memories.ts';

/** Fills a batch as a writer of rows does: with larger buffers if it has too little room. */
function filled(batch: Batch, rows: readonly string[]): Batch {
  const bytes = new TextEncoder().encode(rows.map((row) => `${row}\n`).join(''));
  const fits = batch.bytes.length >= bytes.length;
  const ends = batch.ends.length >= rows.length ? batch.ends : new Uint32Array(rows.length);
  Object.assign(batch, {
    count: rows.length,
    bytes: fits ? batch.bytes : new Uint8Array(bytes.length),
    ends,
  });
  batch.bytes.set(bytes);
  let end = 0;
  rows.forEach((row, i) => (batch.ends[i] = end += row.length + 1));
  return batch;
}

/** The rows of a memory, as the main thread reads them. */
const rowsIn = ({ bytes, ends }: BlockMemory, count: number): readonly string[] => [
  ...texts({ ...newBatch(), count, bytes: new Uint8Array(bytes), ends: new Uint32Array(ends) }),
];

test('memory is used again once it is released, and replaced if it is too small', () => {
  const posted: BlockMemory[] = [];
  const memories = newMemories((each) => posted.push(each));
  const share = (...rows: readonly string[]): number => memories.share(filled(memories.batch(), rows));
  const release = (number: number): void => {
    const memory = posted.find((each) => each.number === number);
    if (memory !== undefined) new Int32Array(memory.inUse)[0] = 0;
  };
  expect([share('one', 'two'), share('six', 'ten')]).toEqual([0, 1]);
  expect(posted.map((each) => rowsIn(each, 2))).toEqual([
    ['one', 'two'],
    ['six', 'ten'],
  ]);
  release(1);
  expect(share('3', '4')).toBe(1);
  expect(posted.map((each) => rowsIn(each, 2))).toEqual([
    ['one', 'two'],
    ['3', '4'],
  ]);
  release(0);
  expect(share('longer than any', 'row before')).toBe(2);
  expect(posted[2]).toMatchObject({ number: 2, replaces: 0 });
  expect(posted[2] && rowsIn(posted[2], 2)).toEqual(['longer than any', 'row before']);
  release(2);
  expect(share('last', 'row')).toBe(2);
  expect(posted).toHaveLength(3);
});
