import type { Arrived, Judge, JudgeOptions } from './contract.ts';
import { addChange, changedColumns, withMore, type Changes, newKept, contentsOf, groupOf } from './groups.ts';
import { checksOf, notesOf, strangenessOf, sampleReport } from './checks.ts';
import { newComparer, type Difference } from './comparer.ts';
import { likelyFinding, newFinding, type Finding } from './finding.ts';
import { kindsIn, probe, sameKey } from './identity.ts';
import { newHistory, type History, arrivalMs } from './lag.ts';
import { bytesText, cellsOf, parseLine, type RowObject } from './parse-row.ts';
import type { Counts, Example } from './report.ts';
import { absentIn } from './same.ts';
import { newSequence, newSightings, newUnreadable } from './sightings.ts';
import { settled, type Settled } from './pairing.ts';
import { totalsOf, type Totals } from './totals.ts';
import { numberIn, rowsAt, valuesAt, type Part, type Truth, newWindow } from './truth.ts';

/** Arrived rows that are compared at once, so that expected rows are made in blocks. More would hold more of them in memory. */
const AT_ONCE = 4096;
/** Rows that nobody sent, which may be expected rows with another identity. */
const STRANGERS = 100_000;

/** Rows that are known without being taken. */
const NONE: NonNullable<Part['others']> = { right: 0, arrived: 0, extra: 0, repeated: 0 };

/** Judges rows of a place by the truth. @throws IdentityError if the columns of a given identity are unknown, or do not tell rows apart */
export const newJudge = (truth: Truth, options: JudgeOptions = {}): Judge => judgeOf(truth, options);

