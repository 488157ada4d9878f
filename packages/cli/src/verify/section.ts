import { invalid, type Result, readInstant } from '@catbird/engine';
import type { JudgeOptions } from '@catbird/verify';
import * as z from 'zod/mini';
import { duration, groups, texts, type GroupSetting, tolerance } from './group-setting.ts';

/** A table under `verify`. */
export interface SectionTable {
  /** The stream whose rows it has, or the entity. Undefined: that of its name. */
  readonly of: string | undefined;
  readonly source: SourceSetting;
  readonly options: JudgeOptions;
  /** An expression that is true for the rows that should be there. */
  readonly where: string | undefined;
  /** Columns that are computed from those of the rows: their expressions. */
  readonly computed: Readonly<Record<string, string>>;
  /** The table that changes lead to, at an instant in milliseconds since 1970; `end`: when the stream ended. */
  readonly stateAt: number | 'end' | undefined;
  readonly late:
    | { readonly on: string | undefined; readonly afterMs: number; readonly slackMs: number | undefined }
    | undefined;
  /** Which rows should be there, if not those of a stage. */
  readonly expects: 'late' | 'malformed' | undefined;
  readonly groups: GroupSetting | undefined;
  /** SQL that makes its rows of those of streams, or the path of a file with it. */
  readonly sql: string | undefined;
}

/** Where rows are: a file, or a place with its settings. */
export type SourceSetting = Readonly<Record<string, unknown>>;

/** The section `verify` of a config. */
export interface Section {
  readonly tables: Readonly<Record<string, SectionTable>>;
  /** Tables through which rows go one after the other. */
  readonly path: readonly string[];
}

const share = z.pipe(
  z.union([
    z.number().check(z.gte(0), z.lte(1)),
    z.string().check(z.regex(/^[\d.]+ ?%$/, 'Must be a share, such as 0.001 or 0.1%')),
  ]),
  z.transform((given) => (typeof given === 'number' ? given : Number.parseFloat(given) / 100)),
);
const lags = z.strictObject({
  p50: z.optional(duration),
  p99: z.optional(duration),
  max: z.optional(duration),
});
const allow = z.strictObject({
  changed: z.optional(share),
  missing: z.optional(share),
  doubled: z.optional(share),
  extra: z.optional(share),
  dedup: z.optional(z.strictObject({ precision: z.optional(share), recall: z.optional(share) })),
  order: z.optional(share),
  late: z.optional(share),
  lag: z.optional(lags),
});

/** A column of the rows, an expression, `ignore`, or `arrival`: the time at which a row arrived. */
const column = z.union([z.string(), z.strictObject({ of: z.string() })]);

const lateness = z.strictObject({ after: duration, slack: z.optional(duration), on: z.optional(z.string()) });

const table = z.strictObject({
  of: z.optional(z.string()),
  source: z.union([
    z.pipe(
      z.string(),
      z.transform((file) => ({ file })),
    ),
    z.record(z.string(), z.unknown()),
  ]),
  identity: z.optional(texts),
  stage: z.optional(z.enum(['raw', 'deduped', 'state'], 'must be raw, deduped or state')),
  at: z.optional(z.string()),
  where: z.optional(z.string()),
  columns: z.optional(z.record(z.string(), column)),
  tolerance: z.optional(z.record(z.string(), tolerance)),
  late: z.optional(lateness),
  within: z.optional(duration),
  expects: z.optional(z.enum(['late', 'malformed'])),
  expect: z.optional(groups),
  sql: z.optional(z.string()),
  key: z.optional(texts),
  allow: z.optional(allow),
});
const section = z.strictObject({
  tables: z.record(z.string(), table),
  path: z.optional(z.array(z.string())),
  within: z.optional(duration),
  allow: z.optional(allow),
});

/** Reads the section `verify`. */
export function readSection(given: unknown): Result<{ readonly section: Section }> {
  const read = z.safeParse(section, given, { jitless: true });
  if (!read.success)
    return {
      ok: false,
      issues: read.error.issues.map(({ path, message }) => ({
        path: ['verify', ...path.map(String)],
        message: `verify${path.map((step) => `.${String(step)}`).join('')}: ${message}`,
      })),
    };
  const { tables, path = [], allow, within } = read.data;
  if (Object.keys(tables).length === 0) return invalid('verify.tables must name at least one table');
  const unknown = path.find((name) => !(name in tables));
  if (unknown !== undefined) return invalid(`verify.path: ${unknown} is not under verify.tables`);
  const made: Record<string, SectionTable> = {};
  for (const [name, each] of Object.entries(tables)) {
    const problem = arrivalProblem(each) ?? sqlProblem(each) ?? problemOf(each);
    if (problem !== undefined) return invalid(`verify.tables.${name}: ${problem}`);
    made[name] = tableOf(each, { allow, within });
  }
  return { ok: true, section: { tables: made, path } };
}

type Given = z.output<typeof table>;

