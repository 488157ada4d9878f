import {
  changeIn,
  growingIn,
  invalid,
  issuesIn,
  loadZones,
  prefixed,
  suggestion,
  type Entity,
  type Result,
  type Schema,
} from '@catbird/engine';
import { flagName } from '@catbird/send';
import { timeFlags } from '@catbird/stream';
import { streamsIn } from '../config/check.ts';
import { clashWithConfig } from '../flags/read.ts';
import { textFlag } from '../flags/readers.ts';
import { linesOf, type CommandIssue } from '../refusal.ts';
import { readSchema, sourceOf } from '../schema/read-schema.ts';
import { randomSeed } from '../seed.ts';
import { streamFlags } from '../stream/flags.ts';
import { withGivenFiles } from '../stream/given-files.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { typesNamed } from '../types/package.ts';
import { timesOf, type Times } from './sample-rows.ts';

/** Rows are made at once, so the speed of event times has no meaning. */
const { speed: _speed, future: _future, ...placing } = timeFlags;

/** The flags of event times without a clock. */
export const rowTimeFlags = {
  eps: { ...streamFlags.eps, help: 'Events per second of event time.', group: 'Time' },
  ...placing,
} as const;

const group = 'Config';

/** The flags that choose rows of a config. @param does what becomes of them, such as `Print` */
export const configFlags = (does: string) =>
  ({
    config: textFlag({
      help: 'Use a stream or an entity of this config file. Default: its only stream.',
      value: 'FILE',
      group,
    }),
    stream: textFlag({ help: `${does} events of this stream of the config.`, value: 'NAME', group }),
    entity: textFlag({ help: `${does} the table of this entity of the config.`, value: 'NAME', group }),
  }) as const;

/** What options say of rows: a schema with its event times, or a config. */
export interface Given extends StreamOptions {
  readonly config?: string | undefined;
  readonly stream?: string | undefined;
  readonly entity?: string | undefined;
  readonly at?: number | undefined;
  readonly types?: readonly string[] | undefined;
  readonly template?: string | undefined;
  readonly schema?: string | undefined;
  readonly replay?: string | undefined;
}

/** The rows that a command means. */
export interface RowsAsked {
  readonly schema: Schema;
  readonly options: StreamOptions;
  readonly types: StreamSpec['types'];
  readonly seed: string;
  readonly times: Times;
  /** They are a table, which is whole whatever its times. */
  readonly isTable: boolean;
  /** The stream of the config. Undefined: the options name a schema. */
  readonly spec?: StreamSpec;
  /** What the schema lets people know. */
  readonly notes: readonly string[];
}

/** The rows of a schema, of a stream of a config, or of the table of an entity. */
export async function rowsAsked(given: Given, terminal: Terminal): Promise<Result<RowsAsked, CommandIssue>> {
  const clash = clashWithConfig(given, terminal.env);
  if (clash !== undefined) return clash;
  return given.config === undefined ? ofSchema(given, terminal) : ofConfig(given.config, given, terminal);
}

const optionOf = (option: string): string => `--${flagName(option)}`;

async function ofSchema(
  { template, schema, replay, types: names, seed = randomSeed(), ...given }: Given,
  terminal: Terminal,
): Promise<Result<RowsAsked, CommandIssue>> {
  const source = sourceOf({ template, schema, replay });
  if (!source.ok) return source;
  const read = await withGivenFiles(given);
  if (!read.ok) return read;
  const loaded = await typesNamed(names, terminal);
  if (!loaded.ok) return loaded;
  const { options } = read;
  const { types } = loaded;
  await loadZones(options.zone);
  const reading = await readSchema(source.source, terminal, { options, optionOf, types });
  const times = timesOf({ options, optionOf }, reading.ok ? reading.schema : undefined, seed);
  if (!reading.ok || !times.ok) return { ok: false, issues: issuesIn(times, reading) };
  const notes = linesOf(reading.issues);
  return { ok: true, schema: reading.schema, options, types, seed, times, isTable: false, notes };
}

