import {
  DeliveryError,
  systemClock,
  type Batch,
  type Connection,
  type RowWriter,
  type SendOptions,
} from '@catbird/core';
import { newWatermark, remainingRows, type Snapshot } from '@catbird/core/resume';
import type { Bookmark, FilePlace, LocalConnection } from '../destinations/local.ts';
import type { KeptDigest } from '../digest/ledger.ts';
import { realPath } from '../files/identity.ts';
import { whenAborted } from '../interrupt.ts';
import type { Report } from '../report/report.ts';
import { changeSettings } from './changes.ts';
import { newCheckpoint, saveLast } from './checkpoint.ts';
import type { EventTimes, Prepared } from './prepared.ts';
import type { StreamOptions } from './spec.ts';
import { rowTiming } from './row-timing.ts';
import { newSaveFailure } from './save-failure.ts';
import type { KeptTime, State } from './state.ts';
import type { Slot } from './store/slot.ts';
import { timedRows } from './times.ts';

/** Saves the progress of a stream, and times of the clock before rows with them are generated. */
export interface Keeper {
  /** The rows to send. */
  readonly rows: RowWriter;
  readonly bookmark: Bookmark;
  /** Called before a batch is sent. */
  readonly made: (batch: Batch) => void;
  /** Called when the rate or the faults have changed, before later rows are made. */
  readonly changed: () => void;
  /**
   * Wraps a connection, to save progress every second and on close.
   *
   * @param connection one that writes files also saves where they end
   */
  watch(connection: Connection | LocalConnection): Connection;
  /** Aborted when the state can no longer be written. */
  readonly failed: AbortSignal;
  /** Why the state can no longer be written. */
  readonly error: DeliveryError | undefined;
  /** Whether that is because another process goes on with the stream. */
  readonly isTaken: boolean;
  /** Saves the summary of a stream that has ended, for `catbird summary`, if others can read the state. */
  finish(summary: object): Promise<void>;
  close(): void;
}

const STATE_MS = 1000;
/** The state of a stream that starts or resumes, unless threads send it. */
export const stateOf = ({
  seed,
  fingerprint,
  shard,
  splitBy,
  remaining,
  acknowledged,
  spans,
  file,
  time,
  faulty,
  digest,
  spentMs,
}: Prepared): State => ({
  next: remaining[0]?.[0] ?? 0,
  acknowledged,
  seed,
  fingerprint,
  shard: shard ?? null,
  splitBy: shard === undefined ? undefined : splitBy,
  spans,
  file,
  faultChanges: faulty?.changes ?? [],
  time: time === undefined ? null : keptTime(time),
  digest: digest?.upTo(remaining[0]?.[0] ?? 0, acknowledged),
  spentMs: spentMs(),
});

const keptTime = ({ nowMs, given, timeline }: EventTimes): KeptTime => ({
  nowMs,
  timing: rowTiming(given),
  changes: changeSettings(timeline.changes),
});

/** What is saved: rows, where they end in a file, and their digest. */
interface Durable extends Pick<Snapshot, 'next' | 'acknowledged' | 'remaining'> {
  readonly file: FilePlace | null;
  readonly digest: KeptDigest | undefined;
}

/** What a keeper needs besides the stream. */
interface KeeperOptions extends Pick<StreamOptions, 'onFailure' | 'timeout'> {
  readonly report: Pick<Report, 'note' | 'error'>;
  /** Writes the fault log up to a row, so that it is never behind the state. */
  readonly writeFaults: (upTo: number) => void;
  /** Aborted to end without the last save. */
  readonly abandon?: AbortSignal;
}

