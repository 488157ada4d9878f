import { logFailure } from './failure.ts';
import { newWorker } from './new-worker.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
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
  const worker = newWorker();
  const { port1: port, port2 } = new MessageChannel();
  const broken = new Promise<never>((_, reject) => {
    const fail = (message?: string): void => reject(new Error(logFailure(message, [])));
    worker.addEventListener('error', ({ message }) => fail(message));
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'broken') fail(data.message);
    });
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const next = (): Promise<FileAnswer> => {
    const answered = new Promise<FileAnswer>((resolve) => {
      port.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => resolve(data), {
        once: true,
      });
    });
    port.postMessage('next');
    return Promise.race([answered, broken]);
  };
  try {
    signal.throwIfAborted();
    port.start();
    worker.postMessage({ kind: 'file', request, port: port2 } satisfies ToWorker, [port2]);
    return await writeAll(next, write, onRows);
  } finally {
    worker.terminate();
    port.close();
  }
}

async function writeAll(
  next: () => Promise<FileAnswer>,
  write: DownloadOptions['write'],
  onRows: DownloadOptions['onRows'],
): Promise<number> {
  let upcoming = next();
  for (;;) {
    const answer = await upcoming;
    if (answer.kind === 'failed') throw new Error(answer.message);
    if (answer.kind === 'complete') return answer.rows;
    upcoming = next();
    // Awaited above; until then a failure is no unhandled rejection.
    upcoming.catch(() => undefined);
    await write(answer.bytes);
    onRows(answer.rows);
  }
}
