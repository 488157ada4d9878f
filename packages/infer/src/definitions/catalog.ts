import type { SchemaObject } from '../draft.ts';
import { joined, sampled, type Sampled, shownFields } from './sampled.ts';
import type { Definition, Shape, Table } from './shape.ts';
import { type Dialect, dialectOf } from './sql/tokens.ts';
import { readStatements } from './sql/sql.ts';
import { statementsOf } from './sql/statements.ts';

/** What the planner of a database knows of a column. */
export interface ColumnStatistics {
  readonly name: string;
  /** Share of nulls. */
  readonly nulls: number;
  /** Shares of the most common values. */
  readonly frequencies: readonly number[];
  /** The most common values, as texts. Undefined if they are not read. */
  readonly common?: readonly string[];
  /** Values that divide the others into parts of one size, as texts. Undefined for texts. */
  readonly bounds?: readonly string[];
}

/** Fields of which values can be read without consent: of numbers and times, a schema has only rounded ones, and the values of an enumeration are known. */
export const openFields = (table: Table): readonly Shape[] =>
  countedFields(table).filter(({ kind, values = [] }) => kind !== 'text' || values.length > 0);

/** Fields whose values statistics count. */
export const countedFields = (table: Table): readonly Shape[] =>
  shownFields(table).filter(({ kind, isList }) => kind !== 'JSON' && isList !== true);

/** Rows that stand for those of a table. */
const ROWS = 1_000;

/** Without a common factor with `ROWS`, so that it mixes them. */
const STEP = 617;

/** A table with its shares of nulls, and what else statistics say of its fields. */
export async function withStatistics(
  table: Table,
  statistics: readonly ColumnStatistics[],
  isCopied: boolean,
): Promise<{ readonly table: Table; readonly sampled: Sampled }> {
  const byName = new Map(statistics.map((each) => [each.name, each]));
  const fields = table.fields.map((field) => {
    const found = byName.get(field.name);
    return found === undefined ? field : { ...field, nulls: Number(found.nulls.toPrecision(3)) };
  });
  const known = { ...table, fields };
  const all: Sampled[] = [];
  for (const field of countedFields(known)) {
    const found = byName.get(field.name);
    if (found !== undefined) all.push(await fieldOf(known, field, found, isCopied));
  }
  return { table: known, sampled: joined(all) };
}

const NOTHING: Sampled = { specs: new Map(), helpers: {}, findings: [] };

async function fieldOf(
  table: Table,
  field: Shape,
  statistics: ColumnStatistics,
  isCopied: boolean,
): Promise<Sampled> {
  const { common, bounds, frequencies } = statistics;
  if (common === undefined && bounds === undefined)
    return field.kind === 'text' ? { ...NOTHING, specs: namesOf(field, statistics) } : NOTHING;
  if (field.kind === 'text' && (field.values ?? []).length === 0 && !areAll(statistics)) return NOTHING;
  const values = valuesOf(field, {
    common: common ?? [],
    bounds: bounds ?? [],
    frequencies,
    nulls: statistics.nulls,
  });
  const lines = values.map((_, i) =>
    JSON.stringify({ [field.name]: values[(i * STEP) % values.length] ?? null }),
  );
  return sampled(table, [field], chunk(lines.join('\n')), () => isCopied);
}

async function* chunk(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Share of rows that the most common values have, at least, if there are hardly others. */
const MOST = 0.95;

const areAll = ({ frequencies, nulls }: ColumnStatistics): boolean =>
  frequencies.length > 0 && frequencies.reduce((sum, each) => sum + each, nulls) >= MOST;

/** Texts that repeat, with names in their place. */
function namesOf(field: Shape, statistics: ColumnStatistics): ReadonlyMap<string, SchemaObject> {
  const { frequencies, nulls } = statistics;
  const values = frequencies.map((_, i) => `${field.name}_${i + 1}`);
  const isShort = values.every((value) => value.length <= (field.maxLength ?? 255));
  if (!areAll(statistics) || !isShort) return NOTHING.specs;
  const weights = frequencies.map((each) => Number((each * 100).toPrecision(2)));
  const absent = field.isNullable === true && nulls > 0 ? { nulls: Number(nulls.toPrecision(3)) } : {};
  return new Map([[field.name, { type: 'catbird.pickWeighted', params: { values, weights }, ...absent }]]);
}

/** Values that are distributed as statistics say. */
function valuesOf(
  field: Shape,
  { common, bounds, frequencies, nulls }: Required<Omit<ColumnStatistics, 'name'>>,
): unknown[] {
  const repeated = common.flatMap((text, i) =>
    new Array<unknown>(Math.round((frequencies[i] ?? 0) * ROWS)).fill(valueOf(field, text)),
  );
  const absent = new Array<unknown>(Math.round(nulls * ROWS)).fill(null);
  const rest = bounds.length < 2 ? 0 : Math.max(0, ROWS - repeated.length - absent.length);
  const spread = Array.from({ length: rest }, (_, i) => between(field, bounds, (i + 0.5) / rest));
  return [...repeated, ...absent, ...spread];
}

function valueOf({ kind }: Shape, text: string): unknown {
  if (kind === 'boolean') return text === 't' || text === 'true' || text === '1';
  return kind === 'whole number' || kind === 'number' ? Number(text) : timeOf(kind, text);
}

/** Times as JSON has them; any other text as it is. */
const timeOf = (kind: Shape['kind'], text: string): string =>
  kind === 'timestamp' ? text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00') : text;

/** The value at a share of all, between two bounds. */
function between(field: Shape, bounds: readonly string[], share: number): unknown {
  const at = share * (bounds.length - 1);
  const [low = '', high = ''] = [bounds[Math.floor(at)], bounds[Math.ceil(at)]];
  const part = at - Math.floor(at);
  if (field.kind === 'whole number' || field.kind === 'number') {
    const digits = field.kind === 'number' ? Math.max(...[low, high].map(decimalsOf)) : 0;
    return Number((Number(low) + part * (Number(high) - Number(low))).toFixed(digits));
  }
  const [from, to] = [low, high].map((text) => Date.parse(timeOf(field.kind, text)));
  const ms = (from ?? NaN) + part * ((to ?? NaN) - (from ?? NaN));
  if (Number.isNaN(ms)) return timeOf(field.kind, low);
  const iso = new Date(ms).toISOString();
  return field.kind === 'date' ? iso.slice(0, 10) : iso;
}

const decimalsOf = (text: string): number => Math.min(6, /\.(\d+)/.exec(text)?.[1]?.length ?? 0);

/** A statement as a dump has it, and the place that notes name. */
export interface CatalogStatement {
  readonly sql: string;
  readonly place: string;
}

/** Databases whose catalog is read. */
const DIALECTS: Readonly<Record<'postgres' | 'mysql' | 'clickhouse', Dialect>> = {
  postgres: dialectOf('PostgreSQL database dump'),
  mysql: dialectOf('`'),
  clickhouse: dialectOf('`'),
};

/** The tables of a catalog. @param statements as dumps have them */
export const readCatalog = (
  statements: readonly CatalogStatement[],
  database: keyof typeof DIALECTS,
): Definition =>
  readStatements({
    dialect: DIALECTS[database],
    statements: statements.flatMap(({ sql, place }) =>
      statementsOf(sql, DIALECTS[database]).statements.map((each) => ({ ...each, place })),
    ),
  });
