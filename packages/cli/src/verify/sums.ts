import { parseLine, type Arrived, type Row, type Sums } from '@catbird/verify';
import { sumsStatement, typesStatement, type DialectName, type DigestPlan } from '../sources/digest.ts';
import type { Source } from '../sources/source.ts';

/** What a database has summed up, by the numbers of blocks. Null: rows without a value that tells the block. */
export type SumsByBlock = ReadonlyMap<number | null, Sums>;

/** Asks a database for the sums of all blocks. @throws SourceError */
export async function readSums(
  source: Source,
  dialect: DialectName,
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
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const some of source.read(signal, { statement }))
    for (const each of some.rows) rows.push(rowIn(each));
  return rows;
}

const rowIn = (arrived: Arrived): Row =>
  arrived instanceof Uint8Array ? (parseLine(arrived) ?? {}) : arrived;
