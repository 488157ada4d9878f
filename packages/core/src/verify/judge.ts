import { mix } from '../numeric/random.ts';
import { newBatch, type Batch } from '../rows/batch.ts';
import { causesOf } from './causes/causes.ts';
import type { Cause } from './causes/cause.ts';
import { newComparer, type ColumnRules, type Comparer, type Difference } from './columns.ts';
import {
  countingFinder,
  identitiesIn,
  keyOf,
  keyPart,
  kindsIn,
  probe,
  SEPARATOR,
  type Identity,
  type Kinds,
} from './identity.ts';
import { newKeyTable } from './key-table.ts';
import { bytesText, cellsOf, parseLine, type Row } from './parse.ts';
import { patternsOf, rangesOf } from './patterns.ts';
import type { ChangedColumn, Check, Counts, Example, Group, TableReport } from './report.ts';
import { newKept, type Kept } from './sample.ts';
import type { Reading } from './same.ts';
import { newSightings, type Sightings } from './sightings.ts';
import { pairedRows, type Paired } from './pairing.ts';
import { newStrip, type Strip } from './strip.ts';
import { ANY, rowsAt, type Truth } from './truth.ts';

/** What was read at a place: a line of JSON without its newline, or a row. */
export type Arrived = Uint8Array | Row;

/** How a table is judged. */
export interface JudgeOptions extends Reading, ColumnRules {
  /** The columns that tell whose row it is. Default: found in the rows. */
  readonly identity?: readonly string[];
  /** `raw`: all that was sent must be there, with its copies; `deduped`: each row once. Default: with its copies or without. */
  readonly stage?: 'raw' | 'deduped';
  /** How many examples of each kind the report has. Default 5. */
  readonly examples?: number;
  /** What may be wrong for the verdict to be right, as shares of the expected rows. Default 0 each, and any order. */
  readonly allow?: Allowed;
  /** Called for every changed row, but for those whose identity has changed: see `leftOver`. */
  readonly onChanged?: (row: number, differences: readonly Difference[]) => void;
}

/** Shares of the expected rows, from 0 to 1. */
export interface Allowed {
  readonly changed?: number | undefined;
  readonly missing?: number | undefined;
  readonly doubled?: number | undefined;
  readonly extra?: number | undefined;
  /** Of what is gone, copies; and of copies, those that are gone. Default: copies that are left count as doubled. */
  readonly dedup?:
    { readonly precision?: number | undefined; readonly recall?: number | undefined } | undefined;
  /** Rows that come after a later one. Default: their order is not judged. */
  readonly order?: number | undefined;
}

/** Takes what has arrived, and judges it. */
export interface Judge {
  readonly take: (arrived: readonly Arrived[]) => void;
  /** Whether a row has arrived so far. */
  readonly isThere: (row: number) => boolean;
  /** Whether a row has arrived with other values, as far as `report` has judged. */
  readonly isChanged: (row: number) => boolean;
  /** Judges what was taken so far. More may be taken afterwards. */
  readonly report: () => TableReport;
  /** The rows that are missing, and those that nobody sent, of what was taken so far. */
  readonly leftOver: () => LeftOver;
}

/** Rows that are only on one side. */
export interface LeftOver {
  /** The first million of them. */
  readonly missing: Iterable<Example>;
  /** At most 100,000 of them. */
  readonly extra: Iterable<Example>;
  /** Rows that nobody seemed to have sent, but that are missing ones with another identity: its columns. */
  readonly changed: Iterable<Example>;
}

/** Arrived rows that are compared at once, so that expected rows are made in blocks. */
const AT_ONCE = 65_536;
/** Differing and agreeing values of a column that causes are judged by. */
const JUDGED_BY = 1000;
/** After so many rows in order, the next ones are compared as bytes. */
const STREAK = 8;
/** Expected rows that are made ahead while rows come in order. */
const AHEAD = 1024;
/** Rows that nobody sent, which may be expected rows with another identity. */
const STRANGERS = 100_000;

