import { DeliveryError } from '@catbird/send';
import { hostOf } from './broker.ts';
import type { Change } from './changes.ts';
import type { MysqlConfig } from './mysql-config.ts';
import { insertRows, updated, type InsertTarget } from './mysql-statements.ts';
import type { JsonRow } from './row-members.ts';
import { literal } from './mysql-literals.ts';
import { identifier, tableName, type MysqlSession } from './mysql-session.ts';
import { pathOf } from './sql-table.ts';
import type { ChangedTable } from './table-changes.ts';

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
