import type { SchemaIssue, IssuePlace } from '@catbird/engine';

/** What the worker is timed at: loading, or answering a question. */
export type Task = string;

/** How long the worker may take, in milliseconds, and the error if it takes longer. */
export interface TimeLimit {
  /** Between two messages. */
  readonly silentMs: number;
  readonly totalMs: number;
  readonly reason: string;
}

const LOADING: TimeLimit = {
  silentMs: 20_000,
  totalMs: 20_000,
  reason: 'The engine took too long to load.',
};

const ROW: TimeLimit = {
  silentMs: 800,
  totalMs: 5000,
  reason: 'Generating a row took too long and was stopped. Lower a count or a length.',
};

const ROWS: TimeLimit = {
  silentMs: 5000,
  totalMs: 10_000,
  reason: 'Generating sample rows took too long. Lower a count or a length.',
};

/** The worker's own timeout is shorter and returns a result. */
const SERVICE: TimeLimit = { silentMs: 20_000, totalMs: 20_000, reason: 'The connection test timed out.' };

/** Added for each generator that has run: many quick fields add up. */
const GENERATOR_MS = 10;

/** What the worker has reported since it was asked. */
export interface Activity {
  /** Generators that have run for the first time. */
  readonly generators: number;
  /** The generator running now. */
  readonly trying: IssuePlace | undefined;
}

/**
 * The time limit of a task, on a machine that takes `slowness` times as long as an ordinary one. A single generator gets no more time in a
 * large schema than in a small one.
 */
export function timeLimitFor(task: Task, { generators, trying }: Activity, slowness = 1): TimeLimit {
  const { silentMs, totalMs, reason } = baseLimit(task);
  const extraMs = generators * GENERATOR_MS;
  return {
    silentMs: slowness * (trying === undefined ? silentMs + extraMs : silentMs),
    totalMs: slowness * (totalMs + extraMs),
    reason,
  };
}

/** However many streams a config has: the worker reports after each. */
const CONFIG: TimeLimit = { ...ROWS, totalMs: Infinity };

/** Tasks that make many rows, or read a large text. */
const LONGER: readonly Task[] = ['profile', 'plan', 'rows', 'draw', 'read', 'add'];

function baseLimit(task: Task): TimeLimit {
  if (task === 'load') return LOADING;
  if (task === 'test') return SERVICE;
  if (task === 'examine') return CONFIG;
  return LONGER.includes(task) ? ROWS : ROW;
}

const WHOLE: IssuePlace = { path: [], line: 1, column: 1, offset: 0, length: 0 };

/** Rows took too long, twice. No error of the schema: the machine may be slow, and a stream may be slow, too. */
export class SlowRows extends Error {
  readonly issue: SchemaIssue;

  /** @param place the field that took long, if it was one @param allowedMs what it may take */
  constructor(reason: string, place: IssuePlace | undefined, allowedMs: number) {
    const seconds = Math.max(1, Math.round(allowedMs / 1000));
    const shown = seconds === 1 ? 'a second' : `${seconds} seconds`;
    super(reason);
    this.issue = {
      code: 'slow',
      severity: 'warning',
      ...(place ?? WHOLE),
      message: `${place?.path.join('.') ?? 'The schema'} takes more than ${shown} per row and was stopped`,
      hint: `Lower ${place === undefined ? 'a' : 'its'} count or length, or start at a low rate`,
    };
  }
}
