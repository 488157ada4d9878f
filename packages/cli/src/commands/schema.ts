import { refuse, type CommandIssue } from '../refusal.ts';
import { invalid, type Result, describe, type Described } from '@catbird/engine';
import { definitionForms, definitionOf, hasManyTables, type Table } from '@catbird/formats';
import type { Values } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { streamsIn } from '../config/check.ts';
import type { BesideConfig } from '../config/streams.ts';
import { pathOf } from '../systems/database-tables.ts';
import { EXIT } from '../exit-codes.ts';
import { choiceFlag, textFlag } from '../flags/readers.ts';
import { readNamed, readSchema, schemaFlags } from '../schema/read-schema.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { clashWithConfig } from '../flags/read.ts';

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
    const found = await tablesFor(as, given, terminal);
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
function tablesFor(
  form: string,
  { config, stream, types, ...given }: Given,
  terminal: Terminal,
): Promise<Tables> {
  const clash = clashWithConfig({ ...given, config, stream }, terminal.env);
  if (clash !== undefined) return Promise.resolve(clash);
  return config === undefined
    ? ofSchema({ ...given, types }, terminal)
    : ofConfig(form, { file: config, only: stream, types }, terminal);
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

/** A stream with its table. */
interface DescribedStream extends Described {
  readonly stream: string;
  readonly table: Pick<Table, 'name' | 'within'>;
}

/** The tables of a config. Of a database that streams of it go to, these alone, with the names that they have there. */
async function ofConfig(
  form: string,
  { file, only, types }: { readonly file: string; readonly only: string | undefined } & BesideConfig,
  terminal: Terminal,
): Promise<Tables> {
  const found = await streamsIn(file, { types }, terminal);
  if (!found.ok) return found;
  const described: DescribedStream[] = [];
  for (const spec of only === undefined ? streamsFor(form, found.streams) : found.streams) {
    const read = await readSchema(spec.source, terminal, spec);
    if (!read.ok) return read;
    const stream = tableName(spec.name ?? file);
    described.push({ stream, table: tableOf(form, spec, stream), ...describe(read.schema) });
  }
  return named(only, described);
}

/** The table of a stream, or all. */
function named(only: string | undefined, described: readonly DescribedStream[]): Tables {
  const tables = tablesOf(described).filter(
    (_, i) => only === undefined || described[i]?.stream === tableName(only),
  );
  const names = described.map(({ stream }) => stream).join(', ');
  return tables.length > 0
    ? { ok: true, tables }
    : invalid(`--stream: Unknown stream ${only}. Streams: ${names}`);
}

/** Whether a stream goes to the database of a form. */
const isAmong = (form: string, { destination }: StreamSpec): boolean => form === `ddl:${destination.command}`;

/** Those that go to the database of a form, if any do. */
function streamsFor(form: string, streams: readonly StreamSpec[]): readonly StreamSpec[] {
  const there = streams.filter((spec) => isAmong(form, spec));
  return there.length > 0 ? there : streams;
}

/** The table that a stream goes to. One that goes elsewhere, or to tables that values name, has its name. */
function tableOf(form: string, spec: StreamSpec, stream: string): DescribedStream['table'] {
  const { table } = spec.settings;
  if (!isAmong(form, spec) || typeof table !== 'string' || table.includes('{{')) return { name: stream };
  const [name = '', within] = pathOf(table).toReversed();
  return { name, ...(within !== undefined && { within }) };
}

/** Tables with keys, and with references to those of entities. */
function tablesOf(described: readonly DescribedStream[]): readonly Table[] {
  const isFirst = (name: string, each: Described): boolean =>
    described.find(({ entity }) => entity?.name === name) === each;
  return described.map((stream): Table => {
    const { table, members, entity, draws } = stream;
    const isOwn = entity !== undefined && isFirst(entity.name, stream);
    // Another stream with the same entities refers to them.
    const all =
      entity === undefined || isOwn ? draws : [{ field: entity.key, entity: entity.name }, ...draws];
    const references = all.flatMap(({ field, entity: drawn }) => {
      const other = described.find((each) => each.entity?.name === drawn);
      if (other?.entity === undefined || other === stream) return [];
      const { name, ...within } = other.table;
      return [{ field, table: name, ...within, key: other.entity.key }];
    });
    return { ...table, members, references, ...(isOwn && { key: entity.key }) };
  });
}
