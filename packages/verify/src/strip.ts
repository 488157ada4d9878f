/** What became of consecutive rows. */
export interface StripCell {
  /** The number of the first of them. */
  readonly first: number;
  /** Rows that must be there: `right + changed + missing`. */
  readonly expected: number;
  readonly right: number;
  readonly changed: number;
  readonly missing: number;
}

type Fate = 'right' | 'changed' | 'missing';

/** Counts what became of rows, by where they are in the stream. */
export interface Strip {
  readonly add: (row: number, fate: Fate) => void;
  /** A row that was counted as missing was found under another identity. */
  readonly find: (row: number, fate: Fate) => void;
  readonly cells: () => readonly StripCell[];
}

const MOST_CELLS = 200;

/** A strip of at most 200 cells. @param rows of the stream */
export function newStrip(rows: number): Strip {
  const size = Math.min(rows, MOST_CELLS);
  const firstOf = (cell: number): number => Math.ceil((cell * rows) / size);
  const cells = Array.from({ length: size }, (_, cell) => ({
    first: firstOf(cell),
    right: 0,
    changed: 0,
    missing: 0,
  }));
  const cellOf = (row: number) => cells[Math.floor((row * size) / rows)];
  const count = (row: number, fate: Fate, by: number): void => {
    const cell = cellOf(row);
    if (cell !== undefined) cell[fate] += by;
  };
  return {
    add: (row, fate) => count(row, fate, 1),
    find(row, fate) {
      count(row, 'missing', -1);
      count(row, fate, 1);
    },
    cells: () => cells.map((cell) => ({ ...cell, expected: cell.right + cell.changed + cell.missing })),
  };
}

/** A part of a cell as a picture shows it, from its top. `none`: no row is right, or must be there. */
export interface StripPart {
  readonly kind: Fate | 'none';
  readonly y: number;
  readonly height: number;
}

/** The parts of a cell in a picture of this height. A few such rows have at least the other one, so that they can be seen. */
export function stripParts(
  { expected, right, changed, missing }: StripCell,
  height: number,
  least: number,
): readonly StripPart[] {
  const heightOf = (rows: number): number =>
    rows === 0 ? 0 : Math.min(height, Math.max(least, (rows / expected) * height));
  const [lost, wrong] = [heightOf(missing), heightOf(changed)];
  const rest = right > 0 || expected === 0 ? Math.max(0, height - lost - wrong) : 0;
  const parts: readonly StripPart[] = [
    { kind: 'missing', y: 0, height: lost },
    { kind: 'changed', y: lost, height: wrong },
    { kind: right > 0 ? 'right' : 'none', y: lost + wrong, height: rest },
  ];
  return parts.filter((part) => part.height > 0);
}
