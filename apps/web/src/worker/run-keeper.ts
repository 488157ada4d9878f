import type { Batch, FaultyRows, RowWriter } from '@catbird/engine';
import {
  timedRows,
  type StopReason,
  type Connection,
  countBelow,
  newWatermark,
  remainingRows,
  type Range,
} from '@catbird/send';
import { openKeptRuns, type KeptRuns } from '../kept/database.ts';
import { progressId, type DoneCounts, type KeptProgress } from '../kept/kept-run.ts';
import type { Keep } from './run-protocol.ts';

/** Keeps the progress of a run in this browser, so that it can be continued after a reload. */
export interface RunKeeper {
  /** The rows to send. */
  readonly rows: RowWriter;
  /** Called before a batch is sent. */
  made(batch: Batch): void;
  /** Wraps a connection, to follow which rows are done. */
  watch(connection: Connection): Connection;
  /** The row after the last one in any batch; undefined if the run is not kept. */
  readonly nextRow: number | undefined;
  /** Why the run is not kept; undefined if it is. */
  readonly problem: string | undefined;
  /** Called when the rate or the faults have changed, before later rows are made. */
  changed(): void;
  /** Saves the last state. */
  end(reason: StopReason | undefined): Promise<void>;
}

/** What a keeper needs besides the stream. */
export interface KeeperOptions {
  readonly rows: RowWriter;
  /** Copies of rows that an earlier session sent. Absent: there are none. */
  readonly earlier?: FaultyRows['earlier'] | undefined;
  /** The rows to send, the times that some of them were sent with, and the row after the last one. */
  readonly from: Pick<KeptProgress, 'remaining' | 'spans' | 'end'>;
  /** Rejected rows are done, because the stream continues after them. */
  readonly passRejected: boolean;
  /** What the session knows now. */
  readonly facts: () => RunFacts;
  /** Rows that earlier sessions have done. */
  readonly before: DoneCounts;
  /** Rows that this session's service rejected. */
  readonly rejected: () => number;
}

/** What a session knows about its run. */
export type RunFacts = Pick<KeptProgress, 'savedMs' | 'timing' | 'faultChanges' | 'started' | 'elapsedMs'> &
  Partial<Pick<KeptProgress, 'end'>>;

/** Keeps nothing: all rows of the run are sent, and forgotten. */
export const unkept = (rows: RowWriter): RunKeeper => ({
  rows,
  made: () => undefined,
  watch: (connection) => connection,
  nextRow: undefined,
  problem: undefined,
  changed: () => undefined,
  end: () => Promise.resolve(),
});

/** Progress is saved this often, in milliseconds. A reload repeats what was confirmed since. */
const SAVE_MS = 1000;

/** A browser's storage may hang. No stream waits for it longer than this, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Begins to keep a run. Never fails: a run that this browser cannot keep is sent all the same. */
export async function newRunKeeper(
  { run, name }: Keep,
  options: KeeperOptions,
  open: () => Promise<KeptRuns> = openKeptRuns,
): Promise<RunKeeper> {
  const { from, passRejected, facts, before, rejected } = options;
  const id = progressId(run.id, name);
  const confirmed = { accepted: 0, quarantined: 0, bytes: 0 };
  const watermark = newWatermark(from.remaining, {
    passRefused: passRejected,
    onDone(_, receipt) {
      confirmed.accepted += receipt.accepted;
      confirmed.quarantined += receipt.quarantined;
      confirmed.bytes += receipt.bytes;
    },
  });
  const times = timedRows(options.rows, from.spans, { earlier: options.earlier });
  let reason: StopReason | undefined;
  let problem: string | undefined;
  let runs: KeptRuns | undefined;
  let lost: Promise<void> | undefined;

  const progress = (): KeptProgress => {
    const { remaining } = watermark.snapshot();
    const spans = times.spansOf(remaining);
    const counts = doneCounts(remaining, before, { ...confirmed, rejected: rejected() });
    return { id, remaining, spans, end: from.end, reason, ...facts(), counts };
  };
  /** Given up: continued later, it would send again what was sent since. Where nothing can be written, the page already says so. */
  const lose = async (): Promise<void> => {
    // The connection may be what has failed.
    await (await open()).lose(run);
  };
  const trying = async (act: () => Promise<void>): Promise<void> => {
    if (problem !== undefined) return;
    try {
      await inTime(act());
    } catch (error) {
      problem = problemOf(error);
      clearInterval(timer);
      if (runs !== undefined) lost = inTime(lose()).catch(() => undefined);
    }
  };
  const save = newSaver(() => trying(async () => runs?.save(progress())));
  const timer = setInterval(() => void save(), SAVE_MS);
  await trying(async () => {
    runs = await open();
    await runs.add(run, progress());
  });

  return {
    rows: remainingRows(times.rows, from.remaining),
    made: watermark.made,
    watch(connection) {
      const watched = watermark.watch(connection);
      return {
        async send(batch, sending) {
          // The times of these rows may not be saved. Computed ones can be computed again.
          if (facts().timing === undefined) await save();
          return watched.send(batch, sending);
        },
        close: () => connection.close(),
      };
    },
    get nextRow() {
      return watermark.end;
    },
    get problem() {
      return problem;
    },
    changed: () => void save(),
    async end(ended) {
      clearInterval(timer);
      reason = ended;
      await save();
      await lost;
    },
  };
}

/** What storage lacks, in plain words. */
const PROBLEMS: Readonly<Record<string, string>> = {
  QuotaExceededError: 'Its storage is full',
  InvalidStateError: 'Its storage was closed or deleted while the stream ran',
  NotFoundError: 'Its storage was deleted while the stream ran',
};

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return PROBLEMS[error.name] ?? error.message;
}

/**
 * The rows that are done, in all sessions. Rows that failed are not: they are sent again.
 *
 * @param now what this session's service said. `rejected` may be older than `remaining`
 */
function doneCounts(
  remaining: readonly Range[],
  before: DoneCounts,
  now: Omit<DoneCounts, 'dropped'>,
): DoneCounts {
  const [lastFirst = 0] = remaining.at(-1) ?? [];
  const accepted = before.accepted + now.accepted;
  const quarantined = before.quarantined + now.quarantined;
  const others = Math.max(0, lastFirst - countBelow(lastFirst, remaining) - accepted - quarantined);
  const rejected = Math.min(others, before.rejected + now.rejected);
  return { accepted, quarantined, rejected, dropped: others - rejected, bytes: before.bytes + now.bytes };
}

/** Saves once at a time. A call during a save waits for another one after it, which has all that is new. */
function newSaver(save: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve();
  let queued: Promise<void> | undefined;
  return () =>
    (queued ??= current.then(() => {
      queued = undefined;
      return (current = save());
    }));
}

/** Waits for storage, but not forever. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('Its storage does not answer')), PATIENCE_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
