import { LINE_BYTES, parseRow, textLines, type Arrivals, type Lines } from '@catbird/verify';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { readingFailure } from '../files/error-code.ts';
import { statOf } from '../files/identity.ts';
import { filesAt, stamped } from './files.ts';
import { SourceError, type Source } from './source.ts';

/** How far a file was read. */
interface ReadFile {
  readonly inode: bigint;
  bytes: number;
  readonly withTimes: (lines: Lines) => Arrivals;
}

const NEWLINE = 0x0a;
const BRACE = 0x7b;

/** Reads files of lines of JSON on, as they grow and as more come. Undefined: they are of another kind, or all are empty. */
export function growingFiles(place: string): Source | undefined {
  const kinds = filesAt(place).map(kindOf);
  if (!kinds.includes('lines') || kinds.includes('other')) return undefined;
  const places = new Map<string, ReadFile>();
  return {
    name: place,
    isFollowed: true,
    async *read(signal) {
      for (const file of filesAt(place)) {
        if (kindOf(file) === 'other')
          throw new SourceError(`${file} has no lines of JSON, so it cannot be followed with the others`);
        yield* rowsFrom(file, places, signal);
      }
    },
  };
}

/** What a file begins with. */
function kindOf(file: string): 'lines' | 'empty' | 'other' {
  const first = new Uint8Array(1);
  try {
    const opened = openSync(file, 'r');
    const read = readSync(opened, first, 0, 1, 0);
    closeSync(opened);
    return read === 0 ? 'empty' : first[0] === BRACE ? 'lines' : 'other';
  } catch (error) {
    throw new SourceError(`${file} cannot be read: ${readingFailure(error)}`, {
      isPassing: true,
      cause: error,
    });
  }
}

async function* rowsFrom(
  file: string,
  places: Map<string, ReadFile>,
  signal: AbortSignal,
): AsyncGenerator<Arrivals> {
  const found = statOf(file);
  if (found === undefined) return;
  const size = Number(found.size);
  const place = places.get(file) ?? { inode: found.ino, bytes: 0, withTimes: stamped(file) };
  places.set(file, place);
  if (place.inode !== found.ino || size < place.bytes)
    throw new SourceError(`${file} was replaced or truncated while it was followed`);
  if (size === place.bytes) return;
  try {
    const from = place.bytes;
    for await (const { rows, ends } of textLines(newLines(file, place, size, signal)))
      yield place.withTimes({ rows, ends: ends.map((end) => from + end) });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof SourceError) throw error;
    throw new SourceError(`${file} cannot be read: ${readingFailure(error)}`, { cause: error });
  }
}

/** The whole lines up to a size. What was passed on counts as read once more is asked for. */
async function* newLines(
  file: string,
  place: ReadFile,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  const chunks: AsyncIterable<Uint8Array> = createReadStream(file, {
    start: place.bytes,
    end: size - 1,
    signal,
  });
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // A line that is too long is passed on in parts: it is no row.
    const end = all.length > LINE_BYTES ? all.length : all.lastIndexOf(NEWLINE) + 1;
    rest = all.subarray(end);
    if (end === 0) continue;
    yield all.subarray(0, end);
    place.bytes += end;
  }
  // The last line of a file may lack its newline.
  if (rest.length === 0 || parseRow(Buffer.from(rest).toString('utf8')) === undefined) return;
  yield rest;
  place.bytes += rest.length;
}
