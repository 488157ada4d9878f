import type { Judge } from './contract.ts';
import { patternsOf, rangesOf, type Pattern } from './patterns.ts';
import type { Truth } from './truth.ts';

/** A stage of a path: a place through which rows go. */
export interface Stage {
  readonly name: string;
  readonly judge: Pick<Judge, 'isThere' | 'isChanged'>;
}

/** What happened to rows on the way to a stage. */
export interface StageReport {
  readonly name: string;
  /** Rows that arrived at it. */
  readonly there: number;
  /** Rows that were in the stage before, and are missing here and in all later ones. For the first stage: rows that were sent. */
  readonly lost: number;
  /** The first of their ranges. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Which rows these are, if a rule names them. */
  readonly patterns: readonly Pattern[];
  /** Rows that are right in the stage before, and changed here. */
  readonly changed: number;
}

/** Rows whose numbers are kept for each stage. */
const NUMBERED = 100_000;

/** Where rows were lost or changed on their way through stages. A row that is in a later stage was not lost before it. */
export function pathReport(truth: Truth, stages: readonly Stage[]): readonly StageReport[] {
  const lost = stages.map((): { rows: number; numbers: number[] } => ({ rows: 0, numbers: [] }));
  const there = stages.map(() => 0);
  const changed = stages.map(() => 0);
  for (let row = 0; row < truth.rows; row++) {
    let last = -1;
    let wasRight = true;
    for (const [i, { judge }] of stages.entries()) {
      if (!judge.isThere(row)) continue;
      last = i;
      there[i] = (there[i] ?? 0) + 1;
      const isRight = !judge.isChanged(row);
      if (wasRight && !isRight) changed[i] = (changed[i] ?? 0) + 1;
      wasRight = isRight;
    }
    const loss = lost[last + 1];
    if (loss === undefined || truth.least(row) === 0) continue;
    loss.rows++;
    if (loss.numbers.length < NUMBERED) loss.numbers.push(row);
  }
  return stages.map(({ name, judge }, i): StageReport => {
    const { rows = 0, numbers = [] } = lost[i] ?? {};
    const others: number[] = [];
    for (
      let row = 0;
      row < truth.rows && others.length < 4000;
      row += Math.max(1, Math.floor(truth.rows / 4000))
    )
      if (judge.isThere(row)) others.push(row);
    return {
      name,
      there: there[i] ?? 0,
      lost: rows,
      ranges: rangesOf(numbers).slice(0, 5),
      patterns: rows === 0 ? [] : patternsOf(truth, { affected: numbers, others, total: rows }),
      changed: changed[i] ?? 0,
    };
  });
}
