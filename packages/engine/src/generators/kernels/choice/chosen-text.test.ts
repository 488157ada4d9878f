import { expect, test } from 'vitest';
import { seedOf } from '../../../numeric/random.ts';
import { newBatch, texts } from '../../../rows/batch.ts';
import { rewritten, type Cell, type Writing } from '../engine/cell.ts';
import { rowFiller } from '../engine/rows.ts';
import { literal } from './choice.ts';
import { fused } from './chosen-text.ts';

/** The row that cells write: without its closing brace, which a row filler adds. */
function rowOf(cells: readonly Cell[]): string | undefined {
  const batch = newBatch();
  rowFiller(cells, seedOf(1))(batch, { first: 0, count: 1, time: { startMs: 0, stepMs: 1 } });
  return [...texts(batch)].join('');
}

test('a cell that is rewritten is joined with its neighbours as it writes now', () => {
  const { maxBytes, column } = literal('2');
  expect(rowOf([literal('{"a":'), rewritten(literal('1'), { maxBytes, column })])).toBe('{"a":2}');
});

test('a text that a cell writes first is joined with the one before it once', () => {
  const { maxBytes, column } = literal(',"a":2');
  const rest = (): Writing => ({ maxBytes, column: literal('2').column });
  const cell: Cell = { maxBytes, column, output: { kind: 'led', lead: ',"a":', rest } };
  expect(rowOf(fused(fused([literal('{"b":1'), cell])))).toBe('{"b":1,"a":2}');
});
