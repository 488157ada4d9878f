import { describe, type Described, type Entity, type Schema } from '@catbird/core';
import { definitionForms, definitionOf, hasManyTables, type Table } from '@catbird/core/formats';
import { defineCommand } from '../command.ts';
import { loadConfig, readConfig } from '../config/read.ts';
import { EXIT } from '../exit-codes.ts';
import { choiceFlag, textFlag } from '../flags/readers.ts';
import { readEntities, readSchema, schemaFlags, sourceOf } from '../schema/read.ts';
import type { Terminal } from '../terminal.ts';

const flags = {
  as: choiceFlag({
    help: 'The form to print.',
    group: 'Output',
    choices: definitionForms,
    default: 'json-schema',
  }),
  ...schemaFlags,
  config: textFlag({ help: 'Print the schemas of a config file.', value: 'FILE', group: 'Config' }),
  stream: textFlag({ help: 'Print only this stream of the config.', value: 'NAME', group: 'Config' }),
  name: textFlag({
    help: 'Name of the table, record or message. Default: that of the template, file or stream.',
    value: 'NAME',
    group: 'Output',
  }),
} as const;

/** A table, or why there is none. */
type Tables = readonly Table[] | { readonly lines: readonly string[] };

/** `catbird schema --as ddl:postgres`: prints a schema in the form of another program. */
export const schemaCommand = defineCommand({
  flags,
  notes:
    'With --config, the table of an entity has a primary key, and fields that draw the entity refer to it.',
  examples: [
    {
      line: 'catbird schema --as avro --template "Flight Bookings"',
      does: 'print the Avro schema of a template',
    },
    { line: 'catbird schema --as ddl:postgres --config shop.yaml', does: 'print the tables of a config' },
  ],
  async run({ as = 'json-schema', template, schema, config, stream, name }, _operands, terminal) {
    const fail = (lines: readonly string[]): typeof EXIT.usage => {
      terminal.err.write(`${lines.join('\n')}\n`);
      return EXIT.usage;
    };
    if (config !== undefined && (template ?? schema) !== undefined)
      return fail([`--${template === undefined ? 'schema' : 'template'} cannot be combined with --config`]);
    if (config === undefined && stream !== undefined) return fail(['--stream needs --config']);
    const found =
      config === undefined
        ? await ofSchema(template, schema, terminal)
        : await ofConfig(config, stream, terminal);
    if ('lines' in found) return fail(found.lines);
    const named = name !== undefined && found.length === 1 ? found.map((each) => ({ ...each, name })) : found;
    if (named.length > 1 && !hasManyTables(as))
      return fail([`Choose a stream with --stream: ${named.map((each) => each.name).join(', ')}`]);
    const result = await definitionOf(as, named);
    if ('problems' in result) return fail(result.problems);
    await terminal.out.write(result.text);
    return EXIT.ok;
  },
});

/** A name as databases like it: `Flight Bookings` → `flight_bookings`. */
const tableName = (name: string): string =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/\.(json|ya?ml)$/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

async function ofSchema(
  template: string | undefined,
  schema: string | undefined,
  terminal: Terminal,
): Promise<Tables> {
  const source = sourceOf(template, schema);
  if ('problem' in source) return { lines: [source.problem] };
  const reading = await readSchema(source, terminal);
  if (!reading.ok) return reading;
  const { members } = describe(reading.schema);
  return [{ name: schema === '-' ? 'events' : tableName(reading.name), members, references: [] }];
}

async function ofConfig(file: string, only: string | undefined, terminal: Terminal): Promise<Tables> {
  const config = await loadConfig(file, terminal);
  if (typeof config === 'string') return { lines: [config] };
  const reading = readConfig(config.value, file, terminal.env, config.text);
  if (!reading.ok) return reading;
  const shared = reading.entities && (await readEntities(reading.entities));
  if (shared?.ok === false) return shared;
  const entities: readonly Entity[] = shared?.entities ?? [];
  const streams: { readonly name: string; readonly schema: Schema }[] = [];
  for (const { name, source } of reading.streams) {
    const read = await readSchema(source, terminal, entities);
    if (!read.ok) return read;
    streams.push({ name: tableName(name ?? file), schema: read.schema });
  }
  const tables = tablesOf(streams.map(({ name, schema }) => ({ name, ...describe(schema) })));
  if (only === undefined) return tables;
  const found = tables.filter(({ name }) => name === tableName(only));
  return found.length > 0
    ? found
    : { lines: [`--stream: Unknown stream ${only}. Streams: ${tables.map(({ name }) => name).join(', ')}`] };
}

/** Tables with keys, and with references to those of entities. */
function tablesOf(described: readonly (Described & { readonly name: string })[]): readonly Table[] {
  const isFirst = (name: string, table: Described): boolean =>
    described.find(({ entity }) => entity?.name === name) === table;
  return described.map((table): Table => {
    const { name, members, entity, draws } = table;
    const isOwn = entity !== undefined && isFirst(entity.name, table);
    // Another stream with the same entities refers to them.
    const all = entity === undefined || isOwn ? draws : [{ field: entity.key, entity: entity.name }, ...draws];
    const references = all.flatMap(({ field, entity: drawn }) => {
      const other = described.find((each) => each.entity?.name === drawn);
      if (other?.entity === undefined || other === table) return [];
      return [{ field, table: other.name, key: other.entity.key }];
    });
    return { name, members, references, ...(isOwn && { key: entity.key }) };
  });
}
