import {
  type Invalid,
  type Issue,
  type Result,
  parseEntities,
  parseSchema,
  tableOf,
  type Entity,
  type SchemaIssue,
  type Schema,
  type Watch,
  withIncidents,
} from '@catbird/engine';
import { parseTable, unknownEntity, type CsvParser } from '@catbird/stream';
import type { ConfigSchema, StreamIssues } from './config-rows.ts';

/** A schema of a config, or what is wrong with it. */
export type ConfigSchemaResult =
  { readonly ok: true; readonly schema: Schema } | (Invalid<SchemaIssue> & StreamIssues);

/** Parses a schema with the entities that it shares with others, and the files that it names. */
export async function parseConfigSchema(
  { source, entities: shared, incidents, files, lenient = false }: ConfigSchema,
  watch?: Watch,
): Promise<ConfigSchemaResult> {
  const missing = new Set<string>();
  const options = { files: tablesIn(files, missing, await csvParser(files)), ...(watch && { watch }) };
  const wrong = (
    of: StreamIssues['of'],
    issues: readonly SchemaIssue[],
    ofOptions: readonly Issue[] = [],
  ) => ({ ok: false as const, of, issues, ofOptions, missing: [...missing] });
  const withAll = (schema: Schema): ConfigSchemaResult => {
    const made = incidents && withIncidents(schema, incidents.all, incidents);
    return made?.ok === false
      ? wrong('schema', [], made.issues)
      : { ok: true, schema: made?.schema ?? schema };
  };
  const parsed = shared === undefined ? { ok: true as const, entities: [] } : parseEntities(shared, options);
  if (!parsed.ok) return wrong('entities', parsed.issues);
  const { entities } = parsed;
  if ('entity' in source) {
    const table = tableNamed(source.entity, entities);
    return table.ok ? withAll(table.schema) : wrong('entities', [], table.issues);
  }
  const result = parseSchema(source.text, {
    ...options,
    entities,
    lenient,
    ...(incidents && { incidents: incidents.all }),
  });
  return result.ok ? withAll(result.schema) : wrong('schema', result.issues);
}

function tableNamed(name: string, entities: readonly Entity[]): Result<{ readonly schema: Schema }> {
  const found = entities.find((entity) => entity.name === name);
  return found === undefined
    ? unknownEntity(
        name,
        entities.map((entity) => entity.name),
      )
    : { ok: true, schema: tableOf(found, entities) };
}

/** What reads CSV; loaded if there are files. */
async function csvParser(files: Readonly<Record<string, string>>): Promise<CsvParser> {
  if (Object.keys(files).length === 0) return () => [];
  const { parse } = await import('csv-parse/browser/esm/sync');
  return parse;
}

/** Reads the tables that a schema names, each once. @param missing receives the names of those that are not there */
function tablesIn(
  files: Readonly<Record<string, string>>,
  missing: Set<string>,
  parse: CsvParser,
): (name: string) => readonly unknown[] {
  const known = new Map<string, readonly unknown[]>();
  return (name) => {
    const text = Object.hasOwn(files, name) ? files[name] : undefined;
    if (text === undefined) {
      missing.add(name);
      throw new Error(`${name} is missing. Add the file`);
    }
    const rows = known.get(name) ?? parseTable(text, name, parse);
    known.set(name, rows);
    return rows;
  };
}