/** A column with differences. */
interface Changes {
  rows: number;
  /** The numbers of the rows, ascending in each flush, with what arrived. */
  readonly kept: Kept<{ readonly row: number; readonly arrived: unknown }>;
}

/** Judges rows of a place by the truth. @throws IdentityError if the columns of a given identity do not tell rows apart */
export function newJudge(truth: Truth, options: JudgeOptions = {}): Judge {
  const { examples = 5, ignore = [] } = options;
  const looked = probe(truth);
  const known = new Set(looked.flatMap((row) => [...cellsOf(row).keys()]));
  const comparer = newComparer(options, options, known);
  const sightings = newSightings(truth.rows);
  // While all rows come as they were sent, none has to be looked for.
  let made = options.identity === undefined ? undefined : newFinding(truth, looked, options, sightings);
  const findingNow = (): Finding => (made ??= newFinding(truth, looked, options, sightings));
  const kinds = kindsIn(looked);
  let guess: Finding | undefined;
  const likely = (): Finding => (guess ??= likelyFinding(looked, ignore));
  // Equal rows take turns, so each of them has to be looked for.
  const isCompared = (): boolean => made === undefined || made.identity.length > 0;
  const window = newWindow(truth);
  const changes = new Map<string, Changes>();
  const strangers = newKept<Row>(STRANGERS);
  const unreadable = newKept<string>(examples);
  let arrivedRows = 0;
  let outOfOrder = 0;
  let mostLate = 0;
  let highest = -1;
  let last = -1;
  let streak = STREAK;
  let pending: { readonly row: number; readonly cells: ReadonlyMap<string, unknown> }[] = [];

  /** The sent row after the last one. */
  const next = (): number => {
    let row = last + 1;
    while (row < truth.rows && truth.most(row) === 0) row++;
    return row;
  };
  const saw = (row: number): void => {
    sightings.see(row);
    streak = row === next() ? streak + 1 : 0;
    last = row;
    if (row > highest) highest = row;
    else if (row < highest && sightings.seen(row) === 1) {
      outOfOrder++;
      mostLate = Math.max(mostLate, highest - row);
    }
  };
  const compare = (row: number, wanted: Row, cells: ReadonlyMap<string, unknown>): void => {
    const found = comparer.differences(wanted, cells);
    if (found.length > 0) {
      sightings.change(row);
      options.onChanged?.(row, found);
    }
    for (const { column, arrived } of found) {
      const own = changes.get(column) ?? { rows: 0, kept: newKept(JUDGED_BY) };
      own.rows++;
      own.kept.add({ row, arrived });
      changes.set(column, own);
    }
  };
  /** Takes the row that was sent after the last one, if these values are its. Returns whether they are. */
  const takeNext = (cells: ReadonlyMap<string, unknown>): boolean => {
    if (streak < STREAK || !isCompared()) return false;
    const row = next();
    const wanted = window.rowAt(row);
    if (wanted === undefined) return false;
    const { identity } = made ?? likely();
    const key = keyOf(cells, identity, kinds);
    if (key === undefined || identity.length === 0 || key !== keyOf(cellsOf(wanted), identity, kinds))
      return false;
    saw(row);
    compare(row, wanted, cells);
    return true;
  };
  const flush = (): void => {
    pending.sort((a, b) => a.row - b.row);
    const numbers = Float64Array.from(new Set(pending.map(({ row }) => row)));
    const expected = new Map(rowsAt(truth, numbers).map((row, i) => [numbers[i] ?? -1, row]));
    for (const { row, cells } of pending) {
      const wanted = expected.get(row);
      if (wanted !== undefined) compare(row, wanted, cells);
    }
    pending = [];
  };
  const malformed = new Map(truth.malformed);
  const malformedSent = [...malformed.values()].reduce((sum, count) => sum + count, 0);
  let malformedThere = 0;
  const takeUnreadable = (line: string): void => {
    const left = malformed.get(line) ?? 0;
    if (left === 0) {
      unreadable.add(line.slice(0, 200));
      return;
    }
    malformed.set(line, left - 1);
    malformedThere++;
  };
  const takeOne = (arrived: Arrived): void => {
    arrivedRows++;
    if (arrived instanceof Uint8Array && streak >= STREAK && isCompared()) {
      const row = next();
      if (window.isRow(row, arrived)) {
        saw(row);
        return;
      }
    }
    const row = arrived instanceof Uint8Array ? (parseLine(arrived) ?? arrived) : arrived;
    if (row instanceof Uint8Array) {
      takeUnreadable(bytesText(row));
      return;
    }
    const cells = comparer.cells(row);
    if (takeNext(cells)) return;
    const number = findingNow().find(cells);
    if (number < 0) {
      strangers.add(row);
      return;
    }
    saw(number);
    pending.push({ row: number, cells });
    if (pending.length >= AT_ONCE) flush();
  };
  const settle = (): Settled => {
    flush();
    const finding = arrivedRows < truth.rows ? findingNow() : (made ?? likely());
    const totals = totalsOf(truth, sightings, options.stage === 'deduped', finding.isTwin);
    const paired = pairedRows(truth, totals.missing, strangers.items().map(comparer.cells), {
      identity: finding.identity,
      ...comparer,
    });
    return {
      finding,
      totals,
      paired,
      missing: totals.missing.filter((row) => !paired.rows.has(row)),
      extra: strangers.items().filter((_, place) => !paired.strangers.has(place)),
    };
  };
  return {
    take: (arrived) => arrived.forEach(takeOne),
    isThere: (row) => sightings.seen(row) > 0,
    isChanged: sightings.isChanged,
    leftOver() {
      const { paired, missing, extra } = settle();
      return {
        missing: contentsOf(truth, missing),
        extra: extra.map((arrived): Example => ({ arrived })),
        changed: paired.changes.map(({ row, column, arrived }): Example => ({
          row,
          column,
          expected: valuesAt(truth, [row], column)[0],
          arrived,
        })),
      };
    },
    report() {
      const { finding, totals, paired, missing, extra } = settle();
      const found = paired.rows;
      const damaged = new Set(paired.changes.map(({ row }) => row));
      for (const row of found) totals.strip.find(row, damaged.has(row) ? 'changed' : 'right');
      const counts: Counts = {
        expected: totals.expected,
        arrived: arrivedRows,
        right: totals.right + found.size - damaged.size,
        changed: totals.changed + damaged.size,
        missing: totals.missingCount - found.size,
        doubled: totals.doubled,
        copies: totals.copies,
        extra: strangers.count - found.size,
        unsent: totals.unsent,
        unreadable: unreadable.count,
        malformed: { sent: malformedSent, there: malformedThere },
        uncertain: totals.uncertain,
      };
      const isRight = (row: number): boolean =>
        sightings.seen(row) > 0 && !sightings.isChanged(row) && !found.has(row);
      const order = truth.isShuffled === true ? undefined : { rows: outOfOrder, most: mostLate };
      const checks = checksOf(counts, order, options);
      return {
        verdict: checks.every(({ verdict }) => verdict !== 'wrong') ? 'right' : 'wrong',
        checks,
        identity: finding.identity,
        counts,
        changed: changedColumns(truth, withMore(changes, paired.changes), isRight, {
          ...comparer,
          examples,
        }),
        missing: groupOf(truth, missing, counts.missing, examples),
        doubled: groupOf(truth, totals.doubledRows, counts.doubled, examples),
        extra: extra.slice(0, examples).map((row): Example => ({ arrived: row })),
        order,
        strip: totals.strip.cells(),
        notes: [...strangenessOf(counts), ...notesOf(comparer, finding, truth)],
      };
    },
  };
}

