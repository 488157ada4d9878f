import type { Limits } from '../limits.ts';
import { newObserver, type Observer, type Row } from '../observe/observe.ts';
import { readRows } from '../read/read.ts';
import { compareRows, type Comparison } from './compare.ts';

/** Compares rows in any format that a sample may have with those that were kept of a sample. */
export async function compareKept(
  original: readonly Row[],
  generated: AsyncIterable<Uint8Array>,
  limits: Limits,
): Promise<Comparison> {
  let observer: Observer | undefined;
  await readRows(generated, limits, () => (observer = newObserver(limits)));
  return compareRows(original, observer?.profile().rows ?? []);
}
