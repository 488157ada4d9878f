import { redact } from '@catbird/send';
import { errorWithout } from '../redacted.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { liveReport, newBoard } from './board.ts';
import { jsonEnd, jsonReport } from './json-report.ts';
import { linesOf, plainReport, quietReport } from './plain.ts';
import type { End, Ended, Report, Reports } from './report.ts';
import { tableText } from './table.ts';

/** The output flags. */
interface OutputOptions {
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

/**
 * The reports for the terminal and the output flags. They redact secrets in everything that a service responds.
 *
 * @param streams the names of the streams; a single stream may have none
 * @param hasRows whether rows were written to stdout
 */
export function reportsFor(
  options: OutputOptions,
  terminal: Terminal,
  streams: readonly (string | undefined)[],
  hasRows: () => boolean,
): Reports {
  const { of, isForPeople, note, end } = choose(options, terminal, streams, hasRows);
  const ends = new Map<string, End>();
  return {
    of(stream, secrets) {
      const own = of(stream);
      const report: Report = {
        ...own,
        end(given) {
          if (stream !== undefined) ends.set(stream, given);
          own.end(given);
        },
      };
      // The table at the end has what the end of each stream has.
      return redacted(isForPeople ? errorsOnce(report) : report, secrets);
    },
    note,
    end(exitCode) {
      const ended = streams.flatMap((stream) => {
        const own = stream === undefined ? undefined : ends.get(stream);
        return stream === undefined || own === undefined ? [] : [{ stream, end: own }];
      });
      if (ended.length > 0) end(ended, exitCode);
    },
  };
}

/** Reports for several streams, without redaction. */
interface Chosen {
  readonly of: (stream: string | undefined) => Report;
  /** Programs get an error wherever it belongs, people once. */
  readonly isForPeople: boolean;
  readonly note: (text: string) => void;
  readonly end: (ended: readonly Ended[], exitCode: ExitCode) => void;
}

function choose(
  { json, quiet }: OutputOptions,
  { err, out }: Terminal,
  streams: readonly (string | undefined)[],
  hasRows: () => boolean,
): Chosen {
  if (json === true)
    return {
      of: (stream) => jsonReport(err, stream),
      isForPeople: false,
      note: (text) => jsonReport(err, undefined).note(text),
      end: (ended, exitCode) => jsonEnd(err, ended, exitCode),
    };
  if (quiet === true)
    return {
      of: (stream) => quietReport(err, stream),
      isForPeople: true,
      note: () => undefined,
      end: () => undefined,
    };
  if (!err.isTerminal)
    return {
      of: (stream) => plainReport(err, stream),
      isForPeople: true,
      note: linesOf(err, undefined),
      end: (ended) => err.write(`\n${tableText(ended)}`),
    };
  // Live lines and rows would overwrite each other on the same terminal.
  const board = newBoard(err, () => out.isTerminal && hasRows());
  const width = Math.max(...streams.map((stream = '') => stream.length));
  return {
    of: (stream) => liveReport(board, { line: streams.indexOf(stream), stream, width }),
    isForPeople: true,
    note: (text) => board.print(text),
    end: (ended) => board.print(`\n${tableText(ended).trimEnd()}`),
  };
}

/** Errors that are remembered. Those of requests in flight follow the one that ended the stream. */
const MAX_PRINTED = 1000;

/** A report for people whose end does not repeat an error that was printed. */
function errorsOnce(report: Report): Report {
  const printed: string[] = [];
  return {
    ...report,
    error(error, retried) {
      if (!retried) printed.push(error.message);
      if (printed.length > MAX_PRINTED) printed.shift();
      report.error(error, retried);
    },
    end({ summary: { error, ...summary }, ...end }) {
      const isNew = error !== undefined && !printed.includes(error.message);
      report.end({ ...end, summary: { ...summary, error: isNew ? error : undefined } });
    },
  };
}

function redacted(report: Report, secrets: readonly string[]): Report {
  const hide = (text: string): string => redact(text, secrets);
  return {
    ...report,
    note: (text) => report.note(hide(text)),
    progress: (progress) =>
      report.progress({
        ...progress,
        lastError: progress.lastError && errorWithout(progress.lastError, secrets),
      }),
    error: (error, retried) => report.error(errorWithout(error, secrets), retried),
    answer: (text) => report.answer(hide(text)),
    end: (end) => report.end(withoutSecrets(end, secrets)),
  };
}

function withoutSecrets(end: End, secrets: readonly string[]): End {
  const { error, lastError } = end.summary;
  const summary = {
    ...end.summary,
    error: error && errorWithout(error, secrets),
    lastError: lastError && errorWithout(lastError, secrets),
  };
  return { ...end, summary };
}