/** What became of all rows, after missing ones were looked for among those that nobody sent. */
interface Settled {
  readonly finding: Finding;
  readonly totals: Totals;
  readonly paired: Paired;
  readonly missing: readonly number[];
  readonly extra: readonly Row[];
}

/** What rows should be, made a block at a time. */
function* contentsOf(truth: Truth, rows: readonly number[]): Generator<Example> {
  for (let first = 0; first < rows.length; first += AHEAD) {
    const numbers = rows.slice(first, first + AHEAD);
    const contents = rowsAt(truth, Float64Array.from(numbers));
    for (const [i, row] of numbers.entries()) yield { row, expected: contents[i] };
  }
}

/** The values of a column in these rows. */
const valuesAt = (truth: Truth, rows: readonly number[], column: string): readonly unknown[] =>
  rowsAt(truth, Float64Array.from(rows)).map((row) => row && cellsOf(row).get(column));

/** The given columns do not tell rows apart. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
}

/** Finds the row of an identity. */
interface Finding {
  readonly identity: Identity;
  readonly find: (cells: ReadonlyMap<string, unknown>) => number;
  /** Whether a row equals an earlier one in all columns, so that it may be gone where copies are removed. Default: none does. */
  readonly isTwin?: (row: number) => boolean;
}

const candidatesIn = (looked: readonly Row[], ignore: readonly string[]): readonly Identity[] =>
  identitiesIn(looked, (column) => !ignore.includes(column));

