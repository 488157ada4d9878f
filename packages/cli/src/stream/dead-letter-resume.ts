import { isObject, jsonOf, firstPlace } from '@catbird/engine';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { placeOf, type Range } from '@catbird/send';
import type { Shard } from '@catbird/stream';
import { temporaryOf } from '../files/durable.ts';
import type { Prepared } from './prepared.ts';
import { remainingIn } from './resend.ts';

/** Lines that are written together. */
const LINES = 1000;

/**
 * Removes the letters of rows from a file, and a line that a crash has cut off. Writes another file and replaces the first with it, so that a crash
 * leaves the old or the new one.
 *
 * @throws Node's error
 */
export async function keepLetters(path: string, isKept: (row: number) => boolean): Promise<void> {
  const temporary = temporaryOf(path);
  await rm(temporary, { force: true });
  try {
    await writeKept(temporary, path, isKept);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeKept(to: string, path: string, isKept: (row: number) => boolean): Promise<void> {
  const output = await open(to, 'wx', (await stat(path)).mode);
  try {
    let waiting: string[] = [];
    const write = async (): Promise<void> => {
      if (waiting.length > 0) await output.writeFile(waiting.join(''));
      waiting = [];
    };
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const row = rowIn(line);
      if (row !== undefined && isKept(row)) waiting.push(`${line}\n`);
      if (waiting.length >= LINES) await write();
    }
    await write();
    await output.sync();
  } finally {
    await output.close();
  }
}

/** The number of the row of a letter; undefined if the line is not whole. */
function rowIn(line: string): number | undefined {
  const letter = jsonOf(line);
  return isObject(letter) && typeof letter['number'] === 'number' ? letter['number'] : undefined;
}

/**
 * Tells the rows that a resumed stream sends, by their numbers in the whole stream. Undefined: it is not resumed.
 *
 * @param hasParts whether threads send it
 */
export function sentAgain(
  { isResumed, parts, shard, positionOf, remaining, splitBy }: SentRows,
  hasParts: boolean,
): ((row: number) => boolean) | undefined {
  if (!isResumed) return undefined;
  // Which rows a thread has follows from their keys, which only the thread reads.
  if (hasParts && splitBy !== undefined) return () => false;
  const all: readonly Own[] =
    hasParts && parts !== undefined
      ? parts.map((part) => ({ numberOf: numbersOf(part.shard ?? undefined), remaining: remainingIn(part) }))
      : [{ numberOf: splitBy === undefined ? numbersOf(shard) : positionOf, remaining }];
  return (number) => all.some((own) => has(own, number));
}

type SentRows = Pick<Prepared, 'isResumed' | 'parts' | 'shard' | 'positionOf' | 'remaining' | 'splitBy'>;

/** The rows that a process or thread has left. */
interface Own {
  /** The number of a row in the whole stream, ascending. */
  readonly numberOf: (row: number) => number;
  readonly remaining: readonly Range[];
}

const numbersOf =
  ({ index, count }: Shard = { index: 0, count: 1 }) =>
  (row: number): number =>
    index + row * count;

/** Whether the row with a number is left. */
function has({ numberOf, remaining }: Own, number: number): boolean {
  const row = firstFrom(number, numberOf);
  if (numberOf(row) !== number) return false;
  const range = remaining[placeOf(row, remaining)];
  return range !== undefined && range[0] <= row;
}

/** The first row whose number is at least this one. */
function firstFrom(number: number, numberOf: (row: number) => number): number {
  let high = 1;
  while (numberOf(high) < number) high *= 2;
  return firstPlace(0, high, (row) => numberOf(row) >= number);
}
