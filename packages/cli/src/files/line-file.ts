import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';

/** A file of whole lines. Lines wait until they are written. */
export interface LineFile {
  /** Length of what is written. */
  readonly bytes: number;
  /** How much waits. */
  readonly waitingBytes: number;
  /** Adds lines, each with its newline. */
  append(lines: string): void;
  /**
   * Writes and syncs what waits. Of a line that does not fit, nothing stays in the file.
   *
   * @throws Node's error. What was not written still waits
   */
  write(): void;
  close(): void;
}

const NEWLINE = 10;
const CHUNK = 65_536;

/**
 * Opens a file, which is created if missing. A pipe or a device is only written to.
 *
 * @param end where to go on: the rest is cut off. `last line`: after the last whole one. Default: an empty file
 * @throws Node's error
 */
export function openLineFile(path: string, end: number | 'last line' = 0): LineFile {
  const start = end === 0 ? constants.O_TRUNC : 0;
  const handle = openSync(path, constants.O_WRONLY | constants.O_CREAT | start, 0o666);
  const isRegular = fstatSync(handle).isFile();
  let bytes = isRegular && end !== 0 ? cut(handle, end === 'last line' ? endOfLines(path) : end) : 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let isSynced = true;
  /** Whole lines of what was written count as written. */
  const settle = (data: Buffer, written: number): void => {
    const whole = written === 0 ? 0 : data.lastIndexOf(NEWLINE, written - 1) + 1;
    const kept = isRegular ? whole : written;
    if (kept < written) cut(handle, bytes + kept);
    isSynced &&= kept === 0;
    bytes += kept;
    waiting = kept < data.length ? [data.subarray(kept)] : [];
    waitingBytes = data.length - kept;
  };
  const writeAll = (data: Buffer): void => {
    let written = 0;
    try {
      while (written < data.length) {
        const place = isRegular ? bytes + written : null;
        written += writeSync(handle, data, written, data.length - written, place);
      }
    } finally {
      settle(data, written);
    }
  };
  return {
    get bytes() {
      return bytes;
    },
    get waitingBytes() {
      return waitingBytes;
    },
    append(lines) {
      const data = Buffer.from(lines);
      waiting.push(data);
      waitingBytes += data.length;
    },
    write() {
      if (waitingBytes > 0) writeAll(Buffer.concat(waiting));
      if (isRegular && !isSynced) fsyncSync(handle);
      isSynced = true;
    },
    close: () => closeSync(handle),
  };
}

function cut(handle: number, bytes: number): number {
  ftruncateSync(handle, bytes);
  return bytes;
}

/** Whether a line of a file ends there, or the file begins. */
export const endsLine = (path: string, bytes: number): boolean =>
  bytes === 0 || readRange(path, bytes - 1, bytes)[0] === NEWLINE;

/** Where the last whole line of a file ends. */
function endOfLines(path: string): number {
  for (let end = sizeOf(path); end > 0; end = Math.max(0, end - CHUNK)) {
    const first = Math.max(0, end - CHUNK);
    const at = readRange(path, first, end).lastIndexOf(NEWLINE);
    if (at >= 0) return first + at + 1;
  }
  return 0;
}

const sizeOf = (path: string): number => withFile(path, (handle) => fstatSync(handle).size);

/** Some bytes of a file: fewer if it ends before. */
const readRange = (path: string, first: number, end: number): Uint8Array =>
  withFile(path, (handle) => {
    const data = new Uint8Array(end - first);
    return data.subarray(0, readSync(handle, data, 0, data.length, first));
  });

function withFile<Result>(path: string, act: (handle: number) => Result): Result {
  const handle = openSync(path, 'r');
  try {
    return act(handle);
  } finally {
    closeSync(handle);
  }
}
