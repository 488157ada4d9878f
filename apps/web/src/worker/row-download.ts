import { logFailure } from './failure.ts';
import { newWorker } from './new-worker.ts';
import type { EngineApi } from './engine.worker.ts';
import { newRemote } from './remote.ts';
import type { FileAnswer, FileRequest } from './schema-protocol.ts';

/** What becomes of the pieces of a file. */
export interface DownloadOptions {
  /** Writes a piece. The next but one is generated when it has been written. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Called with the rows so far. */
  readonly onRows: (rows: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Generates rows in a worker of its own and writes them, piece by piece.
 *
 * @returns the number of rows
 * @throws Error that says why there are none, or the signal's reason if it was aborted
 */
export async function downloadRows(
  request: FileRequest,
  { write, onRows, signal }: DownloadOptions,
): Promise<number> {
  const { ask, end } = newRemote<EngineApi>(newWorker, { failure: (message) => logFailure(message, []) });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  try {
    signal.throwIfAborted();
    ask('file', request).catch(() => undefined);
    return await writeAll(() => Promise.race([ask('piece'), aborted]), write, onRows);
  } finally {
    end();
  }
}

async function writeAll(
  next: () => Promise<FileAnswer | undefined>,
  write: DownloadOptions['write'],
  onRows: DownloadOptions['onRows'],
): Promise<number> {
  let upcoming = next();
  for (;;) {
    const answer = await upcoming;
    if (answer === undefined) throw new Error('There is no file');
    if (answer.kind === 'failed') throw new Error(answer.message);
    if (answer.kind === 'complete') return answer.rows;
    upcoming = next();
    // Awaited above; until then a failure is no unhandled rejection.
    upcoming.catch(() => undefined);
    await write(answer.bytes);
    onRows(answer.rows);
  }
}
