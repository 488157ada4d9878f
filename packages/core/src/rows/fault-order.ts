import { drawKey, mix, UNIT32, type Seed } from '../numeric/random.ts';
import { permutation } from '../numeric/permutation.ts';
import type { Faults } from './fault-settings.ts';

/** The row at a position of the sent stream. */
export interface Place {
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
}

/** Maps positions to rows when some are dropped, duplicated or moved. Any position can be computed alone. */
export interface FaultOrder {
  at(position: number): Place;
}

/** Rows per block. A share of each block is dropped and a share is duplicated; remainders carry over to the next blocks. */
const BLOCK_ROWS = 1024;
/** Cached blocks, in addition to those within reach of copies and windows. */
const BLOCKS = 8;
const WITHIN = 100;

interface Block {
  /** First turn and first position. */
  readonly turn: number;
  readonly position: number;
  /** The rows that are sent, in order. */
  readonly rows: readonly number[];
  /** By position: the turn in the block, or −1 − turn for a copy before that turn. */
  readonly slots: Int32Array;
}

/** The order of rows with faults, determined by the seed. */
export function faultOrder({ duplicates, dropped, reordering }: Faults, seed: Seed): FaultOrder {
  const chance = (name: string, n: number): number => {
    const x = mix((n | 0) ^ seed.s0 ^ drawKey(`\nfaults\n${name}`, 0).key);
    return mix((x ^ Math.floor(n / 2 ** 32)) + seed.s1);
  };
  const unit = (name: string, n: number): number => (chance(name, n) >>> 0) * UNIT32;
  const [dropShare, copyShare] = [dropped?.share ?? 0, duplicates?.share ?? 0];
  const within = duplicates?.within ?? WITHIN;
  const [dropShift, copyShift] = [unit('drop shift', 0), unit('copy shift', 0)];
  const firstTurn = (block: number): number =>
    block * BLOCK_ROWS - Math.floor(block * BLOCK_ROWS * dropShare + dropShift);
  const copiesBefore = (turn: number): number => Math.floor(turn * copyShare + copyShift);
  const firstPosition = (block: number): number => firstTurn(block) + copiesBefore(firstTurn(block));

  const makeBlock = (block: number): Block => {
    const [turn, nextTurn] = [firstTurn(block), firstTurn(block + 1)];
    const [position, nextPosition] = [firstPosition(block), firstPosition(block + 1)];
    const isLeft = chosen(
      BLOCK_ROWS,
      BLOCK_ROWS - (nextTurn - turn),
      chance('drop', block),
      chance('drop too', block),
    );
    const rows = Array.from({ length: BLOCK_ROWS }, (_, i) => block * BLOCK_ROWS + i).filter(
      (_, i) => isLeft[i] === 0,
    );
    const size = nextPosition - position;
    // The first position cannot be a copy.
    const isCopy = chosen(size - 1, size - rows.length, chance('copy', block), chance('copy too', block));
    const slots = new Int32Array(size);
    let done = 0;
    for (let i = 0; i < size; i++) slots[i] = i > 0 && isCopy[i - 1] === 1 ? -1 - done : done++;
    return { turn, position, rows, slots };
  };
  const reach = within + (reordering?.window ?? 0);
  const blockAt = cached(makeBlock, BLOCKS + Math.ceil(reach / (BLOCK_ROWS * (1 - dropShare))));
  const find = (start: (block: number) => number, place: number, perBlock: number): number => {
    let block = Math.max(0, Math.floor(place / perBlock));
    while (start(block) > place) block--;
    while (start(block + 1) <= place) block++;
    return block;
  };
  const perBlock = BLOCK_ROWS * (1 - dropShare);
  const rowOfTurn = (turn: number): number => {
    if (dropShare === 0) return turn;
    const block = blockAt(find(firstTurn, turn, perBlock));
    return block.rows[turn - block.turn] ?? 0;
  };
  const moves = reordering === undefined ? (turn: number): number => turn : reorder(reordering, chance, unit);
  return {
    at(position) {
      const number = find(firstPosition, position, perBlock * (1 + copyShare));
      const block = blockAt(number);
      const slot = block.slots[position - block.position] ?? 0;
      if (slot < 0) {
        const turn = block.turn - 1 - slot;
        const back = 1 + Math.floor(unit('back', position) * Math.min(within, turn));
        return { row: rowOfTurn(moves(turn - back)), turn: turn - back, copyOf: back, moved: 0, left: [] };
      }
      const turn = block.turn + slot;
      const source = moves(turn);
      return {
        row: rowOfTurn(source),
        turn,
        copyOf: 0,
        moved: turn - source,
        left: leftBefore(block, slot, number),
      };
    },
  };
}

/** Rows dropped since the previous turn, and after the last turn of the block. */
function leftBefore({ rows }: Block, slot: number, block: number): readonly number[] {
  const begin = slot === 0 ? block * BLOCK_ROWS : (rows[slot - 1] ?? 0) + 1;
  const own = rows[slot] ?? 0;
  const end = slot === rows.length - 1 ? (block + 1) * BLOCK_ROWS : own;
  const left: number[] = [];
  for (let row = begin; row < end; row++) if (row !== own) left.push(row);
  return left;
}

/** Marks `count` random places of `size`. */
function chosen(size: number, count: number, a: number, b: number): Uint8Array {
  const marks = new Uint8Array(Math.max(0, size));
  if (count === 0) return marks;
  const place = permutation(size);
  for (let i = 0; i < count; i++) marks[place(i, a, b)] = 1;
  return marks;
}

/** Maps each turn to the one that takes its place in the window. */
function reorder(
  { window, share = 1 }: NonNullable<Faults['reordering']>,
  chance: (name: string, n: number) => number,
  unit: (name: string, n: number) => number,
): (turn: number) => number {
  const place = permutation(window);
  return (turn) => {
    const number = Math.floor(turn / window);
    if (unit('window', number) >= share) return turn;
    return (
      number * window + place(turn - number * window, chance('order', number), chance('order too', number))
    );
  };
}

/** Caches the latest results of a function of integers. */
function cached<Result>(make: (n: number) => Result, most: number): (n: number) => Result {
  const known = new Map<number, Result>();
  return (n) => {
    const found = known.get(n);
    if (found !== undefined) return found;
    const made = make(n);
    const [oldest] = known.keys();
    if (known.size >= most && oldest !== undefined) known.delete(oldest);
    known.set(n, made);
    return made;
  };
}
