import type { CommandIssue } from '../refusal.ts';
import {
  invalid,
  prefixed,
  type Result,
  changeIn,
  growingIn,
  newBatch,
  rowsIn,
  suggestion,
  tableAt,
  type Batch,
  type Entity,
  type Schema,
  instantText,
  readTimeline,
  type JourneyTimeline,
  type Timeline,
  type Timing,
} from '@catbird/engine';
import { newFile, withFormat, type FormatPlan } from '@catbird/formats';
import { streamsIn } from '../config/check.ts';
import { readSchema } from '../schema/read.ts';
import { randomSeed } from '../seed.ts';
import { isRelative } from '../stream/event-times.ts';
import { offline } from '../stream/offline.ts';
import type { StreamSpec } from '../stream/spec.ts';
import { readTime } from '../stream/timing.ts';
import type { Terminal } from '../terminal.ts';
import type { WorkersChoice } from '../workers/count.ts';
import { readFormat } from '../flags/format.ts';
import { FEW_ROWS, JSON_LINES, print, timesOf } from './sample-rows.ts';

/** What to sample of a config. */
export interface ConfigSample {
  readonly file: string;
  readonly stream: string | undefined;
  readonly entity: string | undefined;
  readonly atMs: number | undefined;
  /** Packages of types, besides those that the config names. */
  readonly types?: readonly string[] | undefined;
  /** Rows at most. */
  readonly rows: number | undefined;
  readonly seed: string | undefined;
  /** The threads that generate the rows. */
  readonly workers: WorkersChoice | undefined;
  /** The format and its settings, as on the command line. */
  readonly formatValues: Readonly<Record<string, unknown>>;
  /** Writes notes for people. */
  readonly write: (lines: readonly string[]) => void;
}

/** A stream of a config with its schema. */
export interface Source {
  readonly spec: StreamSpec;
  readonly schema: Schema;
}

type SourceReading = Result<Source, CommandIssue>;

/** Prints rows of a stream, or a table. */
export async function sampleConfig(
  asked: ConfigSample,
  terminal: Terminal,
): Promise<Result<object, CommandIssue>> {
  const { file, atMs, rows, workers, write } = asked;
  const source = await sourceIn(asked, terminal);
  if (!source.ok) return source;
  const { spec, schema } = source;
  const format = await readFormat(asked.formatValues, schema, terminal);
  if (!format.ok) return format;
  const given = asked.seed ?? spec.options.seed;
  if (atMs !== undefined)
    return printTable(source, { ...asked, atMs, seed: given, format: format.plan }, terminal);
  const seed = given ?? randomSeed();
  const isTable = asked.entity !== undefined;
  const times = timesOf(spec, schema, seed);
  if (!times.ok) return { ok: false, issues: prefixed(`${file}: `, times.issues) };
  const hasEnd = isTable || spec.options.to !== undefined;
  const most = Math.min(rows ?? (hasEnd ? Infinity : FEW_ROWS), rowsIn(schema));
  const refused = await refusedBy(spec, terminal);
  write([...refused, ...times.notes, ...(format.notes ?? []), `Seed ${seed}`]);
  const printed = isTable ? most : times.rows(most);
  await print(
    { ...times, schema, types: spec.types, seed, rows: printed, workers, format: format.plan },
    terminal,
  );
  return { ok: true };
}

/** Why a stream would not be sent. Its rows can be printed all the same, and tables are not sent at all. */
async function refusedBy(spec: StreamSpec, terminal: Terminal): Promise<readonly string[]> {
  if ('entity' in spec.source) return [];
  // What rows of a schema do not need.
  const { prepare } = await import('../stream/prepare.ts');
  const checked = await prepare(offline(spec), terminal);
  return checked.ok ? [] : checked.issues.map(({ message }) => `catbird run would refuse this: ${message}`);
}

