import type { IssuePlace, SchemaIssue } from '@catbird/engine';

/** What the worker is timed at: loading, or answering a question. */
type Task = string;

/** How long the worker may take, in milliseconds, and the error if it takes longer. */
interface TimeLimit {
  /** Between two messages. */
  readonly silentMs: number;
  readonly totalMs: number;
  readonly reason: string;
}

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

/** The limits of tasks; of any other, that of a row. */
const LIMITS: Readonly<Record<Task, TimeLimit>> = {
  load: { silentMs: 20_000, totalMs: 20_000, reason: 'The engine took too long to load.' },
  // The worker's own timeout is shorter and returns a result.
  test: { silentMs: 20_000, totalMs: 20_000, reason: 'The connection test timed out.' },
  // However many streams a config has, or rows a profile: the worker reports after each, or between them.
  examine: { ...ROWS, totalMs: Infinity },
  profile: { ...ROWS, totalMs: Infinity },
  plan: ROWS,
  figures: ROWS,
  rows: ROWS,
  draw: ROWS,
  read: ROWS,
  add: ROWS,
};

/** Added for each generator that has run: many quick fields add up. */
const GENERATOR_MS = 10;

/** What the worker has reported since it was asked. */
interface Activity {
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
  const { silentMs, totalMs, reason } = LIMITS[task] ?? ROW;
  const extraMs = generators * GENERATOR_MS;
  return {
    silentMs: slowness * (trying === undefined ? silentMs + extraMs : silentMs),
    totalMs: slowness * (totalMs + extraMs),
    reason,
  };
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

/** Times the worker's current task. */
interface Watchdog {
  /** Starts timing the current task, if there is one. */
  start(): void;
  /** Notes that the worker starts running a generator; undefined: all have run. */
  trying(place: IssuePlace | undefined): void;
  /** The limits of tasks become this many times as long. */
  allow(slowness: number): void;
  stop(): void;
}

/** Extra time for messages that are waiting to be handled, in milliseconds. */
const QUEUED_MS = 50;

const NO_ACTIVITY: Activity = { generators: 0, trying: undefined };

/** Calls `onTimeout` when the task returned by `current` takes longer than its limit. */
export function newWatchdog(
  current: () => Task | undefined,
  onTimeout: (task: Task, cause: Error) => void,
): Watchdog {
  let activity = NO_ACTIVITY;
  let startedMs = 0;
  let heardMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer looks at the task; `Infinity`: it does not. */
  let looksMs = Infinity;
  let slowness = 1;
  const limitsOf = (task: Task) => {
    const { silentMs, totalMs, reason } = timeLimitFor(task, activity, slowness);
    return { silentMs, silentUntilMs: heardMs + silentMs, totalMs, untilMs: startedMs + totalMs, reason };
  };
  const stop = (): void => {
    clearTimeout(timer);
    looksMs = Infinity;
  };
  /** A large schema sends thousands of messages: a timer that looks early enough is left as it is. */
  const watch = (): void => {
    const task = current();
    if (task === undefined) return stop();
    const { silentUntilMs, untilMs } = limitsOf(task);
    const nextMs = Math.min(silentUntilMs, untilMs);
    if (looksMs <= nextMs) return;
    clearTimeout(timer);
    looksMs = nextMs;
    timer = setTimeout(look, nextMs - performance.now());
  };
  const look = (): void => {
    looksMs = Infinity;
    const task = current();
    if (task === undefined) return;
    const { silentMs, silentUntilMs, totalMs, untilMs, reason } = limitsOf(task);
    if (performance.now() < Math.min(silentUntilMs, untilMs)) return watch();
    const expire = (): void => {
      const isTotal = untilMs < silentUntilMs;
      const place = isTotal ? undefined : activity.trying;
      onTimeout(task, new SlowRows(reason, place, isTotal ? totalMs : silentMs));
    };
    // The page itself may have been busy: messages sent meanwhile are handled first.
    timer = setTimeout(expire, QUEUED_MS);
  };
  return {
    start() {
      activity = NO_ACTIVITY;
      startedMs = heardMs = performance.now();
      watch();
    },
    trying(place) {
      activity = { generators: activity.generators + (place === undefined ? 0 : 1), trying: place };
      heardMs = performance.now();
      watch();
    },
    allow(allowed) {
      slowness = allowed;
    },
    stop,
  };
}