async function ofConfig(
  file: string,
  given: Given,
  terminal: Terminal,
): Promise<Result<RowsAsked, CommandIssue>> {
  const source = await sourceIn({ ...given, file }, terminal);
  if (!source.ok) return source;
  const { spec, schema } = source;
  const { options, types } = spec;
  const seed = given.seed ?? options.seed ?? randomSeed();
  await loadZones(options.zone);
  const times = timesOf(spec, schema, seed);
  if (!times.ok) return { ok: false, issues: prefixed(`${file}: `, times.issues) };
  const isTable = given.entity !== undefined;
  return { ok: true, schema, options, types, seed, times, isTable, spec, notes: [] };
}

/** A stream of a config with its schema. */
export interface Source {
  readonly spec: StreamSpec;
  readonly schema: Schema;
}

type SourceReading = Result<Source, CommandIssue>;

/** What of a config is asked for. */
interface AskedOfConfig extends Pick<Given, 'stream' | 'entity' | 'at' | 'types'> {
  readonly file: string;
}

/** The stream of a config that is asked for, or the table of an entity. */
export async function sourceIn(asked: AskedOfConfig, terminal: Terminal): Promise<SourceReading> {
  const { file, stream, entity } = asked;
  const found = await streamsIn(file, { types: asked.types }, terminal);
  if (!found.ok) return found;
  const entities = found.streams[0]?.entities ?? [];
  if (entity === undefined) return streamNamed(stream, found.streams, entities, terminal);
  if (stream !== undefined) return invalid('--stream cannot be combined with --entity: use one of them');
  return tableOf({ ...asked, entity }, found.streams, entities, terminal);
}

/** The table of an entity, or the stream of its changes if an instant is asked for and there is one. */
async function tableOf(
  { file, entity, at }: AskedOfConfig & { readonly entity: string },
  streams: readonly StreamSpec[],
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<SourceReading> {
  const [first] = streams;
  if (first === undefined) return invalid(`${file} has no streams`);
  const tableFrom = ({ from, seed }: StreamSpec['options']): Promise<SourceReading> => {
    const options = { ...(from !== undefined && { from }), ...(seed !== undefined && { seed }) };
    return readSource({ ...first, source: { entity }, incidents: undefined, options }, entities, terminal);
  };
  const firstWith = (isWanted: (schema: Schema) => boolean): Promise<SourceReading | undefined> =>
    firstStream(isWanted, streams, entities, terminal);

  const table = await tableFrom(first.options);
  if (!table.ok) return table;
  const changes = at === undefined ? undefined : await firstWith((schema) => tellsChanges(schema, entity));
  if (changes !== undefined) return changes;
  if (table.schema.creation === undefined)
    return at === undefined
      ? table
      : invalid(
          `--at: no stream of ${file} tells changes of ${entity}, so it is the same at all times. Remove --at`,
        );
  const drawing = await firstWith((schema) => growingIn(schema).some(({ name }) => name === entity));
  if (drawing === undefined) return table;
  return drawing.ok ? tableFrom(drawing.spec.options) : drawing;
}

async function streamNamed(
  name: string | undefined,
  streams: readonly StreamSpec[],
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<SourceReading> {
  const spec =
    streams.find((each) => name === each.name) ??
    (name === undefined && streams.length === 1 ? streams[0] : undefined);
  if (spec !== undefined) return readSource(spec, entities, terminal);
  const names = streams.flatMap((each) => each.name ?? []);
  if (names.length === 0)
    return invalid('--stream: the config has a single stream without a name. Remove --stream');
  if (name === undefined) return invalid(`Choose a stream with --stream: ${names.join(', ')}`);
  const near = suggestion(name, names);
  const hint = near === undefined ? `Streams: ${names.join(', ')}` : `Did you mean ${near}?`;
  return invalid(`--stream: Unknown stream ${name}. ${hint}`);
}

async function readSource(
  spec: StreamSpec,
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<SourceReading> {
  const read = await readSchema(spec.source, terminal, { ...spec, entities });
  return read.ok ? { ok: true, spec, schema: read.schema } : read;
}

/** The first stream with a schema of a kind; undefined if there is none. */
async function firstStream(
  isWanted: (schema: Schema) => boolean,
  streams: readonly StreamSpec[],
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<SourceReading | undefined> {
  for (const spec of streams) {
    const source = await readSource(spec, entities, terminal);
    if (!source.ok || isWanted(source.schema)) return source;
  }
  return undefined;
}

function tellsChanges(schema: Schema, entity: string): boolean {
  const change = changeIn(schema);
  return change !== undefined && (change.entity ?? schema.journey?.of?.entity) === entity;
}