/** What rows are most likely found by, where none had to be. */
const likelyFinding = (looked: readonly Row[], ignore: readonly string[]): Finding => ({
  identity: candidatesIn(looked, ignore)[0] ?? [],
  find: () => -1,
});

function newFinding(
  truth: Truth,
  looked: readonly Row[],
  { identity, stage, ignore = [] }: JudgeOptions,
  sightings: Sightings,
): Finding {
  const kinds = kindsIn(looked);
  const candidates = identity === undefined ? candidatesIn(looked, ignore) : [identity];
  for (const columns of candidates) {
    const counting = countingFinder(truth, columns);
    if (counting !== undefined) return { identity: columns, find: (cells) => counting('', cells) };
    const table = columns.length === 0 ? undefined : tableOf(truth, columns, kinds);
    if (table !== undefined) return { identity: columns, find: table };
    if (identity !== undefined)
      throw new IdentityError(
        `${columns.join(' and ')} do not tell rows apart: several rows have the same value. Name more columns`,
      );
  }
  const { find, isTwin } = wholeRows(truth, kinds, ignore, sightings);
  return { identity: [], find, ...(stage === 'deduped' && { isTwin }) };
}

/** Reads all rows of the truth. @param use returns false to stop */
function eachRow(truth: Truth, use: (cells: ReadonlyMap<string, unknown>, row: number) => boolean): boolean {
  const batch = newBatch();
  for (let first = 0; first < truth.rows;) {
    const { count, bytes, ends } = truth.writeFrom(batch, first, 4096);
    let from = 0;
    for (let i = 0; i < count; i++) {
      const end = ends[i] ?? from;
      const row = parseLine(bytes.subarray(from, end));
      from = end;
      if (row !== undefined && truth.most(first + i) > 0 && !use(cellsOf(row), first + i)) return false;
    }
    first += count;
  }
  return true;
}

/** A table of the keys of all rows; undefined if two rows have the same. */
function tableOf(truth: Truth, columns: Identity, kinds: Kinds): Finding['find'] | undefined {
  const table = newKeyTable(truth.rows);
  const isTelling = eachRow(truth, (cells, row) => {
    const key = keyOf(cells, columns, kinds);
    return key !== undefined && table.add(key, row) < 0;
  });
  if (!isTelling) return undefined;
  return (cells) => {
    const key = keyOf(cells, columns, kinds);
    return key === undefined ? -1 : table.find(key);
  };
}