/** @param before what is known from earlier readings */
function judgeOf(first: Truth, given: JudgeOptions, before?: History): Judge {
  const { examples = 5, arrival, withinMs } = given;
  const ignore = [...(given.ignore ?? []), ...(arrival === undefined ? [] : [arrival])];
  const options = { ...given, ignore };
  let truth = first;
  const looked = probe(truth);
  const known = new Set(looked.flatMap((row) => [...cellsOf(row).keys()]));
  const comparer = newComparer(options, options, known);
  const sightings = newSightings(truth.rows);
  const history = before ?? newHistory(first, options, sightings);
  const { lag } = history;
  // While all rows come as they were sent, none has to be looked for.
  let made = options.identity === undefined ? undefined : newFinding(truth, looked, options, sightings);
  const findingNow = (): Finding => (made ??= newFinding(truth, looked, options, sightings));
  const kinds = kindsIn(looked);
  const isAbsent = absentIn(options, options.tolerance);
  const isSample = truth.part !== undefined && truth.part.others === undefined;
  const others = truth.part?.others ?? NONE;
  let guess: Finding | undefined;
  const likely = (): Finding => (guess ??= likelyFinding(looked, ignore));
  // Equal rows take turns, so each of them has to be looked for.
  const isCompared = (): boolean => made === undefined || made.identity.length > 0;
  let window = newWindow(truth);
  const changes: Changes = new Map();
  const strangers = newKept<RowObject>(STRANGERS);
  const unreadable = newUnreadable(() => truth);
  const sequence = newSequence(() => truth);
  let arrivedRows = 0;
  let pending: { readonly row: number; readonly cells: ReadonlyMap<string, unknown> }[] = [];

  /** When the row that is taken arrived. */
  let arrivedMs = NaN;
  let seenMs = NaN;
  const saw = (row: number): void => {
    const seen = sightings.see(row);
    if ((before === undefined ? seen : before.there.see(row)) === 1) {
      const isSeen = Number.isNaN(arrivedMs);
      lag.arrive(row, isSeen ? seenMs : arrivedMs, isSeen);
    }
    sequence.take(row, seen === 1);
  };
  const note = (row: number, found: readonly Difference[], cells: ReadonlyMap<string, unknown>): void => {
    comparer.noteUnexpected(cells);
    if (found.length === 0) return;
    sightings.change(row);
    options.onChanged?.(numberIn(truth, row), found);
    for (const each of found) addChange(changes, row, each);
  };
  /** Takes the row that was sent after the last one, if these values are its. Returns whether they are. */
  const takeNext = (cells: ReadonlyMap<string, unknown>): boolean => {
    if (!sequence.isInOrder() || !isCompared()) return false;
    const row = sequence.next();
    const expected = window.rowAt(row);
    if (expected === undefined) return false;
    const wanted = cellsOf(expected);
    const { identity } = made ?? likely();
    if (identity.length === 0 || !sameKey(cells, wanted, identity, kinds, isAbsent)) return false;
    const found = comparer.differences(wanted, cells);
    // Whether the columns tell all rows apart is not known before one has to be looked for.
    if (made === undefined && found.length > 0) return false;
    saw(row);
    note(row, found, cells);
    return true;
  };
  const flush = (): void => {
    pending.sort((a, b) => a.row - b.row);
    const numbers = Float64Array.from(new Set(pending.map(({ row }) => row)));
    const expected = new Map(rowsAt(truth, numbers).map((row, i) => [numbers[i] ?? -1, row]));
    for (const { row, cells } of pending) {
      const wanted = expected.get(row);
      if (wanted !== undefined) note(row, comparer.differences(cellsOf(wanted), cells), cells);
    }
    pending = [];
  };
  const takeStranger = (row: RowObject): void => {
    if (isSample) arrivedRows--;
    else strangers.add(row);
  };
  const takeUnreadable = (line: Uint8Array): void => {
    if (isSample) arrivedRows--;
    else unreadable.take(bytesText(line));
  };
  const takeOne = (arrived: Arrived): void => {
    arrivedRows++;
    if (arrived instanceof Uint8Array && sequence.isInOrder() && isCompared()) {
      const row = sequence.next();
      if (window.isRow(row, arrived)) {
        saw(row);
        return;
      }
    }
    const row = arrived instanceof Uint8Array ? (parseLine(arrived) ?? arrived) : arrived;
    if (row instanceof Uint8Array) {
      takeUnreadable(row);
      return;
    }
    const cells = comparer.cells(row);
    if (arrival !== undefined) arrivedMs = arrivalMs(cells.get(arrival));
    if (takeNext(cells)) return;
    const number = findingNow().find(cells);
    if (number < 0) {
      takeStranger(row);
      return;
    }
    saw(number);
    pending.push({ row: number, cells });
    if (pending.length >= AT_ONCE) flush();
  };
  const totalsAt = (asOfMs: number, { isTwin }: Pick<Finding, 'isTwin'>): Totals => {
    flush();
    const youngMs = withinMs === undefined ? Infinity : asOfMs - withinMs;
    const totals = totalsOf(truth, sightings, { isDeduped: options.stage === 'deduped', isTwin, youngMs });
    lag.miss(totals.missing);
    return totals;
  };
  const countsOf = (totals: Totals, found: number, damaged: number): Counts => ({
    expected: totals.expected + others.right,
    arrived: arrivedRows + others.arrived,
    right: others.right + totals.right + found - damaged,
    changed: totals.changed + damaged,
    missing: totals.missingCount - found,
    pending: totals.pending,
    late: lag.late(),
    doubled: totals.doubled,
    copies: totals.copies,
    extra: others.extra + strangers.count - found,
    unsent: totals.unsent,
    uncertain: totals.uncertain,
    repeated: { ...totals.repeated, rows: totals.repeated.rows + others.repeated },
    ...unreadable.counts(),
  });
  const settle = (asOfMs = Infinity): Settled => {
    const finding = arrivedRows < truth.rows ? findingNow() : (made ?? likely());
    const totals = totalsAt(asOfMs, finding);
    return settled(truth, { finding, totals, strangers: strangers.items() }, comparer);
  };
  return {
    again: (reading) => judgeOf(truth, { ...given, ...reading }, history),
    take(arrived, times = {}) {
      seenMs = times.seenMs ?? NaN;
      for (const [i, each] of arrived.entries()) {
        arrivedMs = times.atMs?.[i] ?? NaN;
        takeOne(each);
      }
    },
    renew(next, isOther = false) {
      flush();
      if (isOther || next.rows !== truth.rows) {
        made = undefined;
        for (const row of probe(next)) for (const column of cellsOf(row).keys()) known.add(column);
      }
      truth = next;
      history.truth = next;
      window = newWindow(next);
    },
    look(asOfMs = Infinity) {
      const totals = totalsAt(asOfMs, made ?? likely());
      const { pendingMs } = totals;
      return { counts: countsOf(totals, 0, 0), lag: lag.report(), pendingMs };
    },
    isThere: (row) => sightings.seen(row) > 0,
    isChanged: sightings.isChanged,
    leftOver() {
      const { paired, missing, extra } = settle();
      return {
        missing: contentsOf(truth, missing),
        extra: extra.map((arrived): Example => ({ arrived })),
        changed: paired.changes.map(({ row, column, arrived }): Example => ({
          row: numberIn(truth, row),
          column,
          expected: valuesAt(truth, [row], column)[0],
          arrived,
        })),
      };
    },
    report(asOfMs) {
      const { finding, totals, paired, missing, extra } = settle(asOfMs);
      const found = paired.rows;
      const damaged = new Set(paired.changes.map(({ row }) => row));
      for (const row of found) totals.strip.find(row, damaged.has(row) ? 'changed' : 'right');
      const counts = countsOf(totals, found.size, damaged.size);
      const isRight = (row: number): boolean =>
        sightings.seen(row) > 0 && !sightings.isChanged(row) && !found.has(row);
      const order = truth.isShuffled === true ? undefined : sequence.report();
      const checks = checksOf(counts, { order, lag: lag.check(), isSample }, options);
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
        lag: lag.report(),
        strip: totals.strip.cells().map((cell) => ({ ...cell, first: numberIn(truth, cell.first) })),
        ...(isSample && truth.part && { sample: sampleReport(truth.part, counts) }),
        notes: [...strangenessOf(counts), ...notesOf(comparer, finding, truth)],
      };
    },
  };
}
