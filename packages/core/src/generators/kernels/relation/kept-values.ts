import type { Cell, Chunk, Determinant, Texts } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { newColumn, type Column } from '../engine/column.ts';
import { keepText, newKeptTexts, type KeptTexts } from './kept-texts.ts';

/** The entities of a chunk's rows. */
export interface Drawn {
  /** One per row. */
  readonly index: Float64Array;
  /** The same, indexed by `selection`. Absent: they are not known so. */
  readonly numbers: Float64Array | undefined;
  /** All of their values are kept. Otherwise, columns were filled for all rows. */
  isKept: boolean;
}

/** Values of an entity's field by the entity's index, once they were generated. */
export interface Kept {
  /** False once there is too much text: no more is kept, and what is kept stays. */
  readonly isOpen: boolean;
  /** 1 for each entity whose value is kept. */
  readonly known: Uint8Array;
  /** Keeps the values of a column that was filled for entities. */
  keep(column: Column, entities: Chunk): void;
  /** A column of the values of drawn entities, to be filled after the field's column. */
  shown(column: Column, drawn: Drawn): Column;
}

/** Maximum number of entities whose values are kept. */
const MAX_ENTITIES = 2 ** 16;
/** Maximum bytes of a field's texts. */
const MAX_BYTES = 2 ** 21;
/** Bytes per entity: both ends of a text, or a number, and whether it is known. */
const ENTRY_BYTES = 9;

/** Bytes that the values of a field of so many entities take at most; undefined if they cannot be kept. */
export function bytesToKeep({ values, decision, elements }: Column, size: number): number | undefined {
  if (size > MAX_ENTITIES || decision !== undefined || elements !== undefined) return undefined;
  return size * ENTRY_BYTES + (values === undefined ? MAX_BYTES : 0);
}

/** Room for the values of a field. @param column one of its columns: all have the same kind of values */
export const newKept = (column: Column, size: number): Kept =>
  column.values === undefined ? keptTexts(size) : keptNumbers(size);

function keptNumbers(size: number): Kept {
  const known = new Uint8Array(size);
  const numbers = new Float64Array(size);
  return {
    isOpen: true,
    known,
    keep({ values }, { index, selection, rows }) {
      if (values === undefined) return;
      for (let r = 0; r < rows; r++) {
        known[index[r]] = 1;
        numbers[index[r]] = values.numbers[selection[r]];
      }
    },
    shown: (column, drawn) => newColumn(numbersOf(numbers, column, drawn), false),
  };
}

const entitiesOf = ({ numbers }: Drawn, size: number): Determinant | undefined =>
  numbers && { numbers, size };

/** A cell of kept numbers. Its column writes them itself. */
function numbersOf(kept: Float64Array, { values }: Column, drawn: Drawn): Cell {
  if (values === undefined) throw new Error('The values are text');
  const { numbers: _numbers, of: _of, ...meaning } = values;
  const { index } = drawn;
  return {
    maxBytes: 0,
    entities: entitiesOf(drawn, kept.length),
    values: () => ({
      ...meaning,
      make({ rows }, _, made) {
        for (let r = 0; r < rows; r++) made[r] = kept[index[r]];
      },
    }),
    column() {},
  };
}

function keptTexts(size: number): Kept {
  const kept = newKeptTexts(size, MAX_BYTES);
  return {
    get isOpen() {
      return kept.isOpen;
    },
    known: kept.known,
    keep(column, { index, selection, rows }) {
      const texts = column.texts();
      for (let r = 0; r < rows && kept.isOpen; r++)
        if (kept.known[index[r]] === 0)
          keepText(kept, index[r], texts, texts.starts[selection[r]], texts.ends[selection[r]]);
    },
    shown: (column, drawn) => shownTexts(kept, column, drawn),
  };
}

/** Sets where the kept texts of rows start and end. */
function putPlaces(
  starts: Int32Array,
  ends: Int32Array,
  { places }: KeptTexts,
  entities: Float64Array,
  selection: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    const place = 2 * entities[r];
    starts[selection[r]] = places[place];
    ends[selection[r]] = places[place + 1];
  }
}

function shownTexts(kept: KeptTexts, column: Column, drawn: Drawn): Column {
  const others = column.texts();
  // Indexed by `selection`.
  const [starts, ends] = [new Int32Array(CHUNK_ROWS), new Int32Array(CHUNK_ROWS)];
  let version = 0;
  let longest = 0;
  let isKept = false;
  /** Rows whose texts were not looked up yet: nobody may read them. */
  let pending: Pick<Chunk, 'rows' | 'selection'> | undefined;
  const locate = (): void => {
    if (pending === undefined) return;
    putPlaces(starts, ends, kept, drawn.index, pending.selection, pending.rows);
    pending = undefined;
  };
  const texts: Texts = {
    get bytes() {
      return isKept ? kept.bytes : others.bytes;
    },
    get view() {
      return isKept ? kept.view : others.view;
    },
    get longest() {
      return longest;
    },
    start: ({ selection }, r) => texts.starts[selection[r]],
    end: ({ selection }, r) => texts.ends[selection[r]],
    get starts() {
      locate();
      return starts;
    },
    get ends() {
      locate();
      return ends;
    },
  };
  return {
    ...column,
    inPlace: undefined,
    prefixed: undefined,
    entities: entitiesOf(drawn, kept.known.length),
    fill({ rows, selection }) {
      ({ isKept } = drawn);
      longest = isKept ? kept.longest : others.longest;
      pending = isKept ? { rows, selection } : undefined;
      if (!isKept) {
        starts.set(others.starts);
        ends.set(others.ends);
      }
      version++;
    },
    texts: () => texts,
    get version() {
      return version;
    },
  };
}
