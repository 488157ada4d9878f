import {
  droppingIn,
  invalid,
  isObject,
  kindsOf,
  loadZones,
  rowsIn,
  type Result,
  type Schema,
} from '@catbird/engine';
import { timesOf, type Times } from '../commands/sample-rows.ts';
import { streamsIn } from '../config/check.ts';
import type { CommandIssue } from '../refusal.ts';
import { readSchema } from '../schema/read-schema.ts';
import { isRelative } from '../stream/event-times.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { newTable, type LakeOptions, type Table, type TableSource } from './table.ts';

/** Tables, and what people should know of them. */
export interface Tables {
  readonly tables: readonly Table[];
  readonly notes: readonly string[];
}

/** The tables of a config: its streams, and its entities. Or all that is wrong with it. */
export async function readTables(
  file: string,
  given: { readonly set?: readonly string[] | undefined; readonly types?: readonly string[] | undefined },
  options: LakeOptions,
  terminal: Terminal,
): Promise<Result<Tables, CommandIssue>> {
  const found = await streamsIn(file, given, terminal);
  if (!found.ok) return found;
  const { streams, placed } = found;
  const issues: CommandIssue[] = [];
  const tables: Table[] = [];
  for (const spec of [...streams, ...entityTables(streams)]) {
    // Schemas of large tables are read one after the other, as for a run.
    // oxlint-disable-next-line no-await-in-loop
    const read = await tableOf(spec, options, terminal);
    if (read.ok) tables.push(read.table);
    else
      issues.push(
        ...read.issues.map((issue) => ({ ...issue, ...(spec.name !== undefined && { stream: spec.name }) })),
      );
  }
  if (issues.length > 0) return { ok: false, issues: (await placed?.(issues)) ?? issues };
  // A key is compared with others as a whole.
  tables.sort((a, b) => (`${a.name}/` < `${b.name}/` ? -1 : 1));
  return { ok: true, tables, notes: [...streams.flatMap(unused), ...withoutTables(streams)] };
}

/** Names that need no escapes in addresses, as those of streams. */
const PLAIN_NAME = /^[\w-]+$/;

/** The entities that no stream has as its rows: each is a table, too. */
function entityTables(streams: readonly StreamSpec[]): readonly StreamSpec[] {
  const [first] = streams;
  if (first === undefined) return [];
  const { from, seed } = first.options;
  const options = { ...(from !== undefined && { from }), ...(seed !== undefined && { seed }) };
  return otherEntities(streams)
    .filter((name) => hasRoom(name, streams))
    .map((name) => ({ ...first, name, source: { entity: name }, options }));
}

function otherEntities(streams: readonly StreamSpec[]): readonly string[] {
  const sources = streams.flatMap(({ source }) => ('entity' in source ? source.entity : []));
  return (streams[0]?.entities ?? []).map(({ name }) => name).filter((name) => !sources.includes(name));
}

const hasRoom = (name: string, streams: readonly StreamSpec[]): boolean =>
  PLAIN_NAME.test(name) && streams.every((stream) => stream.name !== name);

/** Entities whose name no table can have. */
const withoutTables = (streams: readonly StreamSpec[]): readonly string[] =>
  otherEntities(streams)
    .filter((name) => !hasRoom(name, streams))
    .map(
      (name) =>
        `The entity ${name} is no table: ${PLAIN_NAME.test(name) ? 'a stream has its name' : 'names of tables have letters, digits, - and _'}`,
    );

/** Settings of a stream that change no row of its table. */
function unused({ name = TABLE, options }: StreamSpec): readonly string[] {
  const names = ['faults', 'duration', 'speed'].filter((each) => Object.hasOwn(options, each));
  return names.length === 0 ? [] : [`${name}: ${names.join(', ')} play no part in a table`];
}

/** The table of a stream without a name. */
const TABLE = 'events';
/** Columns of a table, at most. */
const MOST_COLUMNS = 2000;

type TableResult = Result<{ readonly table: Table }, CommandIssue>;

async function tableOf(spec: StreamSpec, options: LakeOptions, terminal: Terminal): Promise<TableResult> {
  const { name = TABLE, types = [] } = spec;
  const read = await readSchema(spec.source, terminal, spec);
  if (!read.ok) return read;
  const { schema } = read;
  const members = kindsOf(schema);
  const { seed = '' } = spec.options;
  const problem = unfit(spec, schema, members.length);
  if (problem !== undefined) return invalid(problem);
  await loadZones(spec.options.zone);
  const extent = extentOf(spec, schema, seed);
  if (!extent.ok) return extent;
  const { timing, timeline, rows } = extent;
  try {
    const made = await newTable({ name, schema, types, seed, timing, timeline, rows, members }, options);
    return { ok: true, table: made };
  } catch (error) {
    if (error instanceof RangeError) return invalid(`${name}: ${error.message}`);
    throw error;
  }
}

/** The rows of a table, and their times. */
function extentOf(
  spec: StreamSpec,
  schema: Schema,
  seed: string,
): Result<Pick<TableSource, 'timing' | 'timeline' | 'rows'>> {
  const most = spec.options.limit ?? rowsIn(schema);
  // Entities that exist from the beginning have no times.
  if ('entity' in spec.source && schema.creation === undefined)
    return { ok: true, timing: undefined, timeline: undefined, rows: most };
  const times = timesIn(spec, schema, seed);
  if (!times.ok) return times;
  const { timing, timeline } = times.value.computed ?? {};
  const isEndless = most === Infinity && timing?.toMs === null;
  return { ok: true, timing, timeline, rows: isEndless ? most : times.value.rows(most) };
}

/** The times of rows, which must be the same whenever they are read. */
function timesIn(spec: StreamSpec, schema: Schema, seed: string): Result<{ readonly value: Times }> {
  const from = spec.optionOf('from');
  const times = timesOf(spec, schema, seed);
  if (!times.ok) return times;
  const { computed, nowMs } = times;
  if (computed === undefined || isRelative(spec, schema, { given: computed.timing, nowMs }))
    return invalid(
      `${from}: a table needs absolute times, such as 2026-01-01T00:00:00Z: otherwise, it is another one each time`,
    );
  return { ok: true, value: times };
}

/** Why rows of a stream are no table. */
function unfit(
  { name = TABLE, options, optionOf }: StreamSpec,
  schema: Schema,
  fields: number,
): string | undefined {
  if (options.seed === undefined) return `${optionOf('seed')}: a table needs a seed`;
  if (fields === 0 || fields > MOST_COLUMNS)
    return `${name}: a table has 1 to ${MOST_COLUMNS} fields, not ${fields}`;
  if (schema.recording !== undefined) return `${optionOf('replay')}: a recording is a file already`;
  if (isObject(options.faults) && Object.hasOwn(options.faults, 'drift'))
    return `${optionOf('faults')}.drift: rows of a table all have the same fields. Remove it`;
  const [dropping] = droppingIn(schema);
  if (dropping !== undefined)
    return `${dropping.effects?.place}.drop: a table that is computed has all rows. Remove it, or serve files that catbird sample writes`;
  return undefined;
}
