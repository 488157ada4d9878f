import { invalid, type Result } from '@catbird/core/internal/issue';
import { pathReport, type Judge, type StageReport, type Truth } from '@catbird/core/internal/verify';
import { isUnread, type Unread, type Verified } from './verified.ts';

/** A verified table with what a path needs. */
export interface Judged extends Verified {
  readonly truth: Truth;
  readonly judge: Judge;
  /** Whether its rows are those of the stream, so that it can be a stage of a path. */
  readonly isStage: boolean;
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
