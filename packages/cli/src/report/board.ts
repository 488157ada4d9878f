import { printable } from '../printable.ts';
import type { Control, Messages } from '../terminal.ts';

/** To the line's beginning, and erases the line. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (EL, CUU, SGR) */
const ERASE: Control = { controlSequence: '\r\u001B[2K' };
const up = (lines: number): Control => ({ controlSequence: lines > 0 ? `\u001B[${lines}A` : '' });

/** How a text looks: what switches it on, and off again. */
export type Look = readonly [on: Control, off: Control];

export const DIM: Look = [{ controlSequence: '\u001B[2m' }, { controlSequence: '\u001B[22m' }];
export const RED: Look = [{ controlSequence: '\u001B[31m' }, { controlSequence: '\u001B[39m' }];

/** Lines at the end of a terminal that are written over, and others above them that stay. */
export interface Board {
  /** Shows this in a line; the first is 0. */
  show(line: number, text: string): void;
  /** Writes lines that stay; how they look counts where colours are wanted. */
  print(text: string, look?: Look): void;
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
        // Cut as it is shown: escapes take room.
        printable(each).slice(0, Math.max(1, err.columns - 1)),
      ]);
      err.write(up(shown - 1), ...drawn);
      shown = fitting.length;
    },
    print(text, look) {
      const [on, off] = err.colour && look !== undefined ? look : ['', ''];
      err.write(...erased(), on, text, off, '\n');
      shown = 0;
    },
  };
}
