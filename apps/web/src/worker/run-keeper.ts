import { timedRows, type Batch, type Connection, type RowWriter, type StopReason } from '@catbird/core';
import { countBelow, newWatermark, remainingRows, type Range } from '@catbird/core/resume';
import { openKeptRuns, type KeptRuns } from '../kept/database.ts';
import type { DoneCounts, KeptProgress, KeptStream } from '../kept/kept-run.ts';
import type { Remaining } from './run-protocol.ts';

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
  readonly from: Remaining;
  /** Rejected rows are done, because the stream continues after them. */
  readonly passRejected: boolean;
  /** What the session knows now. */
  readonly facts: () => RunFacts;
  /** Keeps the counts of all sessions. Default: not. */
  readonly counts?: {
    /** Of the earlier ones. */
    readonly before: DoneCounts;
    /** Rows that this session's service rejected. */
    readonly rejected: () => number;
  };
}

/** What a session knows about its run. */
export type RunFacts = Pick<KeptProgress, 'savedMs' | 'accepted' | 'timing' | 'faultChanges' | 'elapsedMs'> &
  Partial<Pick<KeptProgress, 'end'>>;

/** Where the progress of a stream goes. */
export interface KeptPlace {
  /** Begins to keep it. */
  add(progress: KeptProgress): Promise<void>;
  /** Replaces it. Does nothing for one that was forgotten. */
  save(progress: KeptProgress): Promise<void>;
  /** Gives up the run: what is kept of it is older than what was sent. */
  lose(): Promise<void>;
}

/** A run of a single stream, in the database of such runs. */
export const placeOf =
  (stream: KeptStream, open: () => Promise<KeptRuns> = openKeptRuns) =>
  async (): Promise<KeptPlace> => {
    const runs = await open();
    return {
      add: (progress) => runs.add(stream, progress),
      save: (progress) => runs.save(progress),
      lose: () => runs.forget(stream.id),
    };
  };

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
  id: string,
  options: KeeperOptions,
  open: () => Promise<KeptPlace>,
): Promise<RunKeeper> {
  const { from, passRejected, facts, counts } = options;
  const confirmed = { accepted: 0, quarantined: 0, bytes: 0 };
  const watermark = newWatermark(from.remaining, {
    passRefused: passRejected,
    onDone(_, receipt) {
      confirmed.accepted += receipt.accepted;
      confirmed.quarantined += receipt.quarantined;
      confirmed.bytes += receipt.bytes;
    },
  });
  const times = timedRows(options.rows, from.spans);
  let reason: StopReason | undefined;
  let problem: string | undefined;
  let place: KeptPlace | undefined;
  let lost: Promise<void> | undefined;

  const progress = (): KeptProgress => {
    const { remaining } = watermark.snapshot();
    const spans = times.spansOf(remaining);
    const done = counts && {
      counts: doneCounts(remaining, counts.before, { ...confirmed, rejected: counts.rejected() }),
    };
    return { id, remaining, spans, end: from.end, reason, ...facts(), ...done };
  };
  const trying = async (act: () => Promise<void>): Promise<void> => {
    if (problem !== undefined) return;
    try {
      await inTime(act());
    } catch (error) {
      problem = problemOf(error);
      clearInterval(timer);
      if (place !== undefined) lost = lose(open);
    }
  };
  const save = newSaver(() => trying(async () => place?.save(progress())));
  const timer = setInterval(() => void save(), SAVE_MS);
  await trying(async () => {
    place = await open();
    await place.add(progress());
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

/** Gives up a run that can no longer be saved: continued later, it would send again what was sent since. */
async function lose(open: () => Promise<KeptPlace>): Promise<void> {
  try {
    // The connection may be what has failed.
    await inTime(open().then((place) => place.lose()));
  } catch {
    // Storage that cannot be written at all. The page already says that it keeps nothing.
  }
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
