import type { Cell, Chunk, Identified, Texts } from './cell.ts';
import { CHUNK_ROWS } from './chunk-rows.ts';
import { putCopies } from './copies.ts';
import { pool } from './pool.ts';
import { newTexts } from './texts.ts';
import { newSubject, type Subject } from '../../../numeric/random.ts';

/** Texts of a prefix, as it is written in JSON, and a number: see `Identified`. */
export interface Prefixed {
  readonly prefix: string;
  /** Indexed by `selection`. */
  readonly numbers: Float64Array;
}

/** The identifiers of a field for a chunk of rows: see `Column`. */
interface IdentifiedFilling {
  readonly fill: (chunk: Chunk, subject: Subject) => void;
  readonly values: undefined;
  readonly texts: () => Texts;
  readonly inPlace: (lead: string) => Cell;
  readonly prefixed: Prefixed | undefined;
}

/** Bytes that copying writes past a text. */
const OVERSHOOT = 40;

/** Identifiers are written where they are read as text, and at their place in the row. */
export function filledAsIdentifiers({ numbers, prefix, choose, writer }: Identified): IdentifiedFilling {
  const all = new Float64Array(CHUNK_ROWS);
  const buffer = newTexts();
  let write: ((chunk: Chunk) => void) | undefined;
  let last: Chunk | undefined;
  const written = (): void => {
    const made = new Float64Array(CHUNK_ROWS);
    const { maxBytes, column } = writer(made, '');
    write = (chunk) =>
      buffer.write(
        chunk,
        () => maxBytes,
        (own) => {
          for (let r = 0; r < own.rows; r++) made[r] = all[own.selection[r]];
          column(own, NO_SUBJECT);
        },
      );
    // Cells of array elements are made while rows are generated.
    if (last !== undefined) write(last);
  };
  return {
    fill(chunk, subject) {
      choose(chunk, subject);
      const { selection, rows } = chunk;
      for (let r = 0; r < rows; r++) all[selection[r]] = numbers[r];
      last = chunk;
      write?.(chunk);
    },
    values: undefined,
    texts() {
      if (write === undefined) written();
      return buffer;
    },
    inPlace(lead) {
      const cell = placed(all, writer, lead);
      const before = pool([lead]);
      return {
        maxBytes: cell.maxBytes + OVERSHOOT,
        column(chunk, subject) {
          // Copying takes less than writing the texts once more.
          if (write === undefined) cell.column(chunk, subject);
          else putCopies(chunk, buffer, before);
        },
      };
    },
    prefixed: prefix === undefined ? undefined : { prefix, numbers: all },
  };
}

/** Writers of identifiers read no subject. */
const NO_SUBJECT = newSubject(0);

/** Writes identifiers by their numbers. @param all indexed by `selection` */
function placed(all: Float64Array, writer: Identified['writer'], lead: string): Cell {
  const made = new Float64Array(CHUNK_ROWS);
  const { maxBytes, column } = writer(made, lead);
  return {
    maxBytes,
    column(chunk, subject) {
      const { rows, selection } = chunk;
      for (let r = 0; r < rows; r++) made[r] = all[selection[r]];
      column(chunk, subject);
    },
  };
}
