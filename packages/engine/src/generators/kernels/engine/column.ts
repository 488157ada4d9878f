import type { Subject } from '../../../numeric/random.ts';
import { literal } from '../choice/choice.ts';
import { knownText } from '../choice/chosen-text.ts';
import { concat } from '../structure/object.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  type ColumnValues,
  type Decision,
  EVERY_ROW,
  type Needs,
  needsOf,
  type Sessions,
  type Texts,
  type Values,
} from './cell.ts';
import { jsonText } from './json-text.ts';
import { pool } from './pool.ts';
import { newTexts, putCopies } from './texts.ts';
import { writerOf } from './write.ts';

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
  /** The values are identifiers of these. */
  readonly sessions?: Sessions | undefined;
  /** Number of fills so far. */
  readonly version: number;
  /** The field may be missing in some rows. Its values are text. */
  readonly isOptional: boolean;
  /** The decision of the field's cell, with its numbers indexed by `selection`. */
  readonly decision: Decision | undefined;
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
  const filling = values === undefined ? filledAsText(cell) : filledAsNumbers(values);
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
    sessions: cell.sessions ?? sessionsOf(cell.decision, decided),
    get version() {
      return version;
    },
    ...needsOf(cell),
    isOptional,
    elements: cell.elements,
    decision: cell.decision && { ...cell.decision, numbers: decided },
  };
}

/** The sessions of which a column with this decision has the identifiers. */
const sessionsOf = (decision: Decision | undefined, numbers: Float64Array): Sessions | undefined =>
  decision?.kind === 'session' && decision.salt !== undefined ? { numbers, salt: decision.salt } : undefined;

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

type Filling = Pick<Column, 'fill' | 'values' | 'texts' | 'inPlace'>;

function filledAsText(cell: Cell): Filling {
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

function filledAsNumbers(values: Values): Filling {
  const { make, ...meaning } = values;
  const numbers = new Float64Array(CHUNK_ROWS);
  const made = new Float64Array(CHUNK_ROWS);
  const last: { rows: number; selection: Int32Array } = { rows: 0, selection: EVERY_ROW };
  let write: ((chunk: Pick<Chunk, 'rows' | 'selection'>) => void) | undefined;
  let texts: Texts | undefined;
  const of = ({ selection, rows }: Pick<Chunk, 'rows' | 'selection'>): Float64Array => {
    if (selection === EVERY_ROW) return numbers;
    for (let r = 0; r < rows; r++) made[r] = numbers[selection[r]];
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
      const { rows, selection } = chunk;
      if (selection === EVERY_ROW) make(chunk, subject, numbers);
      else {
        make(chunk, subject, made);
        putSelected(numbers, made, chunk);
      }
      last.rows = rows;
      last.selection = selection;
      write?.(chunk);
    },
    values: { ...meaning, numbers, of },
    texts: () => (texts ??= written()),
  };
}

/** Sets the entries of selected rows. */
function putSelected(all: Float64Array, selected: Float64Array, { rows, selection }: Chunk): void {
  for (let r = 0; r < rows; r++) all[selection[r]] = selected[r];
}

/** Writes a column's values at the field's position in the row; nothing if the field is missing. */
export const echo = (column: Column, lead: string): Cell => ({
  ...written(column, lead),
  ...needsOf(column),
  sessions: column.sessions,
});

function written(column: Column, lead: string): Cell {
  const { values, inPlace } = column;
  if (inPlace !== undefined) return inPlace(lead);
  if (values === undefined) return echoedText(column, lead);
  const { numbers, of: _, ...meaning } = values;
  const known =
    values.kind === 'entry'
      ? knownText(
          values.table.map((value) => lead + jsonText(value)),
          [{ numbers, unit: 1 }],
        )
      : undefined;
  return {
    ...(known ?? numbersText(values, lead)),
    values: () => ({
      ...meaning,
      make({ selection, rows }, _, made) {
        for (let r = 0; r < rows; r++) made[r] = numbers[selection[r]];
      },
    }),
  };
}

function numbersText(values: ColumnValues, lead: string): Cell {
  const { maxBytes, put } = writerOf(values, lead);
  return {
    maxBytes,
    column: (chunk) => put(chunk, values.of(chunk)),
    output: { kind: 'led', lead, rest: () => numbersText(values, '') },
  };
}

function echoedText(column: Column, lead: string): Cell {
  const before = pool([lead]);
  const texts = column.texts();
  return {
    maxBytes: before.stride * 8 + OVERSHOOT,
    measure: () => texts.longest,
    column: (chunk) => putCopies(chunk, texts, before),
  };
}
