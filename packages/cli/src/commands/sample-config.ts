import {
  changeIn,
  payload,
  rowsIn,
  suggestion,
  tableAt,
  type Batch,
  type Entity,
  type Schema,
} from '@catbird/core';
import { instantText, readJourneyTimeline } from '@catbird/core/time';
import { loadConfig } from '../config/load.ts';
import { readConfig } from '../config/read.ts';
import { readEntities, readSchema } from '../schema/read.ts';
import { randomSeed } from '../seed.ts';
import { isRelative } from '../stream/event-times.ts';
import type { StreamSpec } from '../stream/spec.ts';
import { readTime } from '../stream/timing.ts';
import type { Terminal } from '../terminal.ts';
import { FEW_ROWS, print, timesOf } from './sample-rows.ts';

/** What to sample of a config. */
export interface ConfigSample {
  readonly file: string;
  readonly stream: string | undefined;
  readonly entity: string | undefined;
  readonly atMs: number | undefined;
  /** Rows at most. */
  readonly rows: number | undefined;
  readonly seed: string | undefined;
  /** Writes notes for people. */
  readonly write: (lines: readonly string[]) => void;
}

/** A stream of a config with its schema. */
interface Source {
  readonly spec: StreamSpec;
  readonly schema: Schema;
}

/** Why there are no rows, as lines. */
type Lines = readonly string[];
const isLines = (found: Source | Lines): found is Lines => Array.isArray(found);

/** Prints rows of a stream, or a table. Returns lines if that is not possible. */
export async function sampleConfig(asked: ConfigSample, terminal: Terminal): Promise<Lines | undefined> {
  const { file, atMs, rows, write } = asked;
  const source = await sourceIn(asked, terminal);
  if (isLines(source)) return source;
  const { spec, schema } = source;
  const given = asked.seed ?? spec.options.seed;
  if (atMs !== undefined) return printTable(source, { ...asked, atMs, seed: given }, terminal);
  const seed = given ?? randomSeed();
  const isTable = asked.entity !== undefined;
  const times = timesOf(spec, schema, seed);
  if ('lines' in times) return times.lines.map((line) => `${file}: ${line}`);
  const hasEnd = isTable || spec.options.to !== undefined;
  const most = Math.min(rows ?? (hasEnd ? Infinity : FEW_ROWS), rowsIn(schema));
  write([...times.notes, `Seed ${seed}`]);
  await print(schema, seed, isTable ? most : times.rows(most), times.time, terminal);
  return undefined;
}

/** The stream of a config that is asked for, or the table of an entity. */
async function sourceIn(asked: ConfigSample, terminal: Terminal): Promise<Source | Lines> {
  const { file, stream, entity } = asked;
  const config = await loadConfig(file, terminal);
  if (typeof config === 'string') return [config];
  const reading = readConfig(config.value, file, terminal.env, config.text);
  if (!reading.ok) return reading.lines;
  const shared = reading.entities && (await readEntities(reading.entities));
  if (shared?.ok === false) return shared.lines;
  const entities = shared?.entities ?? [];
  if (entity === undefined) return streamNamed(stream, reading.streams, entities, terminal);
  if (stream !== undefined) return ['--stream cannot be combined with --entity: use one of them'];
  return tableOf({ ...asked, entity }, reading.streams, entities, terminal);
}

/** The table of an entity, or the stream of its changes if an instant is asked for. */
async function tableOf(
  { file, entity, atMs }: ConfigSample & { readonly entity: string },
  streams: readonly StreamSpec[],
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<Source | Lines> {
  const [first] = streams;
  if (first === undefined) return [`${file} has no streams`];
  const { from, seed } = first.options;
  const options = { ...(from !== undefined && { from }), ...(seed !== undefined && { seed }) };
  const table = await sourceOf({ ...first, source: { entity }, options }, entities, terminal);
  if (isLines(table) || atMs === undefined) return table;
  return (
    (await streamOfChanges(entity, streams, entities, terminal)) ?? [
      `--at: no stream of ${file} tells changes of ${entity}, so it is the same at all times. Remove --at`,
    ]
  );
}

async function streamNamed(
  name: string | undefined,
  streams: readonly StreamSpec[],
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<Source | Lines> {
  const spec =
    streams.find((each) => name === each.name) ??
    (name === undefined && streams.length === 1 ? streams[0] : undefined);
  if (spec !== undefined) return sourceOf(spec, entities, terminal);
  const names = streams.flatMap((each) => each.name ?? []);
  if (names.length === 0) return ['--stream: the config has a single stream without a name. Remove --stream'];
  if (name === undefined) return [`Choose a stream with --stream: ${names.join(', ')}`];
  const near = suggestion(name, names);
  const hint = near === undefined ? `Streams: ${names.join(', ')}` : `Did you mean ${near}?`;
  return [`--stream: Unknown stream ${name}. ${hint}`];
}

async function sourceOf(
  spec: StreamSpec,
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<Source | Lines> {
  const read = await readSchema(spec.source, terminal, entities);
  return read.ok ? { spec, schema: read.schema } : read.lines;
}

/** The stream that tells the changes of an entity; undefined if there is none. */
async function streamOfChanges(
  entity: string,
  streams: readonly StreamSpec[],
  entities: readonly Entity[],
  terminal: Terminal,
): Promise<Source | Lines | undefined> {
  for (const spec of streams) {
    const source = await sourceOf(spec, entities, terminal);
    if (isLines(source)) return source;
    const change = changeIn(source.schema);
    if (change !== undefined && (change.entity ?? source.schema.journey?.of?.entity) === entity)
      return source;
  }
  return undefined;
}

/** Prints the table that the changes of a stream lead to. */
async function printTable(
  { spec, schema }: Source,
  { file, atMs, rows = Infinity, seed, write }: ConfigSample & { readonly atMs: number },
  { out }: Terminal,
): Promise<Lines | undefined> {
  if (changeIn(schema) === undefined || schema.journey === undefined)
    return [`--at: ${spec.name ?? 'the stream'} tells no changes. Choose a stream with a catbird.change`];
  const reading = readTime(spec, true);
  if (!reading.ok) return reading.lines.map((line) => `${file}: ${line}`);
  const { timing, nowMs } = reading;
  if (timing === undefined || seed === undefined || isRelative(spec, schema, { given: timing, nowMs }))
    return [
      `--at needs a seed and an absolute from in ${file}: without them, the stream is another one each time`,
    ];
  if (atMs < timing.fromMs)
    return [`--at ${instantText(atMs)} is before the stream begins, at ${instantText(timing.fromMs)}`];
  const lives = readJourneyTimeline(schema.journey, timing, seed);
  if (!lives.ok) return [`${file}: ${lives.message}`];
  write([`Seed ${seed}`]);
  await printFirst(tableAt(schema, { seed, lives: lives.value, atMs }), rows, out);
  return undefined;
}

async function printFirst(batches: Iterable<Batch>, rows: number, out: Terminal['out']): Promise<void> {
  let left = rows;
  for (const batch of batches) {
    const count = Math.min(left, batch.count);
    await out.write(payload({ ...batch, count }));
    left -= count;
    if (left === 0) break;
  }
}
