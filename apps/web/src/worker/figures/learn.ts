import {
  askedShares,
  compile,
  memberPath,
  newBatch,
  texts,
  timesOver,
  type Schema,
  jsonOf,
} from '@catbird/engine';
import { newCollector, type FieldStatistics } from '@catbird/verify';
import { DIGEST_ROWS } from '../../kept/rows-digest.ts';
import { ranked, type Candidate } from './choose.ts';

/** A value that is neither an object nor a list. */
export type Scalar = string | number | boolean;

/** What some rows of a stream tell about its fields, before the first one is sent. */
export interface Learned {
  /** Fields to count, the most telling first. */
  readonly fields: readonly LearnedField[];
  /** All top-level fields, the most telling first, identifiers last. */
  readonly columns: readonly string[];
}

/** A field to count. */
export interface LearnedField extends Candidate {
  /** Names of the field, or of its object and the member. */
  readonly names: readonly string[];
  readonly statistics: FieldStatistics;
  /** The shares that the schema asks for, by value. */
  readonly asked: ReadonlyMap<Scalar, number>;
}

/** Rows to learn from, spread over a day, and how long making them may take. */
const ROWS = 500;
const MOST_MS = 500;
const AT_ONCE = 50;

/** Fields that are looked at. */
const MOST_FIELDS = 60;

const NO_SHARES: ReadonlyMap<Scalar, number> = new Map();

/** A row as its fields. */
type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** The row of a line; undefined: it is malformed, as a fault may have it. */
export function rowOf(line: string): Row | undefined {
  const value = jsonOf(line);
  return isRow(value) ? value : undefined;
}

/** The value of a field, or of a member of an object. */
export function valueAt(row: Row, [name = '', member]: readonly string[]): unknown {
  const value = row[name];
  if (member === undefined) return value;
  return isRow(value) ? value[member] : undefined;
}

/** Learns from the first rows of a schema, spread over a day: the same schema and seed are always shown alike. @param now monotonic milliseconds */
export function learn(schema: Schema, seed: string, now: () => number): Learned {
  const rows = firstRows(schema, seed, now);
  const asked = askedShares(schema);
  const collector = newCollector();
  for (const row of rows) collector.add(row);
  const { fields } = collector.statistics();
  const columns = columnsOf(rows);
  const known = new Map(fields.map((field) => [field.path, field]));
  const leaves = [...columns].flatMap(([path, { values }]) => {
    const statistics = known.get(path);
    return statistics === undefined ? [] : [{ path, values, statistics }];
  });
  const order = ranked(leaves);
  const telling = order.filter(({ kind }) => kind !== undefined);
  return {
    fields: telling.flatMap((field) => {
      const [statistics, column] = [known.get(field.path), columns.get(field.path)];
      if (statistics === undefined || column === undefined) return [];
      const { names } = column;
      return [{ ...field, names, statistics, asked: asked.get(field.path)?.values ?? NO_SHARES }];
    }),
    columns: columnNames(order, rows, schema.journey?.name),
  };
}

function firstRows(schema: Schema, seed: string, now: () => number): readonly Row[] {
  const times = timesOver(schema, seed, { ...DIGEST_ROWS, rows: ROWS });
  // The stream itself says why its journeys have no times.
  if (!times.ok) return [];
  const writer = compile(schema, { seed });
  const began = now();
  const rows: Row[] = [];
  for (let first = 0; first < ROWS && now() - began < MOST_MS; first += AT_ONCE) {
    const batch = writer.fill(newBatch(), { first, count: AT_ONCE, time: times.value });
    if (batch.count === 0) break;
    for (const text of texts(batch)) rows.push(rowOf(text) ?? {});
  }
  return rows;
}

interface Column {
  readonly names: readonly string[];
  /** One for each row. */
  readonly values: unknown[];
}

/** The values of fields and of the members of objects, by path. Lists are left out. */
function columnsOf(rows: readonly Row[]): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  const see = (i: number, names: readonly string[], value: unknown): void => {
    const path = names.reduce(memberPath, '');
    let column = columns.get(path);
    if (column === undefined && columns.size < MOST_FIELDS) {
      column = { names, values: Array.from<unknown>({ length: rows.length }) };
      columns.set(path, column);
    }
    if (column !== undefined) column.values[i] = value;
  };
  rows.forEach((row, i) => {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value !== 'object' || value === null) see(i, [name], value);
      else if (!Array.isArray(value))
        for (const [member, inner] of Object.entries(value))
          if (typeof inner !== 'object' || inner === null) see(i, [name, member], inner);
    }
  });
  return columns;
}

/** The state of a journey comes first: all else follows from it. */
function columnNames(
  order: readonly Candidate[],
  rows: readonly Row[],
  journey: string | undefined,
): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const places = new Map(order.map(({ path }, i) => [path, i]));
  const placeOf = (name: string): number => {
    if (name === journey) return -1;
    const place = places.get(memberPath('', name));
    // Objects and lists come after what has a figure, and before identifiers.
    return place ?? order.findLastIndex(({ isIdentifier }) => !isIdentifier) + 0.5;
  };
  return names.toSorted((one, other) => placeOf(one) - placeOf(other));
}
