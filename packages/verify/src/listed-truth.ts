import type { Batch } from '@catbird/engine';
import type { Truth } from './truth.ts';

/** The truth of rows that are held in memory as lines of JSON: those of a table at an instant, or groups. Each must be there once. */
export function listedTruth(lines: readonly Uint8Array[]): Truth {
  const write = (batch: Batch, count: number, lineAt: (i: number) => Uint8Array, first: number): Batch => {
    const ends = new Uint32Array(count);
    let size = 0;
    for (let i = 0; i < count; i++) ends[i] = size += lineAt(i).length + 1;
    const bytes = new Uint8Array(size).fill(NEWLINE);
    for (let i = 0; i < count; i++) bytes.set(lineAt(i), i === 0 ? 0 : (ends[i - 1] ?? 0));
    return Object.assign(batch, { first, count, bytes, ends });
  };
  const line = (row: number): Uint8Array => lines[row] ?? new Uint8Array(0);
  return {
    rows: lines.length,
    write: (batch, list) => write(batch, list.length, (i) => line(list[i] ?? -1), list[0] ?? 0),
    writeFrom: (batch, first, count) =>
      write(batch, Math.min(count, lines.length - first), (i) => line(first + i), first),
    eachSent: (use) => lines.forEach((each, row) => use(each, row)),
    least: () => 1,
    most: () => 1,
  };
}

const NEWLINE = 0x0a;

/** Copies the lines of batches, whose buffers are reused. */
export function linesOf(batches: Iterable<Batch>): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (const { count, bytes, ends } of batches) {
    const copy = bytes.slice(0, count === 0 ? 0 : (ends[count - 1] ?? 0));
    for (let i = 0; i < count; i++)
      lines.push(copy.subarray(i === 0 ? 0 : (ends[i - 1] ?? 0), (ends[i] ?? 1) - 1));
  }
  return lines;
}
