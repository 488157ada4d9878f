import type { Messages } from '../terminal.ts';

/** To the line's beginning, and erases the line. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (EL, CUU) */
const ERASE = '\r\u001B[2K';
const up = (lines: number): string => (lines > 0 ? `\u001B[${lines}A` : '');

/** Lines at the end of a terminal that are written over, and others above them that stay. */
export interface Board {
  /** Shows this in a line; the first is 0. */
  show(line: number, text: string): void;
  /** Writes lines that stay. */
  print(text: string): void;
}

/**
 * A board with nothing on it yet. What does not fit is not shown: a line is cut at the edge, and of more lines than the terminal
 * has the first ones are shown.
 *
 * @param isHidden whether something else is being written on the same terminal: then there is no such board
 */
export function newBoard(err: Messages, isHidden: () => boolean): Board {
  const lines: string[] = [];
  let shown = 0;
  const erased = (): string => (shown === 0 ? '' : `${`${ERASE}${up(1)}`.repeat(shown - 1)}${ERASE}`);
  return {
    show(line, text) {
      while (lines.length <= line) lines.push('');
      lines[line] = text;
      if (isHidden()) return;
      const fitting = lines.slice(0, Math.max(1, err.rows - 1));
      const drawn = fitting.map((each) => `${ERASE}${each.slice(0, Math.max(1, err.columns - 1))}`);
      err.write(`${up(shown - 1)}${drawn.join('\n')}`);
      shown = fitting.length;
    },
    print(text) {
      err.write(`${erased()}${text}\n`);
      shown = 0;
    },
  };
}
