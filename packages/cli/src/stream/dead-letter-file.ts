import { DeliveryError } from '@catbird/send';
import { writingFailure } from '../files/error-code.ts';
import { realPath, statOf } from '../files/identity.ts';
import { openLineFile, type LineFile } from '../files/line-file.ts';
import type { Report } from '../report/report.ts';
import { keepLetters } from './dead-letter-resume.ts';

/** The file of dead letters of a stream. */
export interface DeadLetterFile {
  /**
   * Opens it: an empty one for a new stream, or one without the rows that are sent again.
   *
   * @param isSentAgain tells them by their numbers in the whole stream. Undefined: the stream is new
   * @throws DeliveryError if it cannot be opened
   */
  open(isSentAgain: ((row: number) => boolean) | undefined): Promise<void>;
  /** Adds lines. They wait until they are flushed, unless there are many. */
  readonly append: (this: void, lines: string) => void;
  /** Makes what waits durable: to be called before its rows count. False if that is not possible. */
  flush(): boolean;
  /** Aborted when it can no longer be completed. */
  readonly failed: AbortSignal;
  readonly error: DeliveryError | undefined;
  close(): void;
}

/** How much may wait to be flushed. */
const MOST_BYTES = 1_000_000;

/** A file that is not open yet. @param hasState whether the stream can resume */
export function newDeadLetterFile(
  name: string,
  { report, hasState }: { readonly report: Pick<Report, 'error'>; readonly hasState: boolean },
): DeadLetterFile {
  const path = realPath(name);
  const failure = new AbortController();
  let file: LineFile | undefined;
  let error: DeliveryError | undefined;
  const flush = (): boolean => {
    if (error !== undefined) return false;
    try {
      file?.write();
      return true;
    } catch (cause) {
      error = new DeliveryError('not-found', `Could not write the dead letters ${name}`, {
        detail: writingFailure(cause),
        hint: hasState
          ? 'The stream ends here, because rows that did not arrive could not be kept. Make room, then start it again: it resumes where its state was saved last.'
          : 'The stream ends here, because rows that did not arrive could not be kept. Make room, then run it again.',
        cause,
      });
      report.error(error, false);
      failure.abort();
      return false;
    }
  };
  return {
    async open(isSentAgain) {
      try {
        const isRegular = statOf(path)?.isFile() === true;
        if (isSentAgain !== undefined && isRegular) await keepLetters(path, (row) => !isSentAgain(row));
        file = openLineFile(path, isSentAgain === undefined ? 0 : 'last line');
      } catch (cause) {
        const detail = writingFailure(cause);
        throw new DeliveryError('not-found', `Could not open the dead letters ${name}`, { detail, cause });
      }
    },
    append(lines) {
      file?.append(lines);
      if ((file?.waitingBytes ?? 0) > MOST_BYTES) flush();
    },
    flush,
    failed: failure.signal,
    get error() {
      return error;
    },
    close() {
      file?.close();
      file = undefined;
    },
  };
}
