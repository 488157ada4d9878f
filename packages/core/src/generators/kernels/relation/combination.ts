import type { Cell, Chunk, Determinant } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { cachedNumbers, MAX_NUMBERS } from './per-key.ts';

/** Cells and what determines their texts. */
export interface Combination {
  readonly determinant: Determinant;
  readonly cells: readonly Cell[];
  /** Sets the numbers for the rows of a chunk. Absent: they are those of a field. */
  readonly combine?: (chunk: Chunk) => void;
}

/**
 * The first `least` cells, which depend on `first` alone, and those after them that depend on it and on entries of short tables, such
 * as the amount of a product and a quantity: the combinations are numbered.
 */
export function combinationOf(first: Determinant, cells: readonly Cell[], least: number): Combination {
  let determinants: readonly Determinant[] = [first];
  let count = least;
  for (const cell of cells.slice(least)) {
    // Other entities may be drawn when the cell writes.
    const own = cell.entities?.numbers === first.numbers ? [first] : cell.determinants;
    if (own === undefined) break;
    const all = united(
      determinants,
      own.flatMap((determinant) => determinant.of ?? [determinant]),
    );
    if (all.length > determinants.length && sizeOf(all) > MAX_NUMBERS) break;
    determinants = all;
    count++;
  }
  const members = cells.slice(0, count);
  if (determinants.length === 1) return { determinant: first, cells: members };
  const known = members
    .flatMap((cell) => cell.determinants ?? [])
    .find(({ of = [] }) => isSame(of, determinants));
  return known === undefined
    ? { ...combined(determinants), cells: members }
    : { determinant: known, cells: members };
}

/**
 * The cell of a calculation. The numbers that other fields read are made once for each combination, if there are few.
 *
 * @param determinants all that determines the numbers; undefined: there is more
 */
export function perCombination(cell: Cell, determinants: readonly Determinant[] = []): Cell {
  const all = determinants.flatMap((determinant) => determinant.of ?? [determinant]);
  if (all.length < 2 || sizeOf(all) > MAX_NUMBERS) return cell;
  return {
    ...cell,
    values() {
      const values = cell.values?.();
      if (values === undefined) return undefined;
      const { determinant, combine } = combined(united([], all));
      const make = cachedNumbers(determinant, values.make);
      return {
        ...values,
        determinant,
        make(chunk, subject, numbers) {
          combine(chunk);
          make(chunk, subject, numbers);
        },
      };
    },
  };
}

/** The combinations of several determinants. */
function combined(
  determinants: readonly Determinant[],
): Required<Pick<Combination, 'determinant' | 'combine'>> {
  const numbers = new Float64Array(CHUNK_ROWS);
  const [first, ...others] = determinants.map((determinant) => determinant.numbers);
  return {
    determinant: { numbers, size: sizeOf(determinants), of: determinants },
    combine({ selection, rows }) {
      others.forEach((digits, i) => {
        const high = i === 0 ? (first ?? digits) : numbers;
        putPairs(numbers, high, digits, determinants[i + 1]?.size ?? 1, selection, rows);
      });
    },
  };
}

const isSame = (some: readonly Determinant[], others: readonly Determinant[]): boolean =>
  some.length === others.length && united(some, others).length === some.length;

/** The determinants without repetition. */
const united = (some: readonly Determinant[], more: readonly Determinant[]): readonly Determinant[] => [
  ...some,
  ...more.filter(({ numbers }) => some.every((determinant) => determinant.numbers !== numbers)),
];

const sizeOf = (determinants: readonly Determinant[]): number =>
  determinants.reduce((product, { size }) => product * size, 1);

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
