import { permutation } from '../numeric/permutation.ts';
import type { Seed } from '../numeric/random.ts';
import { firstPlace } from '../numeric/search.ts';
import { type Chance, faultChance } from './fault.ts';
import type { Faults } from './fault-settings.ts';
import { remembered } from './json-members.ts';

/** Rows per block. A share of each block is dropped and a share is duplicated; remainders carry over to the next blocks. */
const BLOCK_ROWS = 1024;
/** Cached blocks, in addition to those within reach of copies and windows. */
const BLOCKS = 8;

/** Consecutive rows and their positions in the sent stream. */
interface Block {
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
interface FaultBlocks {
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
function faultBlocks({ dropShare, copyShare }: Shares, reach: number, { bits, unit }: Chance): FaultBlocks {
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

/** The row at a position of the sent stream. */
export interface SentRow {
  /** The row: its index in the stream without faults. */
  readonly row: number;
  /** The position in the sent stream, not counting copies. */
  readonly turn: number;
  /** How many turns ago the row was first sent; 0 if this is the first time. */
  readonly copyOf: number;
  /** How many turns later than in order the row is sent; negative if earlier. Always 0 for a copy. */
  readonly moved: number;
  /** Dropped rows between the row that would be next in order and the one before it. */
  readonly left: readonly number[];
  /** How long its device was offline from the row's event time on, in milliseconds. Default 0. */
  readonly heldMs?: number;
  /** Rows of devices that are offline, between the row that would be next in order and the one before it. Default: none. */
  readonly lost?: readonly number[];
}

/** A cut through the stream: every row before it is sent or dropped before it, and no other row. */
export interface Seam {
  /** Positions, rows and turns before it. */
  readonly position: number;
  readonly row: number;
  readonly turn: number;
}

/** Maps positions to rows when some are dropped, duplicated or moved. Any position can be computed alone. */
export interface FaultOrder {
  at(position: number): SentRow;
  /**
   * How many positions from the start hold only rows among the first `rows` rows. Positions of a shuffled window count once all its
   * rows are among them.
   */
  dueBefore(rows: number): number;
  /** The first seam at or after a position. */
  seamFrom(position: number): Seam;
}

const WITHIN = 100;

/** The order of rows with faults, determined by the seed. */
export function faultOrder({ duplicates, dropped, reordering }: Faults, seed: Seed): FaultOrder {
  const chance = faultChance(seed);
  const [dropShare, copyShare] = [dropped?.share ?? 0, duplicates?.share ?? 0];
  const within = duplicates?.within ?? WITHIN;
  const blocks = faultBlocks({ dropShare, copyShare }, within + (reordering?.window ?? 0), chance);
  const windows = faultWindows(reordering, chance);

  const rowOfTurn = (turn: number): number => {
    if (dropShare === 0) return turn;
    const block = blocks.withTurn(turn);
    return block.rows[turn - block.turn] ?? 0;
  };
  const positionOf = (turn: number): number => {
    const block = blocks.withTurn(turn);
    return block.position + (block.places[turn - block.turn] ?? 0);
  };
  const turnsBefore = (rows: number): number => {
    if (dropShare === 0) return rows;
    const block = blocks.withRow(rows);
    return block.turn + firstPlace(0, block.rows.length, (turn) => (block.rows[turn] ?? 0) >= rows);
  };
  /** The first row that is neither sent before a turn nor reported as dropped. */
  const firstRowFrom = (turn: number): number => {
    if (turn === 0) return 0;
    const block = blocks.withTurn(turn - 1);
    const slot = turn - 1 - block.turn;
    return slot === block.rows.length - 1 ? (block.number + 1) * BLOCK_ROWS : (block.rows[slot] ?? 0) + 1;
  };
  return {
    at(position) {
      const block = blocks.withPosition(position);
      const slot = block.slots[position - block.position] ?? 0;
      if (slot < 0) {
        const turn = block.turn - 1 - slot;
        const copyOf = 1 + Math.floor(chance.unit('back', position) * Math.min(within, turn));
        const row = rowOfTurn(windows.sourceOf(turn - copyOf));
        return { row, turn: turn - copyOf, copyOf, moved: 0, left: [] };
      }
      const turn = block.turn + slot;
      const source = windows.sourceOf(turn);
      return { row: rowOfTurn(source), turn, copyOf: 0, moved: turn - source, left: leftBefore(block, slot) };
    },
    dueBefore(rows) {
      if (rows === Infinity) return Infinity;
      const turn = turnsBefore(Math.min(rows, Number.MAX_SAFE_INTEGER));
      return positionOf(windows.isSeam(turn) ? turn : windows.startOf(turn));
    },
    seamFrom(position) {
      const block = blocks.withPosition(position);
      const slot = block.slots[position - block.position] ?? 0;
      const next = block.turn + (slot < 0 ? -1 - slot : slot);
      if (windows.isSeam(next)) return { position, row: firstRowFrom(next), turn: next };
      const turn = windows.endOf(next);
      return { position: positionOf(turn - 1) + 1, row: firstRowFrom(turn), turn };
    },
  };
}

/** Rows dropped since the previous turn, and after the last turn of the block. */
function leftBefore({ rows, number }: Block, slot: number): readonly number[] {
  const begin = slot === 0 ? number * BLOCK_ROWS : (rows[slot - 1] ?? 0) + 1;
  const own = rows[slot] ?? 0;
  const end = slot === rows.length - 1 ? (number + 1) * BLOCK_ROWS : own;
  const left: number[] = [];
  for (let row = begin; row < end; row++) if (row !== own) left.push(row);
  return left;
}

/** Windows of rows, some of which are shuffled. */
interface FaultWindows {
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
function faultWindows(reordering: Faults['reordering'], { bits, unit }: Chance): FaultWindows {
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
