import { permutation } from '../numeric/permutation.ts';
import type { Chance } from './fault-chance.ts';
import type { Faults } from './fault-settings.ts';

/** Windows of rows, some of which are shuffled. */
export interface FaultWindows {
  /** The turn that a row would have in order, if it is sent at this turn. */
  sourceOf(turn: number): number;
  /** Whether exactly the rows that are earlier in order are sent before a turn. */
  isSeam(turn: number): boolean;
  /** The first turn of the window of a turn. */
  startOf(turn: number): number;
  /** The first turn after that window. */
  endOf(turn: number): number;
}

/** Without reordering, every row is a window of its own. */
const IN_ORDER: FaultWindows = {
  sourceOf: (turn) => turn,
  isSeam: () => true,
  startOf: (turn) => turn,
  endOf: (turn) => turn + 1,
};

/** The windows of a stream. */
export function faultWindows(reordering: Faults['reordering'], { bits, unit }: Chance): FaultWindows {
  if (reordering === undefined) return IN_ORDER;
  const { window, share = 1 } = reordering;
  const place = permutation(window);
  const isShuffled = (number: number): boolean => unit('window', number) < share;
  const startOf = (turn: number): number => turn - (turn % window);
  return {
    sourceOf(turn) {
      const number = Math.floor(turn / window);
      if (!isShuffled(number)) return turn;
      return (
        number * window + place(turn - number * window, bits('order', number), bits('order too', number))
      );
    },
    isSeam: (turn) => turn % window === 0 || !isShuffled(Math.floor(turn / window)),
    startOf,
    endOf: (turn) => startOf(turn) + window,
  };
}
