import type { Result } from '@catbird/engine';
import type { DialectName } from './ddl.ts';
import type { Table } from './naming.ts';

export type { Table } from './naming.ts';

const DIALECT_NAMES = ['postgres', 'mysql', 'clickhouse', 'duckdb', 'snowflake', 'bigquery'] as const;

/** The forms in which a schema can be printed: `avro`, `ddl:postgres`. */
export const definitionForms: readonly string[] = [
  'avro',
  'protobuf',
  'json-schema',
  ...DIALECT_NAMES.map((name) => `ddl:${name}`),
  'tinybird',
];

/** Whether a form has all tables in one text. */
export const hasManyTables = (form: string): boolean => form.startsWith('ddl:');

/**
 * Tables in a form.
 *
 * @param form one of `definitionForms`
 * @param tables one, unless the form has many
 */
export async function definitionOf(
  form: string,
  tables: readonly Table[],
): Promise<Result<{ readonly text: string }>> {
  const [table] = tables;
  if (table === undefined) return { ok: true, text: '' };
  const dialect = DIALECT_NAMES.find((name) => form === `ddl:${name}`);
  if (dialect !== undefined) return (await import('./ddl.ts')).ddl(dialect satisfies DialectName, tables);
  if (form === 'json-schema') return { ok: true, text: (await import('./json-schema.ts')).jsonSchema(table) };
  if (form === 'tinybird') return (await import('./tinybird.ts')).tinybird(table);
  const name = typeName(table.name);
  const plan =
    form === 'avro'
      ? (await import('../avro.ts')).avro.plan(table.members, { avroName: name })
      : (await import('../protobuf.ts')).protobuf.plan(table.members, { message: name });
  if (!plan.ok) return plan;
  const { schemaText = '' } = plan;
  return {
    ok: true,
    text: form === 'avro' ? `${JSON.stringify(JSON.parse(schemaText), null, 2)}\n` : schemaText,
  };
}

/** The name of a table as that of a type: `flight_bookings` → `FlightBookings`. */
const typeName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9.]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
    .replace(/^(?=\d|$)/, '_');
