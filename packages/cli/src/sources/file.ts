import { createReadStream } from 'node:fs';
import { arrivedIn, type ArrivedFile, type Arrivals, type Lines } from '@catbird/verify';
import { readingFailure } from '../files/error-code.ts';
import { gunzipped } from '../files/gunzip.ts';
import { kindOf, statOf } from '../files/identity.ts';
import type { Terminal } from '../terminal.ts';
import { stamped } from './stamps.ts';
import { SourceError, type Source } from './source.ts';

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
