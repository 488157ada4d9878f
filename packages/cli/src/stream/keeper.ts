import type { Batch, RowWriter } from '@catbird/engine';
import {
  DeliveryError,
  type Connection,
  timedRows,
  newWatermark,
  remainingRows,
  type Snapshot,
} from '@catbird/send';
import type { Bookmark, FilePlace, LocalConnection } from '../destinations/file.ts';
import type { KeptDigest } from '../digest/ledger.ts';
import { realPath } from '../files/identity.ts';
import type { Report } from '../report/report.ts';
import { inTime, keptTime, newCheckpoint, saveLast, newSaveFailure } from './checkpoint.ts';
import type { Prepared } from './prepared.ts';
import type { StreamOptions } from './spec.ts';
import type { FaultPlace } from './fault-file.ts';
import type { State } from './state.ts';
import type { Slot } from './store/slot.ts';

/** Saves the progress of a stream, and times of the clock before rows with them are generated. */
export interface Keeper {
  /** The rows to send. */
  readonly rows: RowWriter;
  readonly bookmark: Bookmark;
  /** Called before a batch is sent. */
  readonly made: (batch: Batch) => void;
  /** Called instead with a row that is too large for any request. */
  readonly unsent: (batch: Batch) => void;
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
  lost,
  spans,
  file,
  faultPlace,
  time,
  faulty,
  incidents,
  digest,
  spentMs,
  types,
}: Prepared): State => ({
  next: remaining[0]?.[0] ?? 0,
  acknowledged,
  lost,
  seed,
  fingerprint,
  shard: shard ?? null,
  splitBy: shard === undefined ? undefined : splitBy,
  spans,
  file,
  faultLog: faultPlace,
  faultChanges: faulty?.changes ?? [],
  started: startsIn(incidents),
  time: keptTime(time),
  digest: digest?.upTo(remaining[0]?.[0] ?? 0, acknowledged),
  spentMs: spentMs(),
  types: types.length === 0 ? undefined : types,
});

/** What was started by hand; undefined: nothing. */
export const startsIn = ({ started }: Prepared['incidents']): State['started'] =>
  started.length === 0 ? undefined : [...started];

/** What is saved: rows, where they end in a file, and their digest. */
interface Durable extends Pick<Snapshot, 'next' | 'acknowledged' | 'remaining' | 'lost'> {
  readonly file: FilePlace | null;
  readonly digest: KeptDigest | undefined;
  readonly faultLog: FaultPlace | null;
}

/** What a keeper needs besides the stream. */
interface KeeperOptions extends Pick<StreamOptions, 'onFailure' | 'timeout'> {
  readonly report: Pick<Report, 'note' | 'error'>;
  /** Writes the dead letters so far, and the fault log up to a row. False if that is not possible now. */
  readonly writeLogs: (upTo: number) => boolean;
  /** Where the fault log ends; undefined: there is none. */
  readonly faultsEnd: () => Omit<FaultPlace, 'row'> | undefined;
  /** Redacts secrets in what a service says. */
  readonly hide: (text: string) => string;
  /** Aborted to end without the last save. */
  readonly abandon?: AbortSignal;
}

/** Keeps the state of a stream in its place. */
export function newKeeper(
  slot: Slot,
  prepared: Prepared,
  { onFailure, timeout, report, writeLogs, faultsEnd, hide, abandon }: KeeperOptions,
): Keeper {
  const { remaining, lost, spans, pace, file, limits } = prepared;
  // The rows of a request that is one object for each of its parts.
  const blockRows = limits.aligned === true ? limits.rows : undefined;
  const initial = stateOf(prepared);
  const failure = newSaveFailure(slot.name, report);
  slot.follow({ note: report.note, fail: failure.fail });
  const { digest } = prepared;
  const watermark = newWatermark(remaining, {
    passRefused: onFailure === 'continue',
    onDone: digest?.note,
    lost,
    blockRows,
  });
  // Rows with a new time wait until it is saved.
  let timesSaved: Promise<void> | undefined;
  const timed = timedRows(prepared.rows, spans, {
    perSecond: pace.perSecond,
    // The originals of a shard's copies may be those of another process.
    earlier: prepared.shard === undefined ? prepared.faulty?.earlier : undefined,
    keep() {
      failure.trying(write);
      timesSaved = slot.saved();
    },
  });
  // Acknowledged and, in a file, durable: the two belong together.
  let durable: Durable = {
    ...watermark.snapshot(),
    file,
    digest: digest?.upTo(initial.next, initial.acknowledged),
    faultLog: initial.faultLog,
  };
  let timer: NodeJS.Timeout | undefined;

  const loggedRow = initial.faultLog?.row ?? 0;
  let summary: object | undefined;

  const write = (): void => {
    const { next, acknowledged, lost, file, digest, faultLog } = durable;
    const time = keptTime(prepared.time);
    const faultChanges = prepared.faulty?.changes ?? [];
    const spans = timed.spansOf(durable.remaining);
    slot.save({
      ...initial,
      next,
      acknowledged,
      lost: lost.map((loss) => ({ ...loss, reason: shortened(hide(loss.reason)) })),
      file,
      faultLog,
      faultChanges,
      started: startsIn(prepared.incidents),
      time,
      spans,
      digest,
      spentMs: prepared.spentMs(),
      ...(summary && { summary }),
    });
  };
  const keep = (file: FilePlace | null): void => {
    // The state must not be ahead of the logs: its rows would not be sent again. The next save tries again.
    if (!writeLogs(watermark.end)) {
      if (file?.part === durable.file?.part) return;
      throw new DeliveryError(
        'not-found',
        'Could not begin the next file: the fault log or the dead letters cannot be written',
        {
          hint: 'Make room, then start the stream again.',
        },
      );
    }
    const { forgotten, ...snapshot } = watermark.snapshot();
    if (forgotten > 0) report.note(forgottenText(forgotten));
    const logged = faultsEnd();
    durable = {
      ...snapshot,
      file,
      digest: digest?.upTo(snapshot.next, snapshot.acknowledged, blockRows !== undefined),
      // Rows that are sent again were logged before.
      faultLog: logged === undefined ? null : { ...logged, row: Math.max(loggedRow, watermark.end) },
    };
    write();
  };
  const stop = (): void => clearInterval(timer);
  return {
    rows: remainingRows(timed.rows, remaining),
    made: watermark.made,
    unsent: watermark.unsent,
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

/** Longest reason in a state: a service may say anything. */
const MAX_REASON = 300;
const shortened = (text: string): string =>
  text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`;

const forgottenText = (rows: number): string =>
  `Too many gaps for the state file: a restart will repeat ${rows.toLocaleString('en')} acknowledged rows between them`;
