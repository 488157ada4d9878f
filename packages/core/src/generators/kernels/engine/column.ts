import type { Cell, Chunk, ColumnValues, Decision, Identified, OfEntities, Texts, Values } from './cell.ts';
import { EVERY_ROW, CHUNK_ROWS } from './chunk-rows.ts';
import { needsOf, type Needs } from './needs.ts';
import { literal } from '../choice/choice.ts';
import { concat } from '../structure/concat.ts';
import { newTexts } from './texts.ts';
import { pool, putWords, type Pool } from './pool.ts';
import { writerOf } from './write.ts';
import { newSubject, type Subject } from '../../../numeric/random.ts';

/**
 * The values of a field for a chunk of rows, for fields that read them. Readers may work on a selection of the rows. Values that are
 * known as numbers are kept as numbers, and others as text.
 */
export interface Column extends Required<Needs> {
  /** Generates the values of a chunk. */
  fill(chunk: Chunk, subject: Subject): void;
  /** Undefined: the values are only known as text. */
  readonly values: ColumnValues | undefined;
  /** The values as JSON. Called by readers when they are compiled: numbers that nobody reads as text are not written. */
  texts(): Texts;
  /** The values of a member in the field's lists. */
  readonly elements: Cell['elements'];
  /** A cell that writes the values that `fill` generated, in the same chunk. Absent: they are buffered, and copied. */
  readonly inPlace?: ((lead: string) => Cell) | undefined;
  /** The values are texts of a prefix and these numbers. */
  readonly prefixed?: Prefixed | undefined;
  /** Number of fills so far. */
  readonly version: number;
  /** The field may be missing in some rows. Its values are text. */
  readonly isOptional: boolean;
  /** The decision of the field's cell, with its numbers indexed by `origin`. */
  readonly decision: Decision | undefined;
  /** The values depend on these alone. Default: on others, too. */
  readonly entities?: OfEntities | undefined;
}

/** Texts of a prefix, as it is written in JSON, and a number: see `Identified`. */
interface Prefixed {
  readonly prefix: string;
  /** Indexed by `origin`. */
  readonly numbers: Float64Array;
}

/** A column to fill for each chunk. */
export type Filled = Pick<Column, 'fill' | keyof Needs>;

const OVERSHOOT = 40;

/**
 * A column of the cell's values.
 *
 * @param cell writes the value without the field's name
 * @param isOptional whether it writes nothing in some rows
 */
export function newColumn(cell: Cell, isOptional: boolean): Column {
  const decided = new Float64Array(cell.decision === undefined ? 0 : CHUNK_ROWS);
  const values = isOptional ? undefined : cell.values?.();
  const filling = values === undefined ? filledAsOther(cell, isOptional) : filledAsNumbers(values);
  let version = 0;
  return {
    fill(chunk, subject) {
      filling.fill(chunk, subject);
      if (cell.decision !== undefined) putSelected(decided, cell.decision.numbers, chunk);
      version++;
    },
    values: filling.values,
    texts: filling.texts,
    inPlace: filling.inPlace,
    prefixed: filling.prefixed,
    get version() {
      return version;
    },
    ...needsOf(cell),
    isOptional,
    elements: cell.elements,
    decision: cell.decision && { ...cell.decision, numbers: decided },
    entities: cell.entities ?? drawnOf(cell.decision, decided),
  };
}

/** The entities of which a column with this decision has the keys. */
function drawnOf(decision: Decision | undefined, numbers: Float64Array): OfEntities | undefined {
  if (decision?.kind !== 'entity' || decision.isPartial || decision.size === undefined) return undefined;
  return { numbers, size: decision.size };
}

/** A column of lists of which only members are read, as numbers: the lists are written at their place in the row. */
export function newListColumn(cell: Cell): Column {
  let version = 0;
  let size = 0;
  return {
    fill(chunk, subject) {
      size = cell.measure?.(chunk, subject) ?? 0;
      version++;
    },
    values: undefined,
    texts() {
      throw new Error('Only members of the lists are known');
    },
    elements: cell.elements,
    inPlace: (lead) =>
      concat([
        literal(lead),
        {
          maxBytes: cell.maxBytes,
          measure: () => size,
          column(chunk, subject) {
            cell.column(chunk, subject);
          },
        },
      ]),
    get version() {
      return version;
    },
    ...needsOf(cell),
    isOptional: false,
    decision: undefined,
  };
}

type Filling = Pick<Column, 'fill' | 'values' | 'texts' | 'inPlace' | 'prefixed'>;

const filledAsOther = (cell: Cell, isOptional: boolean): Filling =>
  cell.identified === undefined || isOptional ? filledAsText(cell) : filledAsIdentifiers(cell.identified);

