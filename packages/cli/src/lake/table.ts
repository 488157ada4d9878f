import type { Member, Schema, Timeline, Timing } from '@catbird/engine';
import { loadLayout, type Bounds, type Layout, type RowRange, type TextSizes } from '@catbird/formats';
import { createHash } from 'node:crypto';
import { rowTiming } from '../stream/event-times.ts';
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

/** What a table is made of. */
export interface TableSource extends Pick<
  Table,
  'name' | 'schema' | 'types' | 'seed' | 'timing' | 'members'
> {
  readonly timeline: Timeline | undefined;
  readonly rows: number;
}

/** Bytes of a column of a row group, at most. */
const MOST_SLOT = 256 * 2 ** 20;
/** Rows a day above which folders are hours. */
const MANY_ROWS = 1e8;

/** @throws RangeError if its columns or folders are too large */
export async function newTable(
  given: TableSource,
  { groupRows, objectRows, partition }: LakeOptions,
): Promise<Table> {
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
}: TableSource): Promise<readonly TextSizes[]> {
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
function newBounds({ schema, timing, timeline }: TableSource): Table['boundsOf'] {
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