/** Keeps the state of a stream in its place. */
export function newKeeper(
  slot: Slot,
  prepared: Prepared,
  { onFailure, timeout, report, writeFaults, abandon }: KeeperOptions,
): Keeper {
  const { remaining, spans, pace, file } = prepared;
  const initial = stateOf(prepared);
  const failure = newSaveFailure(slot.name, report);
  slot.follow({ note: report.note, fail: failure.fail });
  const { digest } = prepared;
  const watermark = newWatermark(remaining, onFailure === 'continue', undefined, digest?.note);
  // Rows with a new time wait until it is saved.
  let timesSaved: Promise<void> | undefined;
  const timed = timedRows(prepared.rows, spans, pace.perSecond, () => {
    failure.trying(write);
    timesSaved = slot.saved();
  });
  // Acknowledged and, in a file, durable: the two belong together.
  let durable: Durable = {
    ...watermark.snapshot(),
    file,
    digest: digest?.upTo(initial.next, initial.acknowledged),
  };
  let timer: NodeJS.Timeout | undefined;

  let summary: object | undefined;

  const write = (): void => {
    const { next, acknowledged, file, digest } = durable;
    const time = prepared.time === undefined ? null : keptTime(prepared.time);
    const faultChanges = prepared.faulty?.changes ?? [];
    const spans = timed.spansOf(durable.remaining);
    slot.save({
      ...initial,
      next,
      acknowledged,
      file,
      faultChanges,
      time,
      spans,
      digest,
      spentMs: prepared.spentMs(),
      ...(summary && { summary }),
    });
  };
  const keep = (file: FilePlace | null): void => {
    const { forgotten, ...snapshot } = watermark.snapshot();
    if (forgotten > 0) report.note(forgottenText(forgotten));
    writeFaults(watermark.end);
    durable = { ...snapshot, file, digest: digest?.upTo(snapshot.next, snapshot.acknowledged) };
    write();
  };
  const stop = (): void => clearInterval(timer);
  return {
    rows: remainingRows(timed.rows, remaining),
    made: watermark.made,
    changed: () => void failure.trying(write),
    bookmark: {
      state: slot.isShared ? slot.name : realPath(slot.name),
      kept: file,
      hasRows: prepared.hasRows,
      keep(place) {
        const error = failure.trying(() => keep(place));
        if (error !== undefined) throw error;
      },
    },
    watch(connection) {
      const checkpoint = newCheckpoint(connection, keep, failure.fail);
      const watched = watermark.watch(connection);
      timer = setInterval(checkpoint.begin, STATE_MS);
      return {
        async send(batch, options) {
          if (timesSaved !== undefined) await inTime(timesSaved, slot.name, { ...options, timeout });
          options.signal.throwIfAborted();
          // The times of these rows, or where they end in a file, may not be saved.
          if (failure.error !== undefined) throw failure.error;
          return watched.send(batch, options);
        },
        async close() {
          stop();
          await checkpoint.last();
          await saveLast(slot, { fail: failure.fail, note: report.note, abandon });
          await connection.close();
        },
      };
    },
    failed: failure.signal,
    get error() {
      return failure.error;
    },
    get isTaken() {
      return failure.isTaken;
    },
    async finish(given) {
      if (!slot.isShared || failure.error !== undefined || abandon?.aborted === true) return;
      summary = given;
      failure.trying(write);
      await saveLast(slot, { fail: failure.fail, note: report.note, abandon });
    },
    close: stop,
  };
}

/** How long rows wait for the save of their times before the attempt to send them fails. At most half the time of a request. */
const TIMES_MS = 5000;

/** @throws DeliveryError if the store does not save in time: rows are tried again, and it does not look like a slow destination */
async function inTime(
  saved: Promise<void>,
  name: string,
  { signal, timeout = Infinity }: Pick<SendOptions, 'signal'> & Pick<StreamOptions, 'timeout'>,
): Promise<void> {
  const over = new AbortController();
  let isLate = false;
  const late = systemClock.sleep(Math.min(TIMES_MS, timeout / 2), over.signal);
  try {
    await Promise.race([saved, late.then(() => (isLate = !over.signal.aborted)), whenAborted(signal)]);
  } finally {
    over.abort();
  }
  if (isLate)
    throw new DeliveryError('unavailable', `Waiting for ${name} to save the times of rows`, {
      hint: 'These rows were not sent.',
    });
}

const forgottenText = (rows: number): string =>
  `Too many gaps for the state file: a restart will repeat ${rows.toLocaleString('en')} acknowledged rows between them`;
