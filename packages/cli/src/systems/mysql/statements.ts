import { isNumber, textOf, type JsonRow } from '../row-members.ts';
import { texts, type Batch } from '@catbird/engine';
import { DeliveryError } from '@catbird/send';
import type { MysqlConfig } from './destination.ts';
import type { MysqlSession, TableFacts } from './connection.ts';
import { hostOf } from '../address.ts';
import type { Change, ChangedTable } from '../table-changes.ts';
import { pathOf, QUOTED } from '../database-tables.ts';

/** What a column takes, as far as values are written differently. */
export type ColumnKind = 'whole' | 'number' | 'time' | 'date' | 'json' | 'text';

/** Kinds of columns by the beginning of their types. https://dev.mysql.com/doc/refman/8.4/en/data-types.html */
const KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^(?:tiny|small|medium|big)?int\b|^year\b|^bit\b/, 'whole'],
  [/^(?:decimal|numeric|float|double|real)\b/, 'number'],
  [/^(?:datetime|timestamp)\b/, 'time'],
  [/^date$/, 'date'],
  [/^json$/, 'json'],
];

/** What a column of a type takes: `bigint(20) unsigned`. */
export const kindOfColumn = (type: string): ColumnKind =>
  KINDS.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1] ?? 'text';

/**
 * A JSON value as it stands in a statement; undefined if the server would round it to a whole number without an error.
 *
 * @param kind of the column
 */
function literal(json: string, kind: ColumnKind): string | undefined {
  if (json === 'null') return 'NULL';
  if (kind === 'json') return quoted(json);
  if (json === 'true' || json === 'false')
    return kind === 'whole' || kind === 'number' ? json.toUpperCase() : quoted(json);
  if (isNumber(json)) return numberFor(json, kind);
  if (!json.startsWith('"')) return quoted(json);
  const text = textOf(json);
  return quoted(kind === 'time' || kind === 'date' ? inUtc(text, kind) : text);
}

function numberFor(json: string, kind: ColumnKind): string | undefined {
  if (kind === 'whole') return /^-?\d+$/.test(json) || Number.isInteger(Number(json)) ? json : undefined;
  // In a text, a number keeps its digits.
  return kind === 'number' ? json : quoted(json);
}

/** ISO 8601 with an offset. */
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** An instant as MySQL writes it, without an offset, which MariaDB does not read. Other texts stay as they are. */
function inUtc(text: string, kind: 'time' | 'date'): string {
  const [, date = '', time = '', fraction = '', offset = ''] = INSTANT.exec(text) ?? [];
  if (date === '') return text;
  if (offset === 'Z') return kind === 'date' ? date : `${date} ${time}${fraction}`;
  const ms = Date.parse(`${date}T${time}${offset}`);
  if (!Number.isFinite(ms)) return text;
  const utc = new Date(ms).toISOString();
  return kind === 'date' ? utc.slice(0, 10) : `${utc.slice(0, 10)} ${utc.slice(11, 19)}${fraction}`;
}

