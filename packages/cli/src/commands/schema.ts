import { refuse, type CommandIssue } from '../refusal.ts';
import { invalid, type Result } from '@catbird/core/internal/issue';
import { describe, type Described } from '@catbird/core/internal/engine';
import { definitionForms, definitionOf, hasManyTables, type Table } from '@catbird/core/internal/formats';
import { defineCommand } from '../command.ts';
import { streamsIn, type BesideConfig } from '../config/streams.ts';
import { EXIT } from '../exit-codes.ts';
import type { Values } from '@catbird/core/internal/config';
import { choiceFlag, textFlag } from '../flags/readers.ts';
import { readNamed, readSchema, schemaFlags } from '../schema/read.ts';
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

type Tables = Result<{ readonly tables: readonly Table[] }, CommandIssue>;

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
  async run({ as = 'json-schema', name, ...given }, _operands, terminal) {
    const found = await tablesFor(given, terminal);
    const result = found.ok ? await printed(as, found.tables, name) : found;
    if (!result.ok) return refuse(result.issues, terminal);
    await terminal.out.write(result.text);
    return EXIT.ok;
  },
});

function printed(
  form: string,
  tables: readonly Table[],
  name: string | undefined,
): ReturnType<typeof definitionOf> {
  const names = tables.map((each) => each.name);
  if (tables.length > 1 && !hasManyTables(form))
    return Promise.resolve(invalid(`Choose a stream with --stream: ${names.join(', ')}`));
  const isNamed = name !== undefined && tables.length === 1;
  return definitionOf(form, isNamed ? tables.map((each) => ({ ...each, name })) : tables);
}

type Given = Partial<Values<Omit<typeof flags, 'as' | 'name'>>>;

/** The tables of the schema or the config that is asked for. */
function tablesFor({ config, stream, types, ...given }: Given, terminal: Terminal): Promise<Tables> {
  const { template, schema } = given;
  const other = template === undefined ? (schema === undefined ? undefined : 'schema') : 'template';
  if (config === undefined)
    return stream === undefined
      ? ofSchema({ ...given, types }, terminal)
      : Promise.resolve(invalid('--stream needs --config'));
  return other === undefined
    ? ofConfig(config, stream, { types }, terminal)
    : Promise.resolve(invalid(`--${other} cannot be combined with --config`));
}

/** A name as databases like it: `Flight Bookings` → `flight_bookings`. */
const tableName = (name: string): string =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/\.(json|ya?ml)$/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

async function ofSchema({ template, schema, types }: Given, terminal: Terminal): Promise<Tables> {
  const reading = await readNamed({ template, schema, types }, terminal);
  if (!reading.ok) return reading;
  const { members } = describe(reading.schema);
  return {
    ok: true,
    tables: [{ name: schema === '-' ? 'events' : tableName(reading.name), members, references: [] }],
  };
}

async function ofConfig(
  file: string,
  only: string | undefined,
  beside: BesideConfig,
  terminal: Terminal,
): Promise<Tables> {
  const found = await streamsIn(file, beside, terminal);
  if (!found.ok) return found;
  const described: (Described & { readonly name: string })[] = [];
  for (const spec of found.streams) {
    const read = await readSchema(spec.source, terminal, spec);
    if (!read.ok) return read;
    described.push({ name: tableName(spec.name ?? file), ...describe(read.schema) });
  }
  return named(only, tablesOf(described));
}

/** The table of a stream, or all. */
function named(only: string | undefined, tables: readonly Table[]): Tables {
  const found = tables.filter(({ name }) => only === undefined || name === tableName(only));
  const names = tables.map(({ name }) => name).join(', ');
  return found.length > 0
    ? { ok: true, tables: found }
    : invalid(`--stream: Unknown stream ${only}. Streams: ${names}`);
}

/** Tables with keys, and with references to those of entities. */
function tablesOf(described: readonly (Described & { readonly name: string })[]): readonly Table[] {
  const isFirst = (name: string, table: Described): boolean =>
    described.find(({ entity }) => entity?.name === name) === table;
  return described.map((table): Table => {
    const { name, members, entity, draws } = table;
    const isOwn = entity !== undefined && isFirst(entity.name, table);
    // Another stream with the same entities refers to them.
    const all =
      entity === undefined || isOwn ? draws : [{ field: entity.key, entity: entity.name }, ...draws];
    const references = all.flatMap(({ field, entity: drawn }) => {
      const other = described.find((each) => each.entity?.name === drawn);
      if (other?.entity === undefined || other === table) return [];
      return [{ field, table: other.name, key: other.entity.key }];
    });
    return { name, members, references, ...(isOwn && { key: entity.key }) };
  });
}
