import type { Progress } from '@catbird/core';
import { DIM, RED, type Board, type Style } from './board.ts';
import { answerText, errorText, named, progressText, startText } from './plain.ts';
import type { Facts, Report } from './report.ts';
import { endText, summaryText } from './summary.ts';
import { whole } from './words.ts';

const BAR_COLUMNS = 20;

/** A stream's line on the board. */
interface Place {
  readonly line: number;
  readonly stream: string | undefined;
  /** Length of the longest stream name. */
  readonly width: number;
}

/** A line on the board, with a progress bar if the end is known. */
export function liveReport(board: Board, place: Place): Report {
  const { line, stream, width } = place;
  let facts: Facts | undefined;
  const print = (text: string, style?: Style): void => board.print(named(stream, text).trimEnd(), style);
  const show = (parts: readonly string[]): void => {
    const all = stream === undefined ? parts : [stream.padEnd(width), ...parts];
    board.show(line, all.filter((part) => part !== '').join(' '));
  };
  return {
    everyMs: 100,
    start(given) {
      facts = given;
      print(startText(given), DIM);
    },
    note: (text) => print(text),
    progress: (progress) => show([bar(progress, facts), progressText(progress, facts?.time)]),
    error: (error, retried) => print(errorText(error, retried), retried ? undefined : RED),
    answer: (text) => print(answerText(text), DIM),
    end(end) {
      if (stream === undefined) board.print(`\n${summaryText(end).trimEnd()}`);
      else show([`${endText(end)}, ${whole(end.summary.accepted)} accepted`]);
    },
  };
}

function bar({ elapsedMs, generated, inFlight }: Progress, facts: Facts | undefined): string {
  if (facts === undefined || (facts.limit < 0 && facts.durationMs === undefined)) return '';
  const byTime = facts.durationMs === undefined ? 0 : elapsedMs / facts.durationMs;
  // A duration at a rate is a limit.
  const share = Math.min(1, facts.limit < 0 ? byTime : (generated - inFlight) / facts.limit);
  const full = Math.round(share * BAR_COLUMNS);
  return `${'━'.repeat(full)}${'╌'.repeat(BAR_COLUMNS - full)} ${Math.floor(share * 100)} %`;
}
