import type { Arrivals, Lines } from '@catbird/verify';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as z from 'zod/mini';
import { messageOf } from '../files/error-code.ts';
import { statOf } from '../files/identity.ts';
import { stampsOf } from '../receive/stamps.ts';
import { SourceError } from './source.ts';

const byte = z.int().check(z.nonnegative());
const schema = z.object({ at: z.iso.datetime(), request: byte, first: byte, end: byte });

/** Adds the times of arrival that `catbird receive --stamp` wrote beside a file. Lines of other files have none. */
export function stamped(file: string): (lines: Lines) => Arrivals {
  const stamps = stampsOf(file);
  if (statOf(stamps) === undefined) return ({ rows }) => ({ rows });
  let read = 0;
  const known: { readonly first: number; readonly end: number; readonly ms: number }[] = [];
  const readOn = (): void => {
    const text = bytesFrom(stamps, read);
    const whole = text.subarray(0, text.lastIndexOf(0x0a) + 1);
    read += whole.length;
    for (const line of whole.toString('utf8').split('\n').slice(0, -1)) {
      const stamp = stampIn(line, stamps);
      // Rows that could not be written are followed by others in their place.
      while ((known.at(-1)?.first ?? -1) >= stamp.first) known.pop();
      known.push(stamp);
    }
  };
  const timeOf = (end: number): number => {
    if (end > (known.at(-1)?.end ?? 0)) readOn();
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((known[middle]?.end ?? 0) >= end) high = middle;
      else low = middle + 1;
    }
    const found = known[low];
    return found !== undefined && found.first < end ? found.ms : NaN;
  };
  return ({ rows, ends }) => ({ rows, atMs: ends.map(timeOf) });
}

function bytesFrom(file: string, start: number): Buffer {
  try {
    const opened = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(opened).size - start));
      return bytes.subarray(0, readSync(opened, bytes, 0, bytes.length, start));
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw new SourceError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function stampIn(line: string, file: string): { first: number; end: number; ms: number } {
  try {
    const { first, end, at } = z.parse(schema, JSON.parse(line), { jitless: true });
    return { first, end, ms: Date.parse(at) };
  } catch (cause) {
    throw new SourceError(
      `${file} has a line that is no time of arrival: ${line.slice(0, 80)}. Remove the file, or receive again with --stamp`,
      { cause },
    );
  }
}