/** Identifiers are written where they are read as text, and at their place in the row. */
function filledAsIdentifiers({ numbers, prefix, choose, writer }: Identified): Filling {
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
          for (let r = 0; r < own.rows; r++) made[r] = all[own.origin[r]];
          column(own, NO_SUBJECT);
        },
      );
    // Cells of array elements are made while rows are generated.
    if (last !== undefined) write(last);
  };
  return {
    fill(chunk, subject) {
      choose(chunk, subject);
      putSelected(all, numbers, chunk);
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

/** Writes identifiers by their numbers. @param all indexed by `origin` */
function placed(all: Float64Array, writer: Identified['writer'], lead: string): Cell {
  const made = new Float64Array(CHUNK_ROWS);
  const { maxBytes, column } = writer(made, lead);
  return {
    maxBytes,
    column(chunk, subject) {
      const { rows, origin } = chunk;
      for (let r = 0; r < rows; r++) made[r] = all[origin[r]];
      column(chunk, subject);
    },
  };
}

function filledAsText(cell: Cell): Filling {
  const { texts: others } = cell;
  if (others !== undefined)
    return {
      fill(chunk, subject) {
        cell.measure?.(chunk, subject);
      },
      values: undefined,
      texts: others,
    };
  const texts = newTexts();
  return {
    fill(chunk, subject) {
      texts.write(
        chunk,
        (own) => cell.maxBytes + (cell.measure?.(own, subject) ?? 0),
        (own) => cell.column(own, subject),
      );
    },
    values: undefined,
    texts: () => texts,
  };
}

function filledAsNumbers({ make, ...meaning }: Values): Filling {
  const numbers = new Float64Array(CHUNK_ROWS);
  const made = new Float64Array(CHUNK_ROWS);
  const last: { rows: number; origin: Int32Array } = { rows: 0, origin: EVERY_ROW };
  let write: ((chunk: Pick<Chunk, 'rows' | 'origin'>) => void) | undefined;
  let texts: Texts | undefined;
  const of = ({ origin, rows }: Pick<Chunk, 'rows' | 'origin'>): Float64Array => {
    if (origin === EVERY_ROW) return numbers;
    for (let r = 0; r < rows; r++) made[r] = numbers[origin[r]];
    return made;
  };
  const written = (): Texts => {
    const writer = writerOf(meaning, '');
    const buffer = newTexts();
    write = (chunk) =>
      buffer.write(
        chunk,
        () => writer.maxBytes,
        (own) => writer.put(own, of(own)),
      );
    // Cells of array elements are made while rows are generated.
    write(last);
    return buffer;
  };
  return {
    fill(chunk, subject) {
      const { rows, origin } = chunk;
      if (origin === EVERY_ROW) make(chunk, subject, numbers);
      else {
        make(chunk, subject, made);
        putSelected(numbers, made, chunk);
      }
      last.rows = rows;
      last.origin = origin;
      write?.(chunk);
    },
    values: { ...meaning, numbers, of },
    texts: () => (texts ??= written()),
  };
}

/** Sets the entries of selected rows. */
function putSelected(all: Float64Array, selected: Float64Array, { rows, origin }: Chunk): void {
  for (let r = 0; r < rows; r++) all[origin[r]] = selected[r];
}

/** Writes a column's values at the field's position in the row; nothing if the field is missing. */
export function echo(column: Column, lead: string): Cell {
  const { values, inPlace } = column;
  if (inPlace !== undefined) return { ...inPlace(lead), ...needsOf(column), entities: column.entities };
  if (values === undefined) return echoedText(column, lead);
  const { maxBytes, put } = writerOf(values, lead);
  const { numbers: _, of, ...meaning } = values;
  return {
    maxBytes,
    ...needsOf(column),
    entities: column.entities,
    column: (chunk) => put(chunk, of(chunk)),
    values: () => ({
      ...meaning,
      make(chunk, _, numbers) {
        const { origin, rows } = chunk;
        for (let r = 0; r < rows; r++) numbers[r] = values.numbers[origin[r]];
      },
    }),
  };
}

function echoedText(column: Column, lead: string): Cell {
  const before = pool([lead]);
  const texts = column.texts();
  return {
    maxBytes: before.stride * 8 + OVERSHOOT,
    ...needsOf(column),
    entities: column.entities,
    measure: () => texts.longest,
    texts: () => texts,
    column: (chunk) => putCopies(chunk, texts, before),
  };
}

/** Appends the text and a column's texts to the rows of a chunk. */
function putCopies(chunk: Chunk, texts: Texts, before: Pool): void {
  const { view, at, rows, origin } = chunk;
  const { view: source, starts, ends } = texts;
  const length = before.lengths[0];
  for (let r = 0; r < rows; r++) {
    const from = starts[origin[r]];
    const size = ends[origin[r]] - from;
    if (size === 0) continue;
    putWords(view, at[r], before.words, 0, before.stride);
    copy(source, from, view, at[r] + length, size);
    at[r] += length + size;
  }
}

/**
 * Copies bytes of JSON eight at a time. Reads 16 bytes at least, and writes up to 16 past the end: most texts fit two words, and
 * two unconditional stores beat a loop. No eight bytes can form a NaN (see `pool`).
 */
export function copy(from: DataView, start: number, to: DataView, at: number, size: number): void {
  to.setFloat64(at, from.getFloat64(start, true), true);
  to.setFloat64(at + 8, from.getFloat64(start + 8, true), true);
  for (let i = 16; i < size; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
}
