import type {
  Cell,
  Chunk,
  ColumnValues,
  Decision,
  Determinant,
  Determined,
  Sessions,
  Texts,
  Values,
} from './cell.ts';
import { EVERY_ROW, CHUNK_ROWS } from './chunk-rows.ts';
import { putCopies } from './copies.ts';
import { filledWhenRead } from './deferred.ts';
import { filledAsIdentifiers, type Prefixed } from './identifiers.ts';
import { needsOf, type Needs } from './needs.ts';
import { knownText } from '../choice/chosen-text.ts';
import { literal } from '../choice/choice.ts';
import { jsonText } from './json.ts';
import { concat } from '../structure/concat.ts';
import { newTexts } from './texts.ts';
import { pool } from './pool.ts';
import { writerOf } from './write.ts';
import type { Subject } from '../../../numeric/random.ts';

/**
 * The values of a field for a chunk of rows, for fields that read them. Readers may work on a selection of the rows. Values that are
 * known as numbers are kept as numbers, and others as text.
 */
export interface Column extends Required<Needs>, Determined {
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
    sessions: cell.sessions ?? sessionsOf(cell.decision, decided),
    get version() {
      return version;
    },
    ...needsOf(cell),
    isOptional,
    elements: cell.elements,
    decision: cell.decision && { ...cell.decision, numbers: decided },
    entities: cell.entities ?? drawnOf(cell.decision, decided),
    determinants: values?.determinant === undefined ? cell.determinants : [values.determinant],
  };
}

/** The sessions of which a column with this decision has the identifiers. */
const sessionsOf = (decision: Decision | undefined, numbers: Float64Array): Sessions | undefined =>
  decision?.kind === 'session' && decision.salt !== undefined ? { numbers, salt: decision.salt } : undefined;

/** The entities of which a column with this decision has the keys. */
function drawnOf(decision: Decision | undefined, numbers: Float64Array): Determinant | undefined {
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

function filledAsOther(cell: Cell, isOptional: boolean): Filling {
  const { output } = cell;
  if (output?.kind === 'identified' && !isOptional) return filledAsIdentifiers(output);
  if (output?.kind === 'copied') return filledAsCopies(cell, output.texts);
  return output?.kind === 'deferred' ? filledWhenRead(output) : filledAsText(cell);
}

/** The texts are those of another column. */
const filledAsCopies = (cell: Cell, texts: () => Texts): Filling => ({
  fill(chunk, subject) {
    cell.measure?.(chunk, subject);
  },
  values: undefined,
  texts,
});

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
  const { make, determinant: _, ...meaning } = values;
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

/** All that determines the values of a column; undefined if there is more than is known. */
const determinantsOf = ({ determinants, entities, values }: Column): readonly Determinant[] | undefined =>
  determinants ??
  (entities && [entities]) ??
  (values?.kind === 'entry' ? [{ numbers: values.numbers, size: values.table.length }] : undefined);

/** All that determines the values of several columns; undefined if there is more than is known. */
export function determinantsOfAll(columns: readonly Column[]): readonly Determinant[] | undefined {
  const all = new Map<Float64Array, Determinant>();
  for (const column of columns) {
    const determinants = determinantsOf(column);
    if (determinants === undefined) return undefined;
    for (const determinant of determinants) all.set(determinant.numbers, determinant);
  }
  return [...all.values()];
}

/** Writes a column's values at the field's position in the row; nothing if the field is missing. */
export const echo = (column: Column, lead: string): Cell => ({
  ...written(column, lead),
  ...needsOf(column),
  entities: column.entities,
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
    determinants: determinantsOf(column),
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
    determinants: determinantsOf(column),
    measure: () => texts.longest,
    output: { kind: 'copied', texts: () => texts },
    column: (chunk) => putCopies(chunk, texts, before),
  };
}
