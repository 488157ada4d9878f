import { describe, invalid, type Result } from '@catbird/engine';
import {
  blockRule,
  countingFinder,
  differenceOf,
  digestOf,
  partOf,
  rowsIn,
  type BlockRule,
  type DigestColumn,
  type DigestDifference,
  type ExpectedBlock,
  type Part,
  type Sums,
  type DigestReport,
  type TableReport,
} from '@catbird/verify';
import { blocksStatement, type DigestPlan } from '../sources/block-sums.ts';
import type { DatabaseKind } from '../systems/address.ts';
import { SourceError, type Source } from '../sources/source.ts';
import { linearCauses, readSums, type SumsByBlock } from './sums.ts';
import type { PartialTable } from './sampling.ts';
import type { WantedTable } from './wanted-table.ts';

/** Blocks that are read row by row at most. */
const MOST = 200;

/** The rows of a table that have to be read, as sums of blocks tell. Tables of groups are read whole. @param signal undefined: no digest is asked for. @throws SourceError */
export async function digestedIn(
  name: string,
  wanted: PartialTable,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<Result<PartialTable>> {
  if (wanted.stream === undefined || signal === undefined) return { ok: true, ...wanted };
  const { truth, options } = wanted;
  const given = digestible(name, wanted, source);
  if (!given.ok) return given;
  const { rule, columns, dialect } = given;
  const { blocks, hasCopies } = digestOf(truth, rule, columns, options.stage !== 'deduped');
  if (hasCopies && options.stage === undefined)
    return invalid(`${name}: rows were sent twice. For --checksum, set stage: raw or deduped`);
  const there = (column: string): string => options.names?.[column] ?? column;
  const { plan, sums } = await readSums(
    source,
    dialect,
    {
      rule: { ...rule, column: there(rule.column) },
      columns: columns.map((column) => ({ ...column, name: there(column.name) })),
    },
    signal,
  );
  const found = compared(blocks, sums, (block, actual) =>
    differenceOf(block, actual, columns, options.tolerance ?? {}),
  );
  const read = found.differing.slice(0, MOST);
  if (found.unsure > read.length)
    throw new SourceError(
      `${found.unsure} blocks have rows that may or may not have arrived, so their checksums cannot be compared. Leave out --checksum`,
    );
  return {
    ok: true,
    ...wanted,
    truth: partOf(truth, rowsIn(truth, rule, new Set(read)), found.others),
    options: rule.kind === 'number' ? { ...options, identity: options.identity ?? [rule.column] } : options,
    notes: [
      ...wanted.notes,
      ...linearCauses(columns, found.differences),
      ...uncounted(columns, wanted),
      ...(found.differing.length > MOST
        ? [
            `Only ${MOST} of ${found.differing.length} differing blocks were read row by row: the counts are without the others`,
          ]
        : []),
    ],
    sought: read.length === 0 ? 'nothing' : { statement: blocksStatement(dialect, plan, read) },
    digest: {
      by: rule.column,
      blocks: blocks.size,
      differing: found.differing.length,
      read: read.length,
    },
  };
}

/** How to sum up a table, unless its place or its columns cannot be. */
function digestible(
  name: string,
  wanted: WantedTable,
  { dialect }: Source,
): Result<Pick<DigestPlan, 'rule' | 'columns'> & { readonly dialect: DatabaseKind }> {
  if (wanted.options.arrival !== undefined)
    return invalid(
      `${name}: --checksum does not read when rows arrived. Leave out --checksum, or the arrival under columns`,
    );
  if (dialect === undefined)
    return invalid(`${name}: --checksum needs a table of Postgres, MySQL or ClickHouse`);
  const columns = columnsOf(wanted);
  return columns === undefined
    ? invalid(`${name}: --checksum needs a column that counts up, or one with a time in every row`)
    : { ok: true, ...columns, dialect };
}

/** A report with what the digest tells. @throws SourceError if rows are right whose sums differ, and others were not read */
export function withDigest(report: TableReport, digest: DigestReport | undefined): TableReport {
  if (digest === undefined) return report;
  if (digest.read < digest.differing && report.verdict === 'right')
    throw new SourceError(
      `${digest.differing} blocks have other sums, but the rows of the ${digest.read} that were read are right. Leave out --checksum`,
      { isPassing: report.counts.pending > 0 },
    );
  return { ...report, digest };
}

/** What tells blocks, and what is summed up. Undefined: nothing tells blocks. */
function columnsOf({
  truth,
  options: { ignore = [] },
  stream,
}: WantedTable): Pick<DigestPlan, 'rule' | 'columns'> | undefined {
  const members = stream === undefined ? [] : describe(stream.schema).members;
  const used = members.filter(({ name }) => !ignore.includes(name));
  const counted = used.find(
    ({ name, kind }) => kind.is === 'integer' && countingFinder(truth, [name]) !== undefined,
  );
  const time = used.find(
    ({ kind, optional }) => kind.is === 'instant' && kind.nullable !== true && optional !== true,
  );
  const rule: BlockRule | undefined = blockRule(truth, counted?.name, time?.name);
  const columns = used.map(({ name, kind }): DigestColumn => ({ name, kind: KINDS[kind.is] ?? 'any' }));
  return rule && { rule, columns };
}

const KINDS: Readonly<Record<string, DigestColumn['kind']>> = {
  integer: 'number',
  number: 'number',
  instant: 'time',
  text: 'text',
};

/** Of which columns the sums tell little, or nothing. */
function uncounted(columns: readonly DigestColumn[], { options }: WantedTable): readonly string[] {
  const computed = Object.keys(options.names ?? {}).filter(
    (name) => !columns.some((column) => column.name === name) && options.ignore?.includes(name) !== true,
  );
  const counted = columns.flatMap(({ name, kind }) => (kind === 'any' ? [name] : []));
  return [
    ...(counted.length > 0 ? [`The digest of ${counted.join(', ')} counts values only`] : []),
    ...(computed.length > 0
      ? [`Not in the digest: ${computed.map((name) => options.names?.[name]).join(', ')}`]
      : []),
  ];
}

/** What sums tell of blocks. */
interface Compared {
  /** Blocks to read, those first that have rows which may be there or not. */
  readonly differing: readonly number[];
  readonly unsure: number;
  readonly differences: readonly DigestDifference[];
  /** What is known of the rows of all other blocks. */
  readonly others: NonNullable<Part['others']>;
}

function compared(
  blocks: ReadonlyMap<number, ExpectedBlock>,
  sums: SumsByBlock,
  differ: (block: ExpectedBlock, sums: Sums) => DigestDifference | undefined,
): Compared {
  const unsure: number[] = [];
  const differing: number[] = [];
  const differences: DigestDifference[] = [];
  const others = { right: 0, arrived: 0, extra: 0, repeated: 0 };
  for (const [number, block] of blocks) {
    const actual = sums.get(number) ?? NO_ROWS;
    const difference = block.isUnsure ? undefined : differ(block, actual);
    if (difference !== undefined) {
      differing.push(number);
      differences.push(difference);
    } else if (block.isUnsure) unsure.push(number);
    else {
      others.right += block.distinct;
      others.repeated += block.repeated;
      others.arrived += actual.rows;
    }
  }
  for (const [number, { rows }] of sums) if (number === null || !blocks.has(number)) others.extra += rows;
  others.arrived += others.extra;
  return { differing: [...unsure, ...differing], unsure: unsure.length, differences, others };
}

const NO_ROWS: Sums = { rows: 0, columns: [] };
