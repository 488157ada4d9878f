import { createReadStream, statSync } from 'node:fs';
import { newWork, type Work } from '../report/work.ts';
import type { Terminal } from '../terminal.ts';
import { gunzipped } from './gunzip.ts';

/** The bytes of a file, or of standard input for `-`, without gzip. Shows how much of it is read, in lines. @throws Node's error */
export function inputOf(
  file: string,
  terminal: Pick<Terminal, 'inputBytes' | 'err'>,
  { quiet }: { readonly quiet?: boolean | undefined } = {},
): AsyncIterable<Uint8Array> {
  const bytes = file === '-' ? terminal.inputBytes() : createReadStream(file);
  const work = newWork(terminal.err, `Reading ${file === '-' ? 'stdin' : file}`, { quiet });
  return work.isSeen ? watched(bytes, work, file) : gunzipped(bytes);
}

async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  work: Work,
  file: string,
): AsyncGenerator<Uint8Array> {
  // A pipe has no size.
  const size = file === '-' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  let [read, lines] = [0, 0];
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      read += chunk.length;
      yield chunk;
    }
  };
  try {
    for await (const chunk of gunzipped(counted())) {
      yield chunk;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
      work.at(lines, size === 0 ? undefined : read / size);
    }
  } finally {
    work.end();
  }
}

const NEWLINE = 10;
