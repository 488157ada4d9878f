import {
  invalid,
  isObject,
  kindsOf,
  rowsIn,
  type Member,
  type Result,
  type Schema,
  type Timeline,
  type Timing,
} from '@catbird/engine';
import { loadLayout, type Bounds, type Layout, type RowRange, type TextSizes } from '@catbird/formats';
import { createHash } from 'node:crypto';
import { timesOf, type Times } from '../commands/sample-rows.ts';
import { streamsIn } from '../config/check.ts';
import type { CommandIssue } from '../refusal.ts';
import { readSchema } from '../schema/read-schema.ts';
import { isRelative, rowTiming } from '../stream/event-times.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import type { TypePackage } from '../types/package.ts';
import { version } from '../version.ts';
import { newColumns, UNTIMED } from './columns.ts';
import { newParts, type Part, type Partition, type Parts } from './division.ts';

/** A table whose objects are computed when they are read. */
export interface Table {
  readonly name: string;
  readonly schema: Schema;
  readonly types: readonly TypePackage[];
  readonly seed: string;
  /** Undefined: rows have no times. */
  readonly timing: Timing | undefined;
  readonly members: readonly Member[];
  readonly sizes: readonly TextSizes[];
  readonly layout: Layout;
  readonly parts: Parts;
  /** Bounds of a column in some rows, if they are known without computing it. */
  readonly boundsOf: (column: number, rows: RowRange) => Bounds | undefined;
  /** When an object changed last, in milliseconds since 1970: at its last row, or, where a journey is searched for that, in its folder. */
  readonly modifiedMs: (part: Part) => number;
  /** What all bytes of the table follow from, as a hash. */
  readonly digest: string;
}

/** How tables are laid out. */
export interface LakeOptions {
  /** Rows of a row group. */
  readonly groupRows: number;
  /** Rows of an object, a multiple of it. */
  readonly objectRows: number;
  /** Default: by hour above 10^8 rows a day. */
  readonly partition?: Partition | undefined;
}

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
/** Columns of a table, and bytes of a column of a row group, at most. */
const [MOST_COLUMNS, MOST_SLOT] = [2000, 256 * 2 ** 20];

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
): Result<Pick<Given, 'timing' | 'timeline' | 'rows'>> {
  const most = spec.options.limit ?? rowsIn(schema);
  // Entities that are there from the beginning have no times.
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
  { recording }: Schema,
  fields: number,
): string | undefined {
  if (options.seed === undefined) return `${optionOf('seed')}: a table needs a seed`;
  if (fields === 0 || fields > MOST_COLUMNS)
    return `${name}: a table has 1 to ${MOST_COLUMNS} fields, not ${fields}`;
  if (recording !== undefined) return `${optionOf('replay')}: a recording is a file already`;
  if (isObject(options.faults) && Object.hasOwn(options.faults, 'drift'))
    return `${optionOf('faults')}.drift: rows of a table all have the same fields. Remove it`;
  return undefined;
}

interface Given extends Pick<Table, 'name' | 'schema' | 'types' | 'seed' | 'timing' | 'members'> {
  readonly timeline: Timeline | undefined;
  readonly rows: number;
}

/** Rows a day above which folders are hours. */
const MANY_ROWS = 1e8;

async function newTable(given: Given, { groupRows, objectRows, partition }: LakeOptions): Promise<Table> {
  const { name, schema, seed, timing, timeline, rows, members } = given;
  const { newLayout } = await loadLayout();
  const sizes = await measured(given);
  const layout = newLayout(members, { sizes, groupRows });
  const large = layout.columns.find((_, column) => layout.slotBytes(column, groupRows) > MOST_SLOT);
  if (large !== undefined)
    throw new RangeError(
      `${large} takes more than ${MOST_SLOT / 2 ** 20} MiB in a row group. Reduce --group-rows`,
    );
  const day = members.some((each) => each.name === 'day') ? 'catbird_day' : 'day';
  const parts = newParts({
    table: name,
    objectRows,
    rows,
    ...(timing &&
      timeline && {
        times: {
          timeline,
          timing,
          partition: partition ?? (rowsADay(timing, timeline, rows) > MANY_ROWS ? 'hour' : 'day'),
          day,
          nowMs: () => Date.now(),
        },
      }),
  });
  const of = [await version(), schema, seed, timing && rowTiming(timing), groupRows, objectRows, sizes];
  return {
    ...given,
    sizes,
    layout,
    parts,
    boundsOf: newBounds(given),
    modifiedMs: ({ first, count, folderMs }) =>
      timeline === undefined || 'stepsOf' in timeline ? folderMs : timeline.time(first + count - 1),
    digest: createHash('sha256').update(JSON.stringify(of)).digest('hex'),
  };
}

const DAY_MS = 86_400_000;

function rowsADay({ fromMs, toMs }: Timing, timeline: Timeline, rows: number): number {
  const endMs = toMs ?? fromMs + 30 * DAY_MS;
  return (Math.min(rows, timeline.before(endMs)) / Math.max(DAY_MS, endMs - fromMs)) * DAY_MS;
}

/** Where texts are measured: so many places of a table, with so many rows each. */
const [PLACES, PLACE_ROWS] = [8, 2048];
/** Of a table that grows. */
const TEN_YEARS_MS = 3652 * DAY_MS;

/** Measures the texts of all columns at places all over the table. */
async function measured({
  schema,
  seed,
  timing,
  timeline,
  rows,
  members,
}: Given): Promise<readonly TextSizes[]> {
  const { needsMeasure, textSizes } = await loadLayout();
  const known = timing?.toMs === null ? timeline?.before(timing.fromMs + TEN_YEARS_MS) : undefined;
  const all = Math.min(rows, known ?? rows);
  const count = Math.min(PLACE_ROWS, all);
  const columnOf = newColumns({ schema, seed, time: timeline ?? UNTIMED });
  return members.map((member, column) => {
    if (!needsMeasure(member) || count === 0) return [];
    const rowsFrom = columnOf(column);
    const batches = Array.from({ length: PLACES }, (_, place) =>
      Math.floor(((all - count) / (PLACES - 1)) * place),
    );
    return textSizes(
      member,
      mapped(batches, (first) => rowsFrom(first, count)),
    );
  });
}

function* mapped<From, To>(all: Iterable<From>, make: (each: From) => To): Iterable<To> {
  for (const each of all) yield make(each);
}

/** Times whose bounds are remembered. */
const MOST_TIMES = 4096;

/** Bounds that follow from the number of a row: of numbers that count rows, and of event times, if no journey has to be searched. */
function newBounds({ schema, timing, timeline }: Given): Table['boundsOf'] {
  const fields = schema.fields.filter(({ hidden }) => hidden !== true);
  const times = new Map<number, number>();
  const timeOf = (row: number, timeline: Timeline): number => {
    const found = times.get(row) ?? timeline.time(row);
    if (times.size >= MOST_TIMES) times.clear();
    times.set(row, found);
    return found;
  };
  return (column, { first, count }) => {
    const field = fields[column];
    if (field === undefined || field.count !== undefined) return undefined;
    if (field.type === 'catbird.sequence' && field.args.length === 0)
      return { least: first + 1, greatest: first + count, isExact: true };
    const isTime = field.type === 'catbird.timestampNow' && timing !== undefined && timeline !== undefined;
    if (!isTime || 'stepsOf' in timeline) return undefined;
    const { disorderMs } = timing;
    return {
      least: Math.max(timing.fromMs, timeOf(first, timeline) - disorderMs),
      greatest: timeOf(first + count - 1, timeline),
      isExact: disorderMs === 0,
    };
  };
}
