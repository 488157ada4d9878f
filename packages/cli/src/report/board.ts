import { printable } from '../printable.ts';
import type { Control, Messages } from '../terminal.ts';

/** Moves to the start of the line and erases it. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (EL, CUU, SGR) */
const ERASE: Control = { controlSequence: '\r\u001B[2K' };
const up = (lines: number): Control => ({ controlSequence: lines > 0 ? `\u001B[${lines}A` : '' });

/** A text style: the sequences that turn it on and off. */
export type Style = readonly [on: Control, off: Control];

export const DIM: Style = [{ controlSequence: '\u001B[2m' }, { controlSequence: '\u001B[22m' }];
export const RED: Style = [{ controlSequence: '\u001B[31m' }, { controlSequence: '\u001B[39m' }];

/** Lines at the bottom of a terminal that are overwritten, with permanent lines above them. */
export interface Board {
  /** Sets the text of a line, from 0. */
  show(line: number, text: string): void;
  /** Prints permanent lines. The style applies if colours are enabled. */
  print(text: string, style?: Style): void;
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
  };
}
