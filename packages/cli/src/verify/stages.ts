import { invalid, type Result } from '@catbird/engine';
import { pathReport, type StageReport } from '@catbird/verify';
import type { Judged } from './judged.ts';
import { isUnread, type Unread } from './verified.ts';

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
