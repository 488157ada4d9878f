import {
  invalid,
  textOfFile,
  type Result,
  parseFaults,
  type FaultChange,
  type StartedIncident,
} from '@catbird/engine';
import { isStarted, type RecordedPart, type StreamIncidents } from '@catbird/stream';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeDurably } from '../files/durable.ts';
import { messageOf } from '../files/error-code.ts';
import { kindOf, realPath, statOf } from '../files/identity.ts';
import type { EntitiesSource, SchemaSource } from '../schema/read-schema.ts';
import type { StreamOptions } from '../stream/spec.ts';
import type { KeptTime } from '../stream/state.ts';
import type { TypeVersion } from '../types/package.ts';

/** What is needed to compute the rows of a stream again, and what became of them. */
export interface RecordedStream {
  /** Null: the only stream, which has no name. */
  readonly name: string | null;
  readonly destination: string;
  readonly seed: string;
  /** Hash of schema and faults. */
  readonly fingerprint: string;
  /** The event times; null: rows have the clock's time. */
  readonly time: KeptTime | null;
  readonly faultChanges: readonly FaultChange[];
  /** Incidents that were started by hand. Absent: none. */
  readonly started?: readonly StartedIncident[] | undefined;
  /** The field by whose values the rows are split among shards and threads; null: by their numbers. */
  readonly splitBy: string | null;
  /** Rows of the whole stream; null: no end. */
  readonly rows: number | null;
  /** Where the schema came from, and the options: enough to plan the stream again without its config. */
  readonly source: SchemaSource;
  /** The packages of the types that the schema may use. Absent: none. */
  readonly types?: readonly TypeVersion[] | undefined;
  /** Where the entities come from that its config shares. Streams of a config have the same object. */
  readonly entities?: EntitiesSource;
  /** The incidents of its config. Absent: none. */
  readonly incidents?: StreamIncidents | undefined;
  readonly options: StreamOptions;
  /** How its rows were written, if not as lines of JSON: its name, and the text that stands for null. */
  readonly format?: { readonly name: string; readonly null?: string | undefined } | undefined;
  readonly parts: readonly RecordedPart[];
}

/** What `--record` writes. It holds no settings of destinations, so no credentials. */
export interface RecordFile {
  readonly streams: readonly RecordedStream[];
}

/** Grows when an older Catbird could not read it. */
const VERSION = 2;

/** JSON has no infinity. */
const INFINITY = '∞';

/** Where something comes from, without its places in a config. */
function withoutOrigin(source: SchemaSource | EntitiesSource): object {
  if (!('text' in source)) return source;
  const { origin: _, ...rest } = source;
  return rest;
}

/**
 * Replaces the record, so that a crash leaves the old or the new one. Entities are written once for all streams that share them.
 *
 * @throws Node's error if it cannot be written
 */
export function writeRecord(file: string, { streams }: RecordFile): void {
  const entities = [...new Set(streams.flatMap((each) => each.entities ?? []))];
  const value = {
    catbird: 'record',
    version: VERSION,
    ...(entities.length > 0 && { entities: entities.map(withoutOrigin) }),
    streams: streams.map(({ source: from, entities: shared, ...others }) => ({
      ...others,
      source: withoutOrigin(from),
      ...(shared && { entities: entities.indexOf(shared) }),
    })),
  };
  const text = JSON.stringify(value, (_, each: unknown) => (each === Infinity ? INFINITY : each));
  writeDurably(realPath(file), `${text}\n`);
}

const row = z.int().check(z.nonnegative());
const ranges = z.array(z.tuple([row, z.union([row, z.literal(Infinity)])]));
const time = z.object({
  nowMs: z.number(),
  timing: z.record(z.string(), z.unknown()),
  changes: z.array(z.unknown()),
});
const faults = z.custom<FaultChange['faults']>(
  (value) => parseFaults(value).ok,
  'Must be settings of faults',
);
const spans = z.array(z.object({ first: row, end: row, ms: z.number() }));
const part = z.object({
  shard: z.nullable(z.object({ index: row, count: row })),
  accepted: ranges,
  uncertain: ranges,
  repeated: z.array(z.tuple([row, z.union([row, z.literal(Infinity)]), z.int()])),
  rejected: ranges,
  acknowledged: z.optional(z.object({ toMs: z.number(), spans })),
  spans,
  end: z.nullable(row),
  isWhole: z.boolean(),
});
const areTexts = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string');
const source = z.custom<SchemaSource>(areTexts, 'Must say where the schema is');
const entitiesSource = z.custom<EntitiesSource>(areTexts, 'Must say where the entities are');
const stream = z.object({
  name: z.nullable(z.string()),
  destination: z.string(),
  seed: z.string(),
  fingerprint: z.string(),
  time: z.nullable(time),
  faultChanges: z.array(z.object({ position: row, faults })),
  started: z.optional(z.array(z.custom<StartedIncident>(isStarted, 'Must be a started incident'))),
  splitBy: z.nullable(z.string()),
  rows: z.nullable(row),
  source,
  types: z.optional(z.array(z.object({ name: z.string(), version: z.string() }))),
  entities: z.optional(row),
  incidents: z.optional(z.custom<StreamIncidents>((value) => typeof value === 'object' && value !== null)),
  options: z.custom<StreamOptions>((value) => typeof value === 'object' && value !== null),
  format: z.optional(z.object({ name: z.string(), null: z.optional(z.string()) })),
  parts: z.array(part),
});
const schema = z.object({
  catbird: z.literal('record'),
  version: z.literal(VERSION, 'Another version of Catbird wrote it. Use that version'),
  entities: z.optional(z.array(entitiesSource)),
  streams: z.array(stream),
});

const streamsOf = ({ entities: all = [], streams }: z.infer<typeof schema>): readonly RecordedStream[] =>
  streams.map(({ entities, ...each }) => {
    const shared = entities === undefined ? undefined : all[entities];
    return { ...each, ...(shared && { entities: shared }) };
  });

/** Reads a record. */
export function readRecord(file: string): Result<{ readonly record: RecordFile }> {
  let value: unknown;
  try {
    value = JSON.parse(textOfFile(readFileSync(file)), (_, each: unknown) =>
      each === INFINITY ? Infinity : each,
    );
  } catch (error) {
    if (!(error instanceof SyntaxError))
      return invalid(`--record ${file} cannot be read: ${messageOf(error)}`);
    return invalid(
      `${file} is no record of a run, or is cut off: it is not JSON. catbird run --record FILE writes one`,
    );
  }
  const read = z.safeParse(schema, value, { jitless: true });
  if (read.success) return { ok: true, record: { streams: streamsOf(read.data) } };
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  return invalid(
    `${file} is no record of a run: ${place === '' ? '' : `${place}: `}${issue?.message}. catbird run --record FILE writes one`,
  );
}

/** What an earlier process has recorded in a file; undefined if there is none. Invalid if the file is something else, which must not be replaced. */
export function earlierRecord(file: string): Result<{ readonly record: RecordFile | undefined }> {
  const found = statOf(file);
  if (found === undefined) return { ok: true, record: undefined };
  if (!found.isFile()) return invalid(`--record ${file} is ${kindOf(found)}. Use a regular file`);
  const read = readRecord(file);
  return read.ok ? read : invalid(`--record ${file} holds something else. Choose another name`);
}
