import {
  tableAt,
  invalid,
  type Result,
  readTimeline,
  type JourneyTimeline,
  type Timeline,
} from '@catbird/engine';
import {
  byLateness,
  expectedGroups,
  linesOf,
  listedTruth,
  probe,
  whereTrue,
  type JudgeOptions,
  type Truth,
} from '@catbird/verify';
import type { RecordedStream } from '../record/record-file.ts';
import type { CommandIssue } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { GroupSetting } from './group-setting.ts';
import type { Table } from './tables.ts';
import { roundedBy, type WantedTable } from './wanted-table.ts';
import { sqlRows } from './sql/wanted.ts';
import type { Expressions } from './as-sent.ts';
import { recordsOf, streamTruth, type StreamTruth } from './truth.ts';

/** Names of the columns that hold expressions. */
const WHERE = 'verify_where';
const columnName = (name: string): string => `verify_${name}`;

/** What should be in a table, by what was sent and by its settings. */
export async function wantedIn(
  { name, spec, setting, sql }: Table,
  records: readonly RecordedStream[],
  terminal: Terminal,
  isLive = false,
): Promise<Result<WantedTable, CommandIssue>> {
  const kind = kindIn(sql, setting);
  if (isLive && kind !== undefined)
    return invalid(
      `verify.tables.${name}: --live follows rows, which ${kind} does not have. Verify it when the stream has ended, and name the other tables with --table`,
    );
  if (sql !== undefined) return sqlRows(name, sql, withoutTimes(setting.options), records, terminal);
  const { where, computed, groups, stateAt, late, expects } = setting;
  const made = await streamTruth(spec, recordsOf(spec, records), terminal, {
    expressions: expressionsOf(setting),
    isLive,
  });
  if (!made.ok) return made;
  const given = withColumns(setting.options, computed, where !== undefined);
  const options = { ...given, ignore: [...(given.ignore ?? []), ...made.ignored] };
  const all = where === undefined ? made.truth : whereTrue(made.truth, WHERE);
  const plain = { options, notes: made.notes, unaccepted: made.unaccepted, stream: made.prepared };
  if (kind !== undefined) {
    const untimed = { ...plain, options: withoutTimes(options) };
    if (stateAt !== undefined) return stateOf(name, made, stateAt, untimed);
    return groups === undefined ? malformedOf(all, untimed) : groupsOf(name, all, groups, untimed);
  }
  const rows = { ...plain, options: { ...options, ...made.reading } };
  return late === undefined ? { ok: true, truth: all, ...rows } : lateOf(name, all, { late, expects }, rows);
}

/** What makes a table one of other rows than those of the stream. Undefined: it has them. */
function kindIn(sql: Table['sql'], { groups, stateAt, expects }: Table['setting']): string | undefined {
  if (sql !== undefined) return 'sql';
  if (groups !== undefined) return 'expect';
  if (stateAt !== undefined) return 'stage: state';
  return expects === 'malformed' ? 'expects: malformed' : undefined;
}

/** Rows that were not sent themselves have no lag. */
function withoutTimes({
  withinMs: _within,
  allow: { lag: _lag, ...allow } = {},
  ...options
}: JudgeOptions): JudgeOptions {
  return { ...options, allow };
}

/** The expressions of a table, by the names of the columns that hold them. */
const expressionsOf = ({ where, computed, groups }: Table['setting']): Expressions => ({
  ...(where !== undefined && { [WHERE]: where }),
  ...Object.fromEntries(Object.entries(computed).map(([column, text]) => [columnName(column), text])),
  ...(groups !== undefined && expressionsIn(groups)),
});

/** Rows that are on time, or those that are late. */
function lateOf(
  name: string,
  whole: Truth,
  {
    late,
    expects,
  }: { readonly late: NonNullable<Table['setting']['late']> } & Pick<Table['setting'], 'expects'>,
  plain: Plain,
): Result<WantedTable, CommandIssue> {
  const on = late.on ?? timeColumn(whole);
  if (on === undefined) return invalid(`verify.tables.${name}.late: no column holds a time. Name it with on`);
  const truth = byLateness(whole, { ...late, on }, expects === 'late' ? 'late' : 'on time');
  return { ok: true, truth, ...plain };
}

