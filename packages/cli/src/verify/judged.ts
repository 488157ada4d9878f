import { invalid, type Result } from '@catbird/engine';
import {
  IdentityError,
  type Judge,
  type JudgeOptions,
  type TableReport,
  type Truth,
  pathReport,
  type StageReport,
} from '@catbird/verify';
import { SourceError, type Source } from '../sources/source.ts';
import { type Unread, type Verified, isUnread } from './verified.ts';
import type { WantedTable } from './wanted-table.ts';

/** A verified table with what a path needs. */
export interface Judged extends Verified {
  readonly truth: Truth;
  readonly judge: Judge;
  /** Whether its rows are those of the stream, so that it can be a stage of a path. */
  readonly isStage: boolean;
}

/** A table that cannot be read, now or at all. */
export interface Failed extends Unread {
  readonly isPassing: boolean;
}

/** A judge, unless the given identity does not tell rows apart. */
export function judgeFor(make: () => Judge): Result<{ readonly judge: Judge }> {
  try {
    return { ok: true, judge: make() };
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return invalid(error.message);
  }
}

/**
 * The verdict on a table whose rows were taken.
 *
 * @param asOfMs when reading began: all rows that had arrived then were taken
 * @throws SourceError if something is judged that nobody can know
 */
export function outcomeOf(
  name: string,
  {
    source,
    judge,
    wanted,
    asOfMs,
  }: {
    readonly source: Source;
    readonly judge: Judge;
    readonly wanted: WantedTable;
    readonly asOfMs: number;
  },
): Judged {
  const { truth, options, stream, unaccepted } = wanted;
  const report = judge.report(asOfMs);
  checkLag(report, options);
  const notes = [...wanted.notes, ...withinNote(truth, options), ...report.notes];
  return {
    name,
    source: source.name,
    report: { ...report, ...(unaccepted && { unaccepted }), notes },
    truth,
    judge,
    isStage: stream !== undefined,
  };
}

const withinNote = ({ acknowledgedMs }: Truth, { withinMs }: JudgeOptions): readonly string[] =>
  withinMs === undefined || acknowledgedMs !== undefined
    ? []
    : ['Not judged: within, because no record has the times at which rows were acknowledged'];

/** @throws SourceError if the lag is judged, and of no row known */
function checkLag({ lag, counts }: TableReport, { allow, arrival }: JudgeOptions): void {
  if (allow?.lag === undefined || lag !== undefined || counts.arrived === 0) return;
  throw new SourceError(
    arrival === undefined
      ? `allow.lag needs the time at which rows arrived. Name the column that has it: columns: {loaded_at: arrival}`
      : `allow.lag: the lag of no row is known. Check that the column ${arrival} holds times, and use a --record`,
  );
}

/** Where rows were lost on their way through tables. Empty: no path is named, or a table of it could not be read. */
export function stagesOf(
  outcomes: readonly (Judged | Unread)[],
  path: readonly string[],
): Result<{ readonly stages: readonly StageReport[] }> {
  const tables = path.flatMap((name) => {
    const found = outcomes.find((each) => each.name === name);
    return found === undefined || isUnread(found) ? [] : [found];
  });
  const [first] = tables;
  if (first === undefined || tables.length < path.length) return { ok: true, stages: [] };
  const other = tables.find(({ isStage, truth }) => !isStage || truth.rows !== first.truth.rows);
  if (other !== undefined)
    return invalid(`verify.path: ${other.name} does not have the rows of the same stream as ${first.name}`);
  return { ok: true, stages: pathReport(first.truth, tables) };
}
