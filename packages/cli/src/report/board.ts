import { printable } from '@catbird/engine';
import type { Progress } from '@catbird/send';
import type { Control, Messages } from '../terminal.ts';
import { answerText, errorText, named, progressText, startText } from './plain.ts';
import type { Facts, Report } from './report.ts';
import { endText, summaryText } from './summary-line.ts';
import { whole } from './words.ts';

/** Moves to the start of the line and erases it. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (EL, CUU, SGR) */
const ERASE: Control = { controlSequence: '\r\u001B[2K' };
const up = (lines: number): Control => ({ controlSequence: lines > 0 ? `\u001B[${lines}A` : '' });

/** A text style: the sequences that turn it on and off. */
type Style = readonly [on: Control, off: Control];

const DIM: Style = [{ controlSequence: '\u001B[2m' }, { controlSequence: '\u001B[22m' }];
const RED: Style = [{ controlSequence: '\u001B[31m' }, { controlSequence: '\u001B[39m' }];

/** Lines at the bottom of a terminal that are overwritten, with permanent lines above them. */
interface Board {
  /** Sets the text of a line, from 0. */
  show(line: number, text: string): void;
  /** Prints permanent lines. The style applies if colours are enabled. */
  print(text: string, style?: Style): void;
  /** Removes the lines. */
  clear(): void;
}

/**
 * An empty board. Lines are cut at the right edge, and lines that do not fit below are not shown.
 *
 * @param isHidden whether rows go to the same terminal: then the board is not shown
 */
export function newBoard(err: Messages, isHidden: () => boolean): Board {
  const lines: string[] = [];
  let shown = 0;
  const erased = (): Control[] =>
    Array.from({ length: shown }, (_, n) => (n === 0 ? [ERASE] : [up(1), ERASE])).flat();
  return {
    show(line, text) {
      while (lines.length <= line) lines.push('');
      lines[line] = text;
      if (isHidden()) return;
      const fitting = lines.slice(0, Math.max(1, err.rows - 1));
      const drawn = fitting.flatMap((each, n) => [
        ...(n === 0 ? [] : ['\n']),
        ERASE,
        // Cut after escaping, which adds characters.
        printable(each).slice(0, Math.max(1, err.columns - 1)),
      ]);
      err.write(up(shown - 1), ...drawn);
      shown = fitting.length;
    },
    print(text, style) {
      const [on, off] = err.colour && style !== undefined ? style : ['', ''];
      err.write(...erased(), on, text, off, '\n');
      shown = 0;
    },
    clear() {
      err.write(...erased());
      shown = 0;
    },
  };
}

const BAR_COLUMNS = 20;

/** A stream's line on the board. */
interface BoardLine {
  readonly line: number;
  readonly stream: string | undefined;
  /** Length of the longest stream name. */
  readonly width: number;
}

/** A line on the board, with a progress bar if the end is known. */
export function liveReport(board: Board, place: BoardLine): Report {
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
    progress: (progress) => show([bar(progress, facts), progressText(progress, facts)]),
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
  return barOf(share);
}

/** A bar with its percentage. @param share from 0 to 1 */
export function barOf(share: number): string {
  const full = Math.round(share * BAR_COLUMNS);
  return `${'━'.repeat(full)}${'╌'.repeat(BAR_COLUMNS - full)} ${Math.floor(share * 100)} %`;
}