function arrivalProblem({ columns = {} }: Given): string | undefined {
  const arrivals = Object.keys(columns).filter((name) => columns[name] === ARRIVAL);
  return arrivals.length > 1
    ? `columns: only one of ${arrivals.join(' and ')} can be the arrival`
    : undefined;
}

/** What does not fit together with SQL, or needs it. */
function sqlProblem({ sql, key, columns = {}, ...others }: Given): string | undefined {
  if (sql === undefined) return key === undefined ? undefined : 'key needs sql. Use identity';
  if (key === undefined) return 'sql needs key: the columns that tell rows of its result apart';
  if (Object.keys(columnsOf(columns).computed).length > 0)
    return 'sql cannot be combined with expressions under columns';
  const other = NOT_WITH_SQL.find((name) => others[name] !== undefined);
  return other === undefined ? undefined : `sql cannot be combined with ${other}`;
}

const NOT_WITH_SQL = ['of', 'identity', 'expects'] as const;

/** What does not fit together. */
function problemOf(given: Given): string | undefined {
  const { stage, at, expects, expect, late, sql } = given;
  if (at !== undefined) {
    if (stage !== 'state') return 'at needs stage: state';
    if (!readInstant(at, 0).ok) return `at must be an instant, such as 2026-03-01T12:00:00Z, not ${at}`;
  }
  if (expects === 'late' && late === undefined) return 'expects: late needs late: {after: 5m, slack: 30s}';
  return clashOf(
    [
      ...(stage === 'state' ? ['stage: state'] : []),
      ...(expects === 'malformed' ? ['expects: malformed'] : []),
      ...(expect === undefined ? [] : ['expect']),
      ...(sql === undefined ? [] : ['sql']),
    ],
    [...timesIn(given), ...(late === undefined ? [] : ['late']), ...selectionIn(given)],
  );
}

const selectionIn = ({ where, expect }: Given): readonly string[] =>
  where === undefined || expect !== undefined ? [] : ['where'];

/** What needs rows that were sent themselves, as it is about when they arrived. */
const timesIn = ({ columns = {}, within, allow }: Given): readonly string[] => [
  ...(Object.values(columns).includes(ARRIVAL) ? ['a column that is the arrival'] : []),
  ...(within === undefined ? [] : ['within']),
  ...(allow?.lag === undefined ? [] : ['allow.lag']),
];

/** Kinds of tables exclude each other, and what selects rows of a stream. */
function clashOf(kinds: readonly string[], selections: readonly string[]): string | undefined {
  const [kind] = kinds;
  const [selection] = selections;
  if (kinds.length > 1) return `${kinds.join(' and ')} cannot be combined`;
  return kind === undefined || selection === undefined
    ? undefined
    : `${kind} cannot be combined with ${selection}`;
}

/** What a column is that holds the time at which a row arrived. `{of: arrival}` is a column of that name. */
const ARRIVAL = 'arrival';

/** A column of the rows by its path. Anything else is an expression. */
const PATH = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u;

/** What counts for all tables that do not say it themselves. */
interface ForAll {
  readonly allow: z.output<typeof allow> | undefined;
  readonly within: number | undefined;
}

function tableOf(given: Given, all: ForAll): SectionTable {
  const { key, identity = key, stage, at, columns = {}, tolerance, allow: own, late } = given;
  const { computed, names, ignore, arrival } = columnsOf(columns);
  const withinMs = given.within ?? all.within;
  const options: JudgeOptions = {
    names,
    ignore,
    allow: { ...all.allow, ...own },
    ...(arrival !== undefined && { arrival }),
    ...(withinMs !== undefined && { withinMs }),
    ...(identity && { identity }),
    ...(stage !== 'state' && stage && { stage }),
    ...(tolerance && { tolerance }),
  };
  return {
    of: given.of,
    source: given.source,
    where: given.where,
    computed,
    stateAt: stage === 'state' ? instantIn(at) : undefined,
    late: late && { on: late.on, afterMs: late.after, slackMs: late.slack },
    expects: given.expects,
    groups: given.expect,
    sql: given.sql,
    options,
  };
}

function instantIn(at: string | undefined): number | 'end' {
  const read = at === undefined ? undefined : readInstant(at, 0);
  return read?.ok === true ? read.value : 'end';
}

/** What columns of a place are: computed, renamed, or not compared. */
function columnsOf(columns: NonNullable<Given['columns']>): Pick<SectionTable, 'computed'> & {
  readonly names: Readonly<Record<string, string>>;
  readonly ignore: readonly string[];
  readonly arrival: string | undefined;
} {
  const names: Record<string, string> = {};
  const computed: Record<string, string> = {};
  const ignore: string[] = [];
  let arrival: string | undefined;
  for (const [there, setting] of Object.entries(columns)) {
    const of = typeof setting === 'string' ? setting : setting.of;
    if (of === 'ignore') ignore.push(there);
    else if (setting === ARRIVAL) arrival = there;
    else if (PATH.test(of)) names[of] = there;
    else computed[there] = of;
  }
  return { names, computed, ignore, arrival };
}
