import { permutation } from '../numeric/permutation.ts';
import type { Chance } from './fault-chance.ts';
import { remembered } from './remembered.ts';

/** Rows per block. A share of each block is dropped and a share is duplicated; remainders carry over to the next blocks. */
export const BLOCK_ROWS = 1024;
/** Cached blocks, in addition to those within reach of copies and windows. */
const BLOCKS = 8;

/** Consecutive rows and their positions in the sent stream. */
export interface Block {
  readonly number: number;
  /** First turn and first position. */
  readonly turn: number;
  readonly position: number;
  /** The rows that are sent, in order. */
  readonly rows: readonly number[];
  /** By position in the block: the turn in the block, or −1 − turn for a copy before that turn. */
  readonly slots: Int32Array;
  /** By turn in the block: its position in the block. */
  readonly places: Int32Array;
}

/** Finds blocks. Any block can be computed alone. */
export interface FaultBlocks {
  withRow(row: number): Block;
  withTurn(turn: number): Block;
  withPosition(position: number): Block;
}

/** Shares from 0 to 0.9. */
interface Shares {
  readonly dropShare: number;
  readonly copyShare: number;
}

/** @param reach how many turns apart blocks are read in turn */
export function faultBlocks(
  { dropShare, copyShare }: Shares,
  reach: number,
  { bits, unit }: Chance,
): FaultBlocks {
  const [dropShift, copyShift] = [unit('drop shift', 0), unit('copy shift', 0)];
  const firstTurn = (block: number): number =>
    block * BLOCK_ROWS - Math.floor(block * BLOCK_ROWS * dropShare + dropShift);
  const copiesBefore = (turn: number): number => Math.floor(turn * copyShare + copyShift);
  const firstPosition = (block: number): number => firstTurn(block) + copiesBefore(firstTurn(block));

  const makeBlock = (number: number): Block => {
    const [turn, position] = [firstTurn(number), firstPosition(number)];
    const left = BLOCK_ROWS - (firstTurn(number + 1) - turn);
    const isLeft = chosen(BLOCK_ROWS, left, bits('drop', number), bits('drop too', number));
    const rows = Array.from({ length: BLOCK_ROWS }, (_, i) => number * BLOCK_ROWS + i).filter(
      (_, i) => isLeft[i] === 0,
    );
    const size = firstPosition(number + 1) - position;
    // The first position cannot be a copy.
    const isCopy = chosen(size - 1, size - rows.length, bits('copy', number), bits('copy too', number));
    const slots = new Int32Array(size);
    const places = new Int32Array(rows.length);
    let done = 0;
    for (let i = 0; i < size; i++) {
      const isCopied = i > 0 && isCopy[i - 1] === 1;
      if (!isCopied) places[done] = i;
      slots[i] = isCopied ? -1 - done : done++;
    }
    return { number, turn, position, rows, slots, places };
  };
  const turnsPerBlock = BLOCK_ROWS * (1 - dropShare);
  const at = remembered(makeBlock, BLOCKS + Math.ceil(reach / turnsPerBlock));
  const find = (start: (block: number) => number, place: number, perBlock: number): Block => {
    let block = Math.max(0, Math.floor(place / perBlock));
    while (start(block) > place) block--;
    while (start(block + 1) <= place) block++;
    return at(block);
  };
  return {
    withRow: (row) => at(Math.floor(row / BLOCK_ROWS)),
    withTurn: (turn) => find(firstTurn, turn, turnsPerBlock),
    withPosition: (position) => find(firstPosition, position, turnsPerBlock * (1 + copyShare)),
  };
}

/** Marks `count` random places of `size`. */
function chosen(size: number, count: number, a: number, b: number): Uint8Array {
  const marks = new Uint8Array(Math.max(0, size));
  if (count === 0) return marks;
  const place = permutation(size);
  for (let i = 0; i < count; i++) marks[place(i, a, b)] = 1;
  return marks;
}
