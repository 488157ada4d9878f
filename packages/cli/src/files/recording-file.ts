import { jsonOf } from '@catbird/engine';
import type { RecordedBytes } from '@catbird/engine';
import { readRows } from '@catbird/infer';
import { DeliveryError } from '@catbird/send';
import { peeked, SNIFFED } from '@catbird/verify';
import {
  closeSync,
  createReadStream,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plural } from '../report/words.ts';
import type { Terminal } from '../terminal.ts';
import { gunzipped } from './gunzip.ts';

/** An open file whose lines are JSON, to be read at any place. */
export interface LinesFile {
  readonly descriptor: number;
  /** Its size and when it was written last: as long as they stay, so do its bytes. */
  readonly version: string;
}

/** Names of files whose lines are rows, whatever they begin with. */
const NAME = /\.(?:ndjson|jsonl)$/i;

/**
 * Opens a recording. What is no plain file of lines of JSON (standard input, gzip, CSV, a JSON array) becomes one in a temporary file, which
 * goes with the process.
 *
 * @param file its path, or `-` for standard input
 * @throws Node's error if it cannot be read, Error if it has rows that cannot be read
 */
export async function openLines(file: string, terminal: Pick<Terminal, 'inputBytes'>): Promise<LinesFile> {
  if (file === '-') return copied(terminal.inputBytes());
  const descriptor = openSync(file, 'r');
  try {
    if (fstatSync(descriptor).isFile() && (NAME.test(file) || hasLines(beginning(descriptor))))
      return { descriptor, version: versionOf(descriptor) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  // A pipe cannot be opened twice.
  return copied(createReadStream('', { fd: descriptor }));
}

/** The bytes of a file, which must stay as they are. @param name what messages call it */
export const bytesOf = (name: string, { descriptor, version }: LinesFile): RecordedBytes => ({
  read(from, to) {
    const bytes = new Uint8Array(to - from);
    let end = 0;
    while (end < bytes.length) {
      const read = readSync(descriptor, bytes, end, bytes.length - end, from + end);
      // The last line may lack its newline.
      if (read === 0) break;
      end += read;
    }
    return bytes.subarray(0, end);
  },
  check() {
    if (versionOf(descriptor) !== version)
      throw new DeliveryError('not-found', `${name} has changed since the start`, {
        hint: 'Rows that were sent may be others now. Start again with a recording that stays as it is.',
      });
  },
});

const versionOf = (descriptor: number): string => {
  const { size, mtimeNs } = fstatSync(descriptor, { bigint: true });
  return `${size} ${mtimeNs}`;
};

function beginning(descriptor: number): string {
  const bytes = new Uint8Array(SNIFFED);
  const read = readSync(descriptor, bytes, 0, SNIFFED, 0);
  return new TextDecoder().decode(bytes.subarray(0, read));
}

/** Whether a text begins with a line that is a JSON object. */
function hasLines(text: string): boolean {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return line.startsWith('{') && jsonOf(line) !== undefined;
}

/** Characters of a row, at most. */
const ROW_CHARS = 64 * 2 ** 20;

/** Writes rows to a temporary file as lines of JSON. Bytes that are lines of JSON stay as they are. */
async function copied(chunks: AsyncIterable<Uint8Array>): Promise<LinesFile> {
  const descriptor = temporary();
  try {
    const { start, all } = await peeked(gunzipped(chunks));
    if (hasLines(new TextDecoder().decode(start))) for await (const chunk of all) writeAll(descriptor, chunk);
    else await writeRows(descriptor, all);
    return { descriptor, version: versionOf(descriptor) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** A file without a name: its memory is freed when the process ends, however it does. */
function temporary(): number {
  const folder = mkdtempSync(join(tmpdir(), 'catbird-'));
  const descriptor = openSync(join(folder, 'recording.ndjson'), 'wx+', 0o600);
  rmSync(folder, { recursive: true, force: true });
  return descriptor;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

async function writeRows(descriptor: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const skipped = new Map<string, number>();
  const encoder = new TextEncoder();
  const skip = (reason: string): void => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  const { cutOff } = await readRows(chunks, { rowChars: ROW_CHARS }, () => ({
    offer(_chars, parse) {
      const row = parse();
      if (row === undefined) skip('invalid JSON');
      else writeAll(descriptor, encoder.encode(`${JSON.stringify(row)}\n`));
    },
    skip,
  }));
  const problems = Array.from(skipped, ([reason, rows]) => `${plural(rows, 'row')}: ${reason}`);
  if (cutOff !== undefined) problems.push(`its end is missing: ${cutOff}`);
  if (problems.length > 0) throw new Error(problems.join('. '));
}