/** Finds rows by all of their values. Equal rows take turns. */
function wholeRows(
  truth: Truth,
  kinds: Kinds,
  ignore: readonly string[],
  { seen }: Sightings,
): Required<Omit<Finding, 'identity'>> {
  const columns = new Set<string>();
  eachRow(truth, (cells) => {
    for (const column of cells.keys()) columns.add(column);
    return true;
  });
  const used = [...columns].filter((column) => !ignore.includes(column)).sort();
  const table = newKeyTable(truth.rows);
  const groups = new Map<number, number[]>();
  const twins = new Set<number>();
  const turns = new Map<number, Iterator<number>>();
  const keyOfAll = (cells: ReadonlyMap<string, unknown>): string =>
    used.map((column) => keyPart(cells.get(column), kinds.get(column))).join(SEPARATOR);
  eachRow(truth, (cells, row) => {
    const same = table.add(keyOfAll(cells), row);
    if (same < 0) return true;
    twins.add(row);
    const group = groups.get(same);
    if (group === undefined) groups.set(same, [same, row]);
    else group.push(row);
    return true;
  });
  return {
    isTwin: (row) => twins.has(row),
    find(cells) {
      const row = table.find(keyOfAll(cells));
      const group = groups.get(row);
      if (group === undefined) return row;
      const own = turns.get(row) ?? turnsFrom(turnsOf(truth, group), group, seen);
      turns.set(row, own);
      const next = own.next();
      return next.done === true ? row : next.value;
    },
  };
}

/** Turns after those that rows have taken before they were looked for: in their order, each at most once. */
function turnsFrom(
  turns: Iterator<number>,
  rows: readonly number[],
  seen: Sightings['seen'],
): Iterator<number> {
  for (const row of rows) if (seen(row) > 0) turns.next();
  return turns;
}

/** Equal rows in the order in which arrived ones count as them: each once, then as often as it must be there, then as often as it may be. */
function* turnsOf({ least, most }: Truth, rows: readonly number[]): Generator<number> {
  let left = rows;
  for (let seen = 0; left.length > 0; seen++) {
    left = left.filter((row) => least(row) > seen);
    yield* left;
  }
  for (const row of rows) for (let seen = least(row); seen < most(row) || most(row) >= ANY; seen++) yield row;
}