/** The stream of a config that is asked for, or the table of an entity. */
export async function sourceIn(
  asked: Pick<ConfigSample, 'file' | 'stream' | 'entity' | 'atMs' | 'types'>,
  terminal: Terminal,
): Promise<SourceReading> {
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
  { file, entity, atMs }: Pick<ConfigSample, 'file' | 'atMs'> & { readonly entity: string },
  streams: readonly StreamSpec[],
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<SourceReading> {
  const [first] = streams;
  if (first === undefined) return invalid(`${file} has no streams`);
  const tableFrom = ({ from, seed }: StreamSpec['options']): Promise<SourceReading> => {
    const options = { ...(from !== undefined && { from }), ...(seed !== undefined && { seed }) };
    return sourceOf({ ...first, source: { entity }, options }, entities, terminal);
  };
  const firstWith = (isWanted: (schema: Schema) => boolean): Promise<SourceReading | undefined> =>
    firstStream(isWanted, streams, entities, terminal);

  const table = await tableFrom(first.options);
  if (!table.ok) return table;
  const changes = atMs === undefined ? undefined : await firstWith((schema) => tellsChanges(schema, entity));
  if (changes !== undefined) return changes;
  if (table.schema.creation === undefined)
    return atMs === undefined
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
  if (spec !== undefined) return sourceOf(spec, entities, terminal);
  const names = streams.flatMap((each) => each.name ?? []);
  if (names.length === 0)
    return invalid('--stream: the config has a single stream without a name. Remove --stream');
  if (name === undefined) return invalid(`Choose a stream with --stream: ${names.join(', ')}`);
  const near = suggestion(name, names);
  const hint = near === undefined ? `Streams: ${names.join(', ')}` : `Did you mean ${near}?`;
  return invalid(`--stream: Unknown stream ${name}. ${hint}`);
}

async function sourceOf(
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
    const source = await sourceOf(spec, entities, terminal);
    if (!source.ok || isWanted(source.schema)) return source;
  }
  return undefined;
}

function tellsChanges(schema: Schema, entity: string): boolean {
  const change = changeIn(schema);
  return change !== undefined && (change.entity ?? schema.journey?.of?.entity) === entity;
}

/** Prints the table that the changes of a stream lead to, or the entities of a table that are created by then. */
async function printTable(
  { spec, schema }: Source,
  {
    file,
    atMs,
    rows = Infinity,
    seed,
    workers,
    write,
    format,
  }: ConfigSample & { readonly atMs: number; readonly format: FormatPlan | undefined },
  terminal: Terminal,
): Promise<Result<object, CommandIssue>> {
  const { creation, journey } = schema;
  if (creation === undefined && (changeIn(schema) === undefined || journey === undefined))
    return invalid(
      `--at: ${spec.name ?? 'the stream'} tells no changes. Choose a stream with a catbird.change`,
    );
  const reading = readTime(spec, schema);
  if (!reading.ok) return { ok: false, issues: prefixed(`${file}: `, reading.issues) };
  const { timing, nowMs } = reading;
  if (timing === undefined || seed === undefined || isRelative(spec, schema, { given: timing, nowMs }))
    return invalid(
      `--at needs a seed and an absolute from in ${file}: without them, the stream is another one each time`,
    );
  if (atMs < timing.fromMs)
    return invalid(`--at ${instantText(atMs)} is before the stream begins, at ${instantText(timing.fromMs)}`);
  const read = readTimeline(schema, timing, seed);
  if (!read.ok) return { ok: false, issues: prefixed(`${file}: `, read.issues) };
  write([`Seed ${seed}`]);
  const { types } = spec;
  await printRows(
    schema,
    { seed, atMs, timing, timeline: read.value, types, workers, format },
    rows,
    terminal,
  );
  return { ok: true };
}

interface Instant {
  readonly seed: string;
  readonly atMs: number;
  readonly timing: Timing;
  readonly timeline: Timeline | JourneyTimeline;
  readonly types: StreamSpec['types'];
  readonly workers: WorkersChoice | undefined;
  readonly format: FormatPlan | undefined;
}

/** Prints the first rows of a table as it is at an instant. */
async function printRows(
  schema: Schema,
  { seed, atMs, timing, timeline, types, workers, format }: Instant,
  rows: number,
  terminal: Terminal,
): Promise<void> {
  if ('stepsOf' in timeline)
    await printFirst(tableAt(schema, { seed, lives: timeline, atMs }), rows, format, terminal.out);
  else {
    const until = Math.min(rows, timeline.before(atMs));
    await print(
      {
        schema,
        types,
        seed,
        rows: until,
        time: () => timeline,
        computed: { timing, timeline },
        workers,
        format,
      },
      terminal,
    );
  }
}

async function printFirst(
  batches: Iterable<Batch>,
  rows: number,
  format: FormatPlan = JSON_LINES,
  out: Terminal['out'],
): Promise<void> {
  const file = newFile(format);
  await out.write(file.begin());
  let left = rows;
  for (const batch of batches) {
    const count = Math.min(left, batch.count);
    const given = { fill: (): Batch => ({ ...batch, count }) };
    const extent = { first: batch.first, count, time: { startMs: 0, stepMs: 0 } };
    await out.write(file.add(withFormat(given, format).fill(newBatch(), extent)));
    left -= count;
    if (left === 0) break;
  }
  await out.write(file.end());
}
