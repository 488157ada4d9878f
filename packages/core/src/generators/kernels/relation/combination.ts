import type { Basis, Cell, Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { keptNumbers, MAX_NUMBERS } from './per-key.ts';

/** Cells whose texts depend on certain numbers and on nothing else. */
export interface Combination {
  readonly basis: Basis;
  readonly cells: readonly Cell[];
  /** Sets the numbers for the rows of a chunk. Absent: they are those of a field. */
  readonly combine?: (chunk: Chunk) => void;
}

/**
 * The first `least` cells, which depend on `first` alone, and those after them that depend on it and on entries of short tables, such
 * as the amount of a product and a quantity: the combinations are numbered.
 */
export function combinationOf(first: Basis, cells: readonly Cell[], least: number): Combination {
  let bases: readonly Basis[] = [first];
  let count = least;
  for (const cell of cells.slice(least)) {
    // Other entities may be drawn when the cell writes.
    const own = cell.entities?.numbers === first.numbers ? [first] : cell.follows;
    if (own === undefined) break;
    const all = united(
      bases,
      own.flatMap((basis) => basis.of ?? [basis]),
    );
    if (all.length > bases.length && sizeOf(all) > MAX_NUMBERS) break;
    bases = all;
    count++;
  }
  const members = cells.slice(0, count);
  if (bases.length === 1) return { basis: first, cells: members };
  const known = members.flatMap(({ follows = [] }) => follows).find(({ of = [] }) => isSame(of, bases));
  return known === undefined ? { ...combined(bases), cells: members } : { basis: known, cells: members };
}

/**
 * The cell of a calculation. The numbers that other fields read are made once for each combination, if there are few.
 *
 * @param bases what the numbers depend on, if on nothing else; undefined: they depend on more
 */
export function perCombination(cell: Cell, bases: readonly Basis[] = []): Cell {
  const all = bases.flatMap((basis) => basis.of ?? [basis]);
  if (all.length < 2 || sizeOf(all) > MAX_NUMBERS) return cell;
  return {
    ...cell,
    values() {
      const values = cell.values?.();
      if (values === undefined) return undefined;
      const { basis, combine } = combined(united([], all));
      const make = keptNumbers(basis, values.make);
      return {
        ...values,
        basis,
        make(chunk, subject, numbers) {
          combine(chunk);
          make(chunk, subject, numbers);
        },
      };
    },
  };
}

/** The combinations of several bases. */
function combined(bases: readonly Basis[]): Required<Pick<Combination, 'basis' | 'combine'>> {
  const numbers = new Float64Array(CHUNK_ROWS);
  const [first, ...others] = bases.map((basis) => basis.numbers);
  return {
    basis: { numbers, size: sizeOf(bases), of: bases },
    combine({ selection, rows }) {
      others.forEach((digits, i) => {
        const high = i === 0 ? (first ?? digits) : numbers;
        putPairs(numbers, high, digits, bases[i + 1]?.size ?? 1, selection, rows);
      });
    },
  };
}

const isSame = (some: readonly Basis[], others: readonly Basis[]): boolean =>
  some.length === others.length && united(some, others).length === some.length;

/** The bases without repetition. */
const united = (some: readonly Basis[], more: readonly Basis[]): readonly Basis[] => [
  ...some,
  ...more.filter(({ numbers }) => some.every((basis) => basis.numbers !== numbers)),
];

const sizeOf = (bases: readonly Basis[]): number => bases.reduce((product, { size }) => product * size, 1);

/** Sets the numbers of pairs. */
function putPairs(
  pairs: Float64Array,
  high: Float64Array,
  low: Float64Array,
  base: number,
  selection: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    const place = selection[r];
    pairs[place] = high[place] * base + low[place];
  }
}
