import { texts, type Batch } from '@catbird/engine';
import { DeliveryError } from '@catbird/send';
import type { MysqlConfig } from './mysql-config.ts';
import { literal, quoted } from './mysql-literals.ts';
import { identifier, tableName, type TableFacts } from './mysql-session.ts';
import type { JsonRow } from './row-members.ts';

/** Where rows go. */
export interface InsertTarget {
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
export const updated = (name: string): string => `${identifier(name)} = VALUES(${identifier(name)})`;