/** A text in quotes, for sessions that read a backslash as the beginning of an escape. */
export const quoted = (text: string): string => {
  const escaped = text.replaceAll(/[\\'\0]/g, (each) => (each === '\0' ? String.raw`\0` : `\\${each}`));
  return `'${escaped}'`;
};

const identifier = QUOTED.mysql;

/** A table in a statement. */
export const tableName = (path: readonly string[]): string => path.map(identifier).join('.');

/** Where rows go. */
interface InsertTarget {
  readonly path: readonly string[];
  readonly facts: TableFacts;
  /** The server, for people. */
  readonly host: string;
}

/** The statement that inserts whole events into a column. */
export const insertTexts = (batch: Batch, column: string, path: readonly string[]): string =>
  `INSERT INTO ${tableName(path)} (${identifier(column)}) VALUES ${Array.from(texts(batch), (text) => `(${quoted(text)})`).join(', ')}`;

/** The statement that inserts rows by their fields. A field that a row lacks has the default of its column. @throws DeliveryError if a value would be rounded */
export function insertRows(
  rows: readonly JsonRow[],
  names: readonly string[],
  { path, facts, host }: InsertTarget,
): string {
  const kinds = names.map((name) => facts.kinds.get(name.toLowerCase()) ?? 'text');
  const values = rows.map((row, place) => {
    const cells = names.map((name, i) => {
      const json = row.get(name);
      const cell = json === undefined ? 'DEFAULT' : literal(json, kinds[i] ?? 'text');
      if (cell === undefined) throw rounded(host, { place, name, json: json ?? '' });
      return cell;
    });
    return `(${cells.join(', ')})`;
  });
  return `INSERT INTO ${tableName(path)} (${names.map(identifier).join(', ')}) VALUES ${values.join(', ')}`;
}

const rounded = (
  host: string,
  { place, name, json }: { readonly place: number; readonly name: string; readonly json: string },
): DeliveryError =>
  new DeliveryError(
    'rejected',
    `${host}: ${name} of event ${place + 1} of the request is ${json}, and its column takes whole numbers`,
    { hint: 'The server would round it without an error.', divisible: true },
  );

/**
 * What a statement does with rows whose unique key is in the table. `INSERT IGNORE` would hide other errors, too.
 *
 * @param names of the columns that are inserted
 */
export function onConflict(
  conflict: MysqlConfig['conflict'],
  names: readonly string[],
  { kinds }: TableFacts,
): string {
  const [first = [...kinds.keys()][0] ?? ''] = names;
  if (conflict === 'refuse') return '';
  const updates =
    conflict === 'skip' || names.length === 0
      ? [`${identifier(first)} = ${identifier(first)}`]
      : names.map(updated);
  return ` ON DUPLICATE KEY UPDATE ${updates.join(', ')}`;
}

/** MariaDB does not know the aliases that MySQL prefers to VALUES(). */
const updated = (name: string): string => `${identifier(name)} = VALUES(${identifier(name)})`;

/** A column that must have a value has none. */
const IS_NULL = '1048';

/** A table to which changes are applied. */
export function changedTable(session: MysqlSession, config: MysqlConfig): ChangedTable {
  const host = hostOf(config.url);
  const path = pathOf(config.table);
  const target = async (): Promise<InsertTarget> => ({ path, facts: await session.table(path), host });
  return {
    host,
    name: config.table,
    async keys() {
      const { keys, isAtomic } = await session.table(path);
      if (isAtomic) return keys;
      throw new DeliveryError('not-found', `${host}: the table ${config.table} has no transactions`, {
        hint: 'Changes are applied in transactions. Use another engine: ALTER TABLE … ENGINE = InnoDB.',
      });
    },
    run: (statement) => session.run(statement),
    async delete(rows, keys) {
      const { facts } = await target();
      const tuples = rows.map((row) => {
        const values = keys.map((key) =>
          literal(jsonOf(row[key]), facts.kinds.get(key.toLowerCase()) ?? 'text'),
        );
        return `(${values.map((value) => value ?? 'NULL').join(', ')})`;
      });
      await session.run(
        `DELETE FROM ${tableName(path)} WHERE (${keys.map(identifier).join(', ')}) IN (${tuples.join(', ')})`,
      );
    },
    async upsert(rows, keys, names) {
      const others = names.filter((name) => !keys.includes(name));
      const statement = insertRows(
        rows.map((row) => jsonRow(row, names)),
        names,
        await target(),
      );
      const updates = [...keys.map(sameKey), ...others.map(updated)];
      try {
        await session.run(`${statement} ON DUPLICATE KEY UPDATE ${updates.join(', ')}`);
      } catch (error) {
        if (!(error instanceof DeliveryError) || error.code !== IS_NULL) throw error;
        throw new DeliveryError('rejected', error.message, {
          code: error.code,
          hint: 'Either the column must not be null, or a changed row has the value of another one in a unique key of the table.',
          divisible: true,
          cause: error,
        });
      }
    },
  };
}

/** Null, and so an error, if the row in the table has another key: it would be one with the same value of another unique key. */
const sameKey = (key: string): string => {
  const name = identifier(key);
  return `${name} = IF(${name} <=> VALUES(${name}), ${name}, NULL)`;
};

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** A row with null for fields that it lacks, as in Postgres. */
const jsonRow = (row: Change['row'], names: readonly string[]): JsonRow =>
  new Map(names.map((name) => [name, jsonOf(row[name])]));
