import {
  parseLine,
  type Arrived,
  type RowObject,
  type Sums,
  type DigestColumn,
  type DigestDifference,
  counted,
} from '@catbird/verify';
import { sumsStatement, typesStatement, type DigestPlan } from '../sources/block-sums.ts';
import type { DatabaseKind } from '../systems/address.ts';
import type { Source } from '../sources/source.ts';

/** What a database has summed up, by the numbers of blocks. Null: rows without a value that tells the block. */
export type SumsByBlock = ReadonlyMap<number | null, Sums>;

/** Asks a database for the sums of all blocks. @throws SourceError */
export async function readSums(
  source: Source,
  dialect: DatabaseKind,
  { rule, columns }: Omit<DigestPlan, 'types'>,
  signal: AbortSignal,
): Promise<{ readonly plan: DigestPlan; readonly sums: SumsByBlock }> {
  const typed = columns.flatMap(({ name, kind }) => (kind === 'time' || kind === 'number' ? [name] : []));
  const typesOf = typesStatement(dialect, typed);
  const [first = {}] = typesOf === undefined ? [] : await rowsOf(source, typesOf, signal);
  const types = Object.fromEntries(Object.entries(first).map(([name, type]) => [name, String(type)]));
  const plan: DigestPlan = { rule, columns, types };
  const sums = new Map<number | null, Sums>();
  for (const row of await rowsOf(source, sumsStatement(dialect, plan), signal))
    sums.set(row['block'] === null ? null : Number(row['block']), {
      rows: Number(row['n']),
      columns: columns.map((_, i) => ({
        present: Number(row[`p${i}`]),
        sum: textIn(row[`s${i}`]),
      })),
    });
  return { plan, sums };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function rowsOf(
  source: Source,
  statement: (rows: string) => string,
  signal: AbortSignal,
): Promise<readonly RowObject[]> {
  const rows: RowObject[] = [];
  for await (const some of source.read(signal, { statement }))
    for (const each of some.rows) rows.push(rowIn(each));
  return rows;
}

const rowIn = (arrived: Arrived): RowObject =>
  arrived instanceof Uint8Array ? (parseLine(arrived) ?? {}) : arrived;

/** Two sums of doubles may differ by so much, as a share. */
const NEARLY = 1e-9;

/** What sums alone tell: all values of a column are later, greater or multiplied by the same in all differing blocks. */
export const linearCauses = (
  columns: readonly DigestColumn[],
  differences: readonly DigestDifference[],
): readonly string[] =>
  columns.flatMap(({ name, kind }) => {
    const found = differences.flatMap((each) => each.columns.get(name) ?? []);
    const text = kind === 'time' || kind === 'number' ? textOf(kind, found) : undefined;
    return text === undefined
      ? []
      : [`By their sums, ${name} is ${text} in ${counted(found.length, 'block')}`];
  });

type Difference = DigestDifference['columns'] extends ReadonlyMap<string, infer Value> ? Value : never;

function textOf(kind: 'time' | 'number', found: readonly Difference[]): string | undefined {
  const shift = common(found.map(({ more, present }) => more / present));
  if (kind === 'time') return shift === undefined || !Number.isInteger(shift) ? undefined : shiftText(shift);
  const factor = common(found.map((each) => each.factor));
  if (factor !== undefined) return `${Number(factor.toPrecision(9))} times as large`;
  return shift === undefined ? undefined : `${Math.abs(shift)} ${shift > 0 ? 'greater' : 'less'}`;
}

/** The number that all are, nearly. */
function common(numbers: readonly number[]): number | undefined {
  const [first, ...rest] = numbers;
  if (first === undefined || !Number.isFinite(first)) return undefined;
  return rest.every((each) => Math.abs(each - first) <= NEARLY * Math.abs(first)) ? first : undefined;
}

const UNITS = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
  [1, 'ms'],
] as const;

function shiftText(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms % each === 0) ?? [1, 'ms'];
  return `${Math.abs(ms) / size} ${unit} ${ms > 0 ? 'later' : 'earlier'}`;
}
