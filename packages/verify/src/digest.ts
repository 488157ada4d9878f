import { isoMs } from '@catbird/engine';
import { cellsOf, parseLine } from './parse-row.ts';
import type { Tolerance } from './same.ts';
import { newExactSum, type ExactSum } from './exact-sum.ts';
import { valuesAt, type Truth } from './truth.ts';

/** What blocks of rows must sum up to. */
export interface Digest {
  /** By the numbers of the blocks. */
  readonly blocks: ReadonlyMap<number, ExpectedBlock>;
  /** Rows were sent more than once. */
  readonly hasCopies: boolean;
}

/** A block of rows. */
export interface ExpectedBlock {
  /** Rows with their copies, if these count. */
  rows: number;
  /** Different rows. */
  distinct: number;
  /** Different rows that were sent again. */
  repeated: number;
  /** A row may be there or not, so its sums are not known. */
  isUnsure: boolean;
  readonly columns: readonly ColumnSum[];
}

interface ColumnSum {
  present: number;
  readonly sum: ExactSum;
}

/** The block that a row belongs to. */
export function blockOf(
  { column, kind, from, size }: BlockRule,
  cells: ReadonlyMap<string, unknown>,
): number {
  const value = cells.get(column);
  return Math.trunc(((kind === 'time' ? isoMs(value) : Number(value)) - from) / size);
}

/** Sums up what must have arrived. @param hasCopies whether copies must be there, too */
export function digestOf(
  truth: Truth,
  rule: BlockRule,
  columns: readonly DigestColumn[],
  hasCopies: boolean,
): Digest {
  const blocks = new Map<number, ExpectedBlock>();
  const blockAt = (cells: ReadonlyMap<string, unknown>): ExpectedBlock => {
    const number = blockOf(rule, cells);
    const block = blocks.get(number) ?? newBlock(columns.length);
    blocks.set(number, block);
    return block;
  };
  const seen = new Uint8Array(truth.rows);
  let isCopied = false;
  truth.eachSent((line, number) => {
    const row = parseLine(line);
    if (row === undefined) return;
    const cells = cellsOf(row);
    const least = truth.least(number);
    const block = blockAt(cells);
    isCopied ||= least > 1;
    block.isUnsure ||= least === 0 || (hasCopies && truth.most(number) !== least);
    const count = seen[number] ?? 0;
    if (count >= (hasCopies ? least : Math.min(1, least))) return;
    seen[number] = count + 1;
    if (count === 0) addRow(block, truth.again?.(number));
    addTo(block, cells, columns);
  });
  return { blocks, hasCopies: isCopied };
}

function addRow(block: ExpectedBlock, again = 0): void {
  block.distinct++;
  if (again > 0) block.repeated++;
}

function addTo(
  block: ExpectedBlock,
  cells: ReadonlyMap<string, unknown>,
  columns: readonly DigestColumn[],
): void {
  block.rows++;
  for (const [i, own] of block.columns.entries()) {
    const { name = '', kind = 'any' } = columns[i] ?? {};
    const value = cells.get(name) ?? null;
    if (value === null) continue;
    own.present++;
    own.sum.add(figureOf(value, kind));
  }
}

const newBlock = (columns: number): ExpectedBlock => ({
  rows: 0,
  distinct: 0,
  repeated: 0,
  isUnsure: false,
  columns: Array.from({ length: columns }, () => ({ present: 0, sum: newExactSum() })),
});

/** What of a value is added up. */
function figureOf(value: unknown, kind: DigestColumn['kind']): number | bigint {
  if (kind === 'text') return Array.from(String(value)).length;
  if (kind === 'time') return isoMs(value);
  return kind === 'number' && (typeof value === 'number' || typeof value === 'bigint') ? value : 0;
}

/** Where a block differs from its expected sums. */
export interface DigestDifference {
  /** Rows, or values that are not null. */
  readonly isCount: boolean;
  readonly columns: ReadonlyMap<string, SumDifference>;
}

/** How a sum differs: what is there more, of how many values, and how many times as much it is. */
interface SumDifference {
  readonly more: number;
  readonly present: number;
  readonly factor: number;
}

