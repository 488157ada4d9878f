import { firstPlace } from '@catbird/engine';
import { type Arrivals, type Lines, arrivedIn, type ArrivedFile } from '@catbird/verify';
import { closeSync, fstatSync, openSync, readSync, createReadStream, readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { messageOf, readingFailure } from '../files/error-code.ts';
import { statOf, kindOf } from '../files/identity.ts';
import { stampsOf } from '../receive/sink.ts';
import { SourceError, type Source } from './source.ts';
import { gunzipped } from '../files/gunzip.ts';
import type { Terminal } from '../terminal.ts';
import { dirname, extname, join } from 'node:path';

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
    const found = known[firstPlace(0, known.length, (place) => (known[place]?.end ?? 0) >= end)];
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

/** Reads a file of lines of JSON, a JSON array, CSV, TSV or Parquet, gzip or not; `-` is standard input. */
export async function fileSource(
  file: string,
  { inputBytes }: Pick<Terminal, 'inputBytes'>,
): Promise<Source> {
  const name = file === '-' ? 'standard input' : file;
  const before = file === '-' ? undefined : versionOf(file);
  const { rows, ...reading } = await opened(
    gunzipped(file === '-' ? inputBytes() : createReadStream(file)),
    name,
    async () => {
      if (file === '-')
        throw new SourceError(
          'Parquet cannot be read from standard input: its index is at its end. Name the file',
        );
      const { asyncBufferFromFile } = await import('hyparquet');
      return asyncBufferFromFile(file);
    },
    stamped(file),
  );
  return {
    name,
    ...reading,
    async *read() {
      try {
        yield* rows;
      } catch (error) {
        if (error instanceof SourceError) throw error;
        throw new SourceError(`${name} cannot be read to its end: ${readingFailure(error)}`, {
          cause: error,
        });
      }
      if (before !== undefined && versionOf(file) !== before)
        throw new SourceError(`${name} changed while it was read. Wait until it is complete`, {
          isPassing: true,
        });
    },
  };
}

/** The rows of a text that comes in pieces, gzip or not. @throws SourceError if it is no text */
export async function* rowsIn(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Arrivals> {
  const { rows } = await opened(gunzipped(chunks), name, () => {
    throw new SourceError(`${name} has another format than its suffix tells`);
  });
  yield* rows;
}

function versionOf(file: string): string {
  const found = statOf(file);
  if (found === undefined) throw new SourceError(`${file} does not exist`, { isPassing: true });
  if (found.isDirectory()) throw new SourceError(`${file} is ${kindOf(found)}. Name its files`);
  return `${found.size} ${found.mtimeMs}`;
}

async function opened(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  whole: Parameters<typeof arrivedIn>[1],
  withTimes?: (lines: Lines) => Arrivals,
): Promise<ArrivedFile> {
  try {
    return await arrivedIn(chunks, whole, withTimes);
  } catch (error) {
    throw new SourceError(`${name} cannot be read: ${readingFailure(error)}`, { cause: error });
  }
}

/**
 * Reads a file, all files of a folder, or those that a pattern such as `out/*.parquet` names, in the order of their names.
 *
 * @throws SourceError if there is none
 */
export async function filesSource(place: string, terminal: Pick<Terminal, 'inputBytes'>): Promise<Source> {
  const files = filesAt(place);
  const [first, second] = files;
  if (first === undefined) throw new SourceError(`${place}: no such files`, { isPassing: true });
  if (second === undefined) return fileSource(first, terminal);
  const opened = await fileSource(first, terminal);
  const { isLoose = false, emptyIsNull = false } = opened;
  return {
    name: `${place} (${files.length} files)`,
    isLoose,
    emptyIsNull,
    async *read(signal) {
      yield* opened.read(signal);
      for (const file of files.slice(1)) {
        const next = await fileSource(file, terminal);
        if ((next.isLoose ?? false) !== isLoose || (next.emptyIsNull ?? false) !== emptyIsNull)
          throw new SourceError(
            `${file} has another format than ${first}. Verify files of one format at once`,
          );
        yield* next.read(signal);
      }
      if (filesAt(place).length !== files.length)
        throw new SourceError(`${place} got more files while it was read. Wait until it is complete`, {
          isPassing: true,
        });
    },
  };
}

/** The paths of the files. A path that exists is no pattern. */
export function filesAt(place: string): readonly string[] {
  if (place === '-') return [place];
  const found = statOf(place);
  if (found?.isDirectory() === true) return filesIn(place, /(?:)/);
  return found === undefined && /[*?]/.test(place) ? matching(place) : [place];
}

/** Files that a pattern names: `*` stands for any characters of a name, `?` for one. */
const matching = (pattern: string): readonly string[] =>
  foldersAt(dirname(pattern)).flatMap((folder) => filesIn(folder, expressionOf(pattern)));

const foldersAt = (pattern: string): readonly string[] =>
  /[*?]/.test(pattern)
    ? foldersAt(dirname(pattern))
        .flatMap((folder) => namesIn(folder, expressionOf(pattern)))
        .filter((each) => statOf(each)?.isDirectory())
    : [pattern];

/** Tests names by the last name of a pattern. */
function expressionOf(pattern: string): RegExp {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  const text = name.replaceAll(/[.*+?^${}()|[\]\\]/g, (each) => WILDCARDS[each] ?? `\\${each}`);
  return new RegExp(`^${text}$`, 's');
}

const WILDCARDS: Readonly<Record<string, string>> = { '*': '.*', '?': '.' };

/** Files that a process writes beside its data: they hold no rows. */
const NOT_ROWS = /^\.|\.(lock|tmp|stamps)$/;

const filesIn = (folder: string, name: RegExp): readonly string[] =>
  namesIn(folder, name).filter((each) => statOf(each)?.isFile());

/** The paths in a folder, in the order of their names and numbers: `a.ndjson`, `a.2.ndjson`, `a.10.ndjson`. */
function namesIn(folder: string, name: RegExp): readonly string[] {
  if (statOf(folder)?.isDirectory() !== true) return [];
  try {
    return readdirSync(folder)
      .filter((each) => name.test(each) && !NOT_ROWS.test(each))
      .toSorted((a, b) => stem(a).localeCompare(stem(b), 'en', { numeric: true }) || (a < b ? -1 : 1))
      .map((each) => join(folder, each));
  } catch (error) {
    throw new SourceError(`${folder} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

const stem = (name: string): string => name.slice(0, name.length - extname(name).length);
