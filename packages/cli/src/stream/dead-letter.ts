import { records, type Batch, rowIndex, jsonOf } from '@catbird/engine';
import { type OutcomeReason, type RowsOutcome, DeliveryError } from '@catbird/send';
import { writingFailure } from '../files/error-code.ts';
import { realPath, statOf } from '../files/identity.ts';
import { openLineFile, type LineFile } from '../files/line-file.ts';
import type { Report } from '../report/report.ts';
import { keepLetters } from './dead-letter-resume.ts';

/** A row that did not arrive, or may not have: a line of the file of dead letters. */
export interface DeadLetter {
  /** The row as JSON; as text if it is in a format of text, or malformed; in base64 if its format is binary. */
  readonly row: unknown;
  /** How `row` is encoded. Absent: it is not. */
  readonly encoding?: 'base64';
  /** Its number in the whole stream, from 0. */
  readonly number: number;
  /** `mixed`: the service took a part of the request with this row, and does not say which rows. */
  readonly outcome: 'rejected' | 'quarantined' | 'failed' | 'uncertain' | 'mixed';
  /** Why, with what the service said. */
  readonly error: string;
  /** Requests that the row was in. */
  readonly attempts: number;
  /** When this was decided, as ISO 8601. */
  readonly at: string;
}

/** How letters are written. */
export interface LetterOptions {
  /** The number of a row of this process in the whole stream. */
  readonly numberOf: (row: number) => number;
  /** Whether rows are lines of JSON. */
  readonly isJson: boolean;
  /** Redacts secrets in what a service says. */
  readonly hide: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const UNANSWERED = 'The run ended before the service responded';
/** Longest error in a letter, in characters: a service may say anything. */
const MAX_ERROR = 500;

const decoder = new TextDecoder();

/** The letters of rows as JSON lines; empty if their outcome is good, or not final. */
export function letterLines(
  batch: Batch,
  outcome: RowsOutcome,
  reason: OutcomeReason,
  { numberOf, isJson, hide, now }: LetterOptions,
): string {
  if (outcome === 'accepted' || outcome === 'retried' || outcome === 'dropped') return '';
  const error = JSON.stringify(shortened(hide(textOf(reason.error))));
  const kind = outcome === 'failed' && reason.uncertain ? 'uncertain' : outcome;
  const rest = `"outcome":"${kind}","error":${error},"attempts":${reason.attempts},"at":"${new Date(now()).toISOString()}"}\n`;
  let lines = '';
  let place = 0;
  for (const record of records(batch)) {
    const number = numberOf(rowIndex(batch, place++));
    lines += `{${rowMember(record, batch.isBinary === true, isJson)},"number":${number},${rest}`;
  }
  return lines;
}

function rowMember(record: Uint8Array, isBinary: boolean, isJson: boolean): string {
  if (isBinary) return `"row":"${Buffer.from(record).toString('base64')}","encoding":"base64"`;
  const text = decoder.decode(record);
  return `"row":${isJson && jsonOf(text) !== undefined ? text : JSON.stringify(text)}`;
}

const textOf = (error: DeliveryError | undefined): string =>
  error === undefined
    ? UNANSWERED
    : [error.message, error.detail].filter((each) => each !== undefined && each !== '').join(': ');

const shortened = (text: string): string =>
  text.length <= MAX_ERROR ? text : `${text.slice(0, MAX_ERROR - 1)}…`;

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
