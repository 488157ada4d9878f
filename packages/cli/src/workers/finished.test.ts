import { expect, test } from 'vitest';
import { newFinished, NO_MEMORY, putFinished, takeFinished, type Block } from './turns.ts';

const blockOf = (block: number): Block => ({
  block,
  count: 1000 + block,
  ms: 1_767_225_600_000 + block,
  memory: block % 3 === 0 ? NO_MEMORY : block % 3,
});

test('blocks are taken in order, once each, however often their room is used again', () => {
  const finished = newFinished(3);
  expect(takeFinished(finished)).toEqual([]);
  let put = 0;
  for (const count of [1, 3, 2, 3, 3, 1, 2]) {
    const blocks = Array.from({ length: count }, () => blockOf(put++));
    for (const each of blocks) putFinished(finished, each);
    expect(takeFinished(finished)).toEqual(blocks);
    expect(takeFinished(finished)).toEqual([]);
  }
});