/** Whether bytes are those of a line. Four at once take a third of the time. */
function isEqual(bytes: Uint8Array, start: number, line: Uint8Array): boolean {
  const [one, other] = [viewOf(bytes), viewOf(line)];
  let i = 0;
  for (; i + 4 <= line.length; i += 4) if (one.getInt32(start + i) !== other.getInt32(i)) return false;
  for (; i < line.length; i++) if (bytes[start + i] !== line[i]) return false;
  return true;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Expected rows as bytes, made ahead while rows come in order. */
function newWindow(truth: Truth): {
  readonly isRow: (row: number, line: Uint8Array) => boolean;
  readonly rowAt: (row: number) => Row | undefined;
} {
  const batch: Batch = newBatch();
  let first = 0;
  let count = 0;
  let [start, end] = [0, 0];
  const find = (row: number): boolean => {
    if (row >= truth.rows) return false;
    if (row < first || row >= first + count) {
      first = row;
      ({ count } = truth.writeFrom(batch, row, AHEAD));
    }
    const place = row - first;
    start = place === 0 ? 0 : (batch.ends[place - 1] ?? 0);
    end = (batch.ends[place] ?? 0) - 1;
    return true;
  };
  return {
    isRow: (row, line) => find(row) && end - start === line.length && isEqual(batch.bytes, start, line),
    rowAt: (row) => (find(row) ? parseLine(batch.bytes.subarray(start, end)) : undefined),
  };
}

/** How many rows are right, changed, missing and doubled, with the first of their numbers. */
interface Totals extends Omit<Counts, 'arrived' | 'extra' | 'unreadable' | 'malformed' | 'missing'> {
  readonly missingCount: number;
  readonly missing: readonly number[];
  readonly doubledRows: readonly number[];
  readonly strip: Strip;
}

/** Rows whose numbers are kept: beyond, only their count. */
const NUMBERED = 1_000_000;

function totalsOf(
  truth: Truth,
  sightings: Sightings,
  isDeduped: boolean,
  isTwin: Finding['isTwin'] = () => false,
): Totals {
  const totals = {
    expected: 0,
    right: 0,
    changed: 0,
    missingCount: 0,
    doubled: 0,
    unsent: 0,
    copies: { sent: 0, there: 0 },
    uncertain: { rows: 0, there: 0 },
    missing: [] as number[],
    doubledRows: [] as number[],
    strip: newStrip(truth.rows),
  };
  const { copies, uncertain } = totals;
  const countCopies = (seen: number, sent: number): void => {
    copies.sent += sent - 1;
    copies.there += Math.min(seen, sent) - 1;
  };
  const count = (row: number, seen: number): void => {
    totals.expected++;
    const kind = sightings.isChanged(row) ? 'changed' : 'right';
    totals.strip.add(row, seen === 0 ? 'missing' : kind);
    if (seen > 0) totals[kind]++;
    else {
      totals.missingCount++;
      if (totals.missing.length < NUMBERED) totals.missing.push(row);
    }
  };
  const countUncertain = (seen: number): void => {
    uncertain.rows++;
    if (seen > 0) uncertain.there++;
  };
  const take = (row: number, seen: number): void => {
    const [least, most] = [truth.least(row), truth.most(row)];
    if (most === 0) totals.unsent += seen;
    else if (least === 0) countUncertain(seen);
    if (most > 0 && (least > 0 || seen > 0)) count(row, seen);
    if (seen > 0 && least > 1) countCopies(seen, least);
    const excess = excessOf(seen, isDeduped ? Math.min(1, most) : most);
    totals.doubled += excess;
    if (excess > 0 && totals.doubledRows.length < NUMBERED) totals.doubledRows.push(row);
  };
  for (let row = 0; row < truth.rows; row++) {
    const seen = sightings.seen(row);
    if (seen > 0 || !isTwin(row)) take(row, seen);
  }
  return totals;
}

/** How many times too often a row is there. */
const excessOf = (seen: number, most: number): number =>
  most === 0 || most >= ANY ? 0 : Math.max(0, seen - most);

function checksOf(
  counts: Counts,
  order: TableReport['order'],
  { allow = {}, stage }: JudgeOptions,
): readonly Check[] {
  const check = (name: Check['name'], rows: number, allowed: number | undefined): Check => ({
    name,
    rows,
    allowed,
    verdict: allowed === undefined ? 'not judged' : rows <= allowed * counts.expected ? 'right' : 'wrong',
  });
  const { sent, there } = counts.copies;
  const gone = sent - there;
  const lost = stage === 'raw' ? gone : 0;
  // Copies that are left are judged by the recall.
  const left = allow.dedup === undefined ? 0 : there;
  return [
    check('missing', counts.missing + lost, allow.missing ?? 0),
    check('changed', counts.changed, allow.changed ?? 0),
    check('doubled', counts.doubled - left, allow.doubled ?? 0),
    check('extra', counts.extra + counts.unsent + counts.unreadable, allow.extra ?? 0),
    check('order', order?.rows ?? 0, order && allow.order),
    ...(allow.dedup === undefined ? [] : [dedupCheck(counts, allow.dedup)]),
  ];
}

/** Whether copies were removed as well as they must be. `rows`: copies that are left. */
function dedupCheck(
  { copies: { sent, there }, missing }: Counts,
  { precision = 0, recall = 0 }: NonNullable<Allowed['dedup']>,
): Check {
  const gone = sent - there;
  const isMet = gone >= recall * sent && gone >= precision * (gone + missing);
  return { name: 'dedup', rows: there, allowed: undefined, verdict: isMet ? 'right' : 'wrong' };
}

/** Changes and more of them. Those given stay as they are, as more rows may be taken. */
function withMore(
  changes: ReadonlyMap<string, Changes>,
  more: readonly { readonly row: number; readonly column: string; readonly arrived: unknown }[],
): ReadonlyMap<string, Changes> {
  const all = new Map(changes);
  for (const column of new Set(more.map((each) => each.column))) {
    const before = changes.get(column);
    const own: Changes = { rows: before?.rows ?? 0, kept: newKept(JUDGED_BY) };
    for (const item of before?.kept.items() ?? []) own.kept.add(item);
    for (const { column: its, row, arrived } of more) {
      if (its !== column) continue;
      own.rows++;
      own.kept.add({ row, arrived });
    }
    all.set(column, own);
  }
  return all;
}

/** Why columns have changed, and in which rows, most rows first. */
function changedColumns(
  truth: Truth,
  changes: ReadonlyMap<string, Changes>,
  isRight: (row: number) => boolean,
  { sameIn, examples }: Pick<Comparer, 'sameIn'> & { readonly examples: number },
): readonly ChangedColumn[] {
  const agreeing = numbersWhere(truth.rows, JUDGED_BY, isRight);
  const sorted = [...changes].sort(([, a], [, b]) => b.rows - a.rows);
  return sorted.map(([column, { rows, kept }]): ChangedColumn => {
    const items = kept.items();
    const causes = causesOf(truth, { column, rows, differing: items, agreeing, same: sameIn(column) });
    const shown = items.slice(0, examples);
    // Of each row once: two of its values may have arrived.
    const numbers = [...new Set(shown.map(({ row }) => row))].toSorted((a, b) => a - b);
    const expected = valuesAt(truth, numbers, column);
    return {
      column,
      rows,
      causes,
      patterns: isPartial(causes)
        ? patternsOf(truth, { affected: items.map(({ row }) => row), others: agreeing, total: rows })
        : [],
      examples: shown.map(({ row, arrived }): Example => ({
        row,
        column,
        expected: expected[numbers.indexOf(row)],
        arrived,
      })),
    };
  });
}

/** Whether no cause explains which rows are concerned. */
const isPartial = ([best]: readonly Cause[]): boolean => best === undefined || best.contradicted > 0;

/** At most `most` numbers below `rows` for which a test holds, spread over all without a rhythm. */
function numbersWhere(rows: number, most: number, test: (row: number) => boolean): readonly number[] {
  const tries = Math.min(rows, most * 4);
  const found: number[] = [];
  let last = -1;
  for (let i = 0; i < tries; i++) {
    const row = Math.floor(((i + unit(i)) * rows) / tries);
    if (row !== last && row < rows && test(row)) found.push(row);
    last = row;
  }
  return found.length <= most
    ? found
    : Array.from({ length: most }, (_, i) => found[Math.floor(((i + unit(i)) * found.length) / most)] ?? 0);
}

const unit = (i: number): number => (mix(i + 1) >>> 0) / 2 ** 32;

function groupOf(truth: Truth, numbers: readonly number[], rows: number, examples: number): Group {
  if (rows <= 0) return { rows: 0, ranges: [], rangeCount: 0, patterns: [], examples: [] };
  const ranges = rangesOf(numbers);
  const inside = new Set(numbers);
  const others = numbersWhere(truth.rows, 4 * JUDGED_BY, (row) => truth.least(row) > 0 && !inside.has(row));
  const shown = numbers.slice(0, examples);
  const contents = rowsAt(truth, Float64Array.from(shown));
  return {
    rows,
    ranges: ranges.slice(0, 20),
    rangeCount: ranges.length,
    patterns: patternsOf(truth, { affected: numbers, others, total: rows }),
    examples: shown.map((row, i): Example => ({ row, expected: contents[i] })),
  };
}

/** What it may mean that no row was recognised. */
const strangenessOf = ({ right, changed, extra, unreadable }: Counts): readonly string[] =>
  right + changed > 0 || extra + unreadable === 0
    ? []
    : extra === 0
      ? ['Nothing that arrived is a row. Is it another file, or another format?']
      : ['No row that arrived was sent. Is it another seed, another run or another table?'];

function notesOf({ unexpected }: Comparer, { identity }: Finding, truth: Truth): readonly string[] {
  return [
    ...(identity.length === 0 && truth.rows > 0
      ? ['No column tells rows apart, so a changed row counts as a missing one and one that nobody sent']
      : []),
    ...[...unexpected].map(
      ([column, rows]) => `Not compared: ${column}, which no row of the stream has (in ${rows} rows)`,
    ),
  ];
}