/** How sums of a block differ. Undefined: they do not, as far as tolerances permit. */
export function differenceOf(
  expected: ExpectedBlock,
  actual: Sums,
  columns: readonly DigestColumn[],
  tolerance: Readonly<Record<string, Tolerance>>,
): DigestDifference | undefined {
  const found = new Map<string, SumDifference>();
  let isCount = actual.rows !== expected.rows;
  for (const [i, { name, kind }] of columns.entries()) {
    const own = expected.columns[i];
    if (own === undefined) continue;
    const other = actual.columns[i] ?? NO_VALUES;
    const allowed = tolerance[name];
    isCount ||= own.present !== other.present && allowed?.texts === undefined;
    const difference = isSummed(kind, allowed)
      ? sumDifference(own, other.sum, slackOf(own, kind, allowed))
      : undefined;
    if (difference !== undefined) found.set(name, difference);
  }
  return isCount || found.size > 0 ? { isCount, columns: found } : undefined;
}

const isSummed = (kind: DigestColumn['kind'], allowed: Tolerance | undefined): boolean =>
  kind !== 'any' && (kind !== 'text' || allowed?.texts === undefined);

const NO_VALUES: Sums['columns'][number] = { present: 0, sum: null };

function sumDifference(
  { present, sum }: ColumnSum,
  other: string | null,
  slack: number,
): SumDifference | undefined {
  const more = sum.less(other);
  const value = sum.value();
  return Math.abs(more) <= slack
    ? undefined
    : { more, present, factor: value === 0 ? NaN : (value + more) / value };
}

/** How far sums may be apart. */
function slackOf({ present, sum }: ColumnSum, kind: DigestColumn['kind'], allowed: Tolerance = {}): number {
  if (kind === 'time') return present * (allowed.ms ?? 0);
  if (kind !== 'number') return 0;
  return Math.max(
    sum.uncertainty(),
    present * (allowed.absolute ?? 0),
    sum.magnitude() * (allowed.relative ?? 0),
  );
}

/** The numbers of the rows in some blocks, ascending. */
export function rowsIn(truth: Truth, rule: BlockRule, blocks: ReadonlySet<number>): Float64Array {
  const rows = new Set<number>();
  truth.eachSent((line, number) => {
    const row = parseLine(line);
    if (row !== undefined && blocks.has(blockOf(rule, cellsOf(row)))) rows.add(number);
  });
  return Float64Array.from(rows).sort();
}

/** Blocks of so many rows each, by a column that counts up, or else by time. Undefined: neither tells blocks. */
export function blockRule(
  truth: Truth,
  counted: string | undefined,
  time: string | undefined,
): BlockRule | undefined {
  const column = counted ?? time;
  if (column === undefined || truth.rows === 0) return undefined;
  const kind = counted === undefined ? 'time' : 'number';
  const ends = valuesAt(truth, truth.rows < 2 ? [0] : [0, truth.rows - 1], column);
  const [first = NaN, last = first] = ends.map((value) => (kind === 'time' ? isoMs(value) : Number(value)));
  const step = truth.rows < 2 ? 1 : (last - first) / (truth.rows - 1);
  const size = kind === 'time' ? Math.ceil(step * BLOCK_ROWS) : step * BLOCK_ROWS;
  return size === 0 || Number.isNaN(size) ? undefined : { column, kind, from: first, size };
}

/** Rows of a block. */
const BLOCK_ROWS = 65_536;

/** Which block a row belongs to: that of its value less `from`, divided by `size`. */
export interface BlockRule {
  readonly column: string;
  readonly kind: 'number' | 'time';
  /** The value of the first row; for times, milliseconds since 1970. */
  readonly from: number;
  readonly size: number;
}

/** A column that is summed up: numbers, milliseconds of times, lengths of texts, and of any the values that are not null. */
export interface DigestColumn {
  readonly name: string;
  readonly kind: 'number' | 'time' | 'text' | 'any';
}

/** The sums of a block. */
export interface Sums {
  readonly rows: number;
  readonly columns: readonly {
    readonly present: number;
    /** Decimal digits. Null: there are no values. */
    readonly sum: string | null;
  }[];
}
