import type { Cell, Chunk, Texts } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { newColumn, type Column } from '../engine/column.ts';

/** The entities of a chunk's rows. */
export interface Drawn {
  /** One per row. */
  readonly index: Float64Array;
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
    keep({ values }, { index, origin, rows }) {
      if (values === undefined) return;
      for (let r = 0; r < rows; r++) {
        known[index[r]] = 1;
        numbers[index[r]] = values.numbers[origin[r]];
      }
    },
    shown: (column, drawn) => newColumn(numbersOf(numbers, column, drawn), false),
  };
}

/** A cell of kept numbers. Its column writes them itself. */
function numbersOf(kept: Float64Array, { values }: Column, { index }: Drawn): Cell {
  if (values === undefined) throw new Error('The values are text');
  const { numbers: _numbers, of: _of, ...meaning } = values;
  return {
    maxBytes: 0,
    values: () => ({
      ...meaning,
      make({ rows }, _, made) {
        for (let r = 0; r < rows; r++) made[r] = kept[index[r]];
      },
    }),
    column() {},
  };
}

interface KeptTexts {
  readonly known: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  bytes: Uint8Array;
  view: DataView;
  used: number;
  /** Length of the longest text in bytes. */
  longest: number;
  isOpen: boolean;
}

/** Bytes that may be read past a text. */
const OVERSHOOT = 16;

function keptTexts(size: number): Kept {
  const bytes = new Uint8Array(1024);
  const kept: KeptTexts = {
    known: new Uint8Array(size),
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    bytes,
    view: new DataView(bytes.buffer),
    used: 0,
    longest: 0,
    isOpen: true,
  };
  return {
    get isOpen() {
      return kept.isOpen;
    },
    known: kept.known,
    keep(column, { index, origin, rows }) {
      const texts = column.texts();
      for (let r = 0; r < rows && kept.isOpen; r++)
        if (kept.known[index[r]] === 0) keepText(kept, index[r], texts, origin[r]);
    },
    shown: (column, drawn) => shownTexts(kept, column, drawn),
  };
}

function keepText(kept: KeptTexts, entity: number, texts: Texts, place: number): void {
  const [from, to] = [texts.starts[place], texts.ends[place]];
  const end = kept.used + to - from;
  kept.isOpen = end + OVERSHOOT <= MAX_BYTES;
  if (!kept.isOpen) return;
  if (end + OVERSHOOT > kept.bytes.length) {
    const more = new Uint8Array(Math.min(MAX_BYTES, 2 * (end + OVERSHOOT)));
    more.set(kept.bytes);
    kept.bytes = more;
    kept.view = new DataView(more.buffer);
  }
  kept.bytes.set(texts.bytes.subarray(from, to), kept.used);
  kept.known[entity] = 1;
  kept.starts[entity] = kept.used;
  kept.ends[entity] = end;
  kept.used = end;
  kept.longest = Math.max(kept.longest, to - from);
}

/** Sets where the texts of rows start and end, from the entries of others. */
function putEnds(
  starts: Int32Array,
  ends: Int32Array,
  from: Pick<Texts, 'starts' | 'ends'>,
  entries: Float64Array,
  origin: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    starts[origin[r]] = from.starts[entries[r]];
    ends[origin[r]] = from.ends[entries[r]];
  }
}

function shownTexts(kept: KeptTexts, column: Column, drawn: Drawn): Column {
  const others = column.texts();
  // Indexed by `origin`.
  const [starts, ends] = [new Int32Array(CHUNK_ROWS), new Int32Array(CHUNK_ROWS)];
  let version = 0;
  let longest = 0;
  let isKept = false;
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
    start: ({ origin }, r) => starts[origin[r]],
    end: ({ origin }, r) => ends[origin[r]],
    starts,
    ends,
  };
  return {
    ...column,
    fill({ rows, origin }) {
      ({ isKept } = drawn);
      longest = isKept ? kept.longest : others.longest;
      if (isKept) putEnds(starts, ends, kept, drawn.index, origin, rows);
      else putEnds(starts, ends, others, new Float64Array(origin), origin, rows);
      version++;
    },
    texts: () => texts,
    get version() {
      return version;
    },
  };
}