type Plain = Omit<WantedTable, 'truth'>;

/** Columns that hold expressions have the names that they have at the place. */
function withColumns(
  options: JudgeOptions,
  computed: Readonly<Record<string, string>>,
  isSelected: boolean,
): JudgeOptions {
  const own = Object.keys(computed).map((column) => [columnName(column), column] as const);
  const tolerance = Object.entries(options.tolerance ?? {}).map(([column, each]) => [
    column in computed ? columnName(column) : column,
    each,
  ]);
  return {
    ...options,
    names: { ...options.names, ...Object.fromEntries(own) },
    tolerance: Object.fromEntries(tolerance),
    ignore: [...(options.ignore ?? []), ...(isSelected ? [WHERE] : [])],
  };
}

/** The first column that holds times in all rows. */
function timeColumn(truth: Truth): string | undefined {
  const rows = probe(truth);
  const isTime = (value: unknown): boolean =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
  return Object.keys(rows[0] ?? {}).find((column) => rows.every((row) => isTime(row[column])));
}

/** Arguments that are more than the name of a column. */
const isExpression = (column: string | undefined): column is string =>
  column !== undefined && !/^[\p{L}_$][\p{L}\p{N}_$.-]*$/u.test(column);

const expressionsIn = ({ columns }: GroupSetting): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { column }]) =>
      isExpression(column) ? [[columnName(name), column] as const] : [],
    ),
  );

function groupsOf(
  name: string,
  truth: Truth,
  groups: GroupSetting,
  plain: Plain,
): Result<WantedTable, CommandIssue> {
  const on = groups.windowMs === undefined ? undefined : (groups.on ?? timeColumn(truth));
  if (groups.windowMs !== undefined && on === undefined)
    return invalid(`verify.tables.${name}.expect: no column holds a time. Name it with on`);
  const columns = Object.fromEntries(
    Object.entries(groups.columns).map(([each, figure]) => [
      each,
      isExpression(figure.column) ? { ...figure, column: columnName(each) } : figure,
    ]),
  );
  const made = expectedGroups(truth, { ...groups, on, columns });
  const identity = [...(on === undefined ? [] : ['window']), ...groups.by];
  const floats = Object.keys(columns).filter((each) => ['sum', 'avg'].includes(columns[each]?.of ?? ''));
  return {
    ok: true,
    truth: made,
    notes: plain.notes,
    unaccepted: plain.unaccepted,
    stream: undefined,
    options: {
      ...plain.options,
      identity: plain.options.identity ?? identity,
      tolerance: { ...roundedBy(floats), ...plain.options.tolerance },
    },
  };
}

const isOfJourneys = (timeline: Timeline | JourneyTimeline): timeline is JourneyTimeline =>
  'stepsOf' in timeline;

/** The table that the changes of a stream have led to. */
function stateOf(
  name: string,
  { prepared, truth }: StreamTruth,
  at: number | 'end',
  plain: Plain,
): Result<WantedTable, CommandIssue> {
  const { schema, seed, time } = prepared;
  const read = time && readTimeline(schema, time.timing, seed);
  const timeline = read?.ok === true ? read.value : undefined;
  if (timeline === undefined || !isOfJourneys(timeline))
    return invalid(
      `verify.tables.${name}: stage: state needs a stream whose events are changes of a table, with a journey in time`,
    );
  const ms = new Float64Array(1);
  if (truth.rows > 0) timeline.put(ms, truth.rows - 1, 1);
  const atMs = at === 'end' ? (ms[0] ?? 0) + 1 : at;
  return {
    ok: true,
    truth: listedTruth(linesOf(tableAt(schema, { seed, lives: timeline, atMs }))),
    ...plain,
    stream: undefined,
  };
}

/** Corrupted lines, each as a row with one column. */
function malformedOf(
  { malformed = new Map<string, number>() }: Truth,
  plain: Plain,
): Result<WantedTable, CommandIssue> {
  const encoder = new TextEncoder();
  const lines = [...malformed].flatMap(([line, count]) =>
    Array.from({ length: count }, () => encoder.encode(JSON.stringify({ line }))),
  );
  return { ok: true, truth: listedTruth(lines), ...plain, stream: undefined };
}
