import { DeliveryError, type Batch, type Connection, type RowWriter } from '@catbird/core';
import type { Bookmark, FilePlace, LocalConnection } from '../destinations/local.ts';
import { messageOf } from '../files/error-code.ts';
import type { Report } from '../report/report.ts';
import { changeSettings } from './changes.ts';
import type { EventTimes, Prepared } from './prepared.ts';
import { remainingRows } from './remaining.ts';
import type { StreamOptions } from './spec.ts';
import { rowTiming } from './row-timing.ts';
import { saveState, type KeptTime, type State } from './state.ts';
import { timedRows } from './times.ts';
import { newWatermark, type Snapshot } from './watermark.ts';

/** Saves the progress of a stream in a state file, and times of the clock before rows with them are generated. */
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
  close(): void;
}

const STATE_MS = 1000;

/** The state of a stream that starts or resumes. */
export const stateOf = ({
  seed,
  fingerprint,
  shard,
  remaining,
  acknowledged,
  spans,
  file,
  time,
  faulty,
}: Prepared): State => ({
  next: remaining[0]?.[0] ?? 0,
  acknowledged,
  seed,
  fingerprint,
  shard: shard ?? null,
  spans,
  file,
  faultChanges: faulty?.changes ?? [],
  time: time === undefined ? null : keptTime(time),
});

const keptTime = ({ nowMs, given, timeline }: EventTimes): KeptTime => ({
  nowMs,
  timing: rowTiming(given),
  changes: changeSettings(timeline.changes),
});

/** What a keeper needs besides the stream. */
interface KeeperOptions extends Pick<StreamOptions, 'onFailure'> {
  readonly report: Pick<Report, 'note' | 'error'>;
  /** Writes the fault log up to a row, so that it is never behind the state. */
  readonly writeFaults: (upTo: number) => void;
}

/** Keeps the state of a stream in a file. */
export function newKeeper(
  state: string,
  prepared: Prepared,
  { onFailure, report, writeFaults }: KeeperOptions,
): Keeper {
  const { remaining, spans, pace, file } = prepared;
  const initial = stateOf(prepared);
  const failure = newFailure(state, report);
  const watermark = newWatermark(remaining, onFailure === 'continue');
  const timed = timedRows(prepared.rows, spans, pace.perSecond, () => void failure.trying(write));
  // Acknowledged and, in a file, durable: the two belong together.
  let durable: Pick<Snapshot, 'next' | 'acknowledged' | 'remaining'> & { readonly file: FilePlace | null } = {
    ...watermark.snapshot(),
    file,
  };
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    const { next, acknowledged, file } = durable;
    const time = prepared.time === undefined ? null : keptTime(prepared.time);
    const faultChanges = prepared.faulty?.changes ?? [];
    const spans = timed.spansOf(durable.remaining);
    saveState(state, { ...initial, next, acknowledged, file, faultChanges, time, spans });
  };
  const keep = (file: FilePlace | null): void => {
    const { forgotten, ...snapshot } = watermark.snapshot();
    if (forgotten > 0) report.note(forgottenText(forgotten));
    writeFaults(watermark.end);
    durable = { ...snapshot, file };
    write();
  };
  const stop = (): void => clearInterval(timer);
  return {
    rows: remainingRows(timed.rows, remaining),
    made: watermark.made,
    changed: () => void failure.trying(write),
    bookmark: {
      state,
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
          // The times of these rows, or where they end in a file, may not be saved.
          if (failure.error !== undefined) throw failure.error;
          return watched.send(batch, options);
        },
        async close() {
          stop();
          await checkpoint.last();
          await connection.close();
        },
      };
    },
    failed: failure.signal,
    get error() {
      return failure.error;
    },
    close: stop,
  };
}

/** The first failure to write a state. It is reported once. */
interface Failure {
  readonly signal: AbortSignal;
  readonly error: DeliveryError | undefined;
  fail(this: void, cause: unknown): DeliveryError;
  /** Runs an action that may fail. */
  trying(act: () => void): DeliveryError | undefined;
}

function newFailure(state: string, report: Pick<Report, 'error'>): Failure {
  const failed = new AbortController();
  let error: DeliveryError | undefined;
  const fail = (cause: unknown): DeliveryError => {
    if (error !== undefined) return error;
    error = cause instanceof DeliveryError ? cause : stateError(state, cause);
    report.error(error, false);
    failed.abort();
    return error;
  };
  return {
    signal: failed.signal,
    get error() {
      return error;
    },
    fail,
    trying(act) {
      try {
        act();
        return undefined;
      } catch (cause) {
        return fail(cause);
      }
    },
  };
}

const stateError = (state: string, cause: unknown): DeliveryError =>
  new DeliveryError('not-found', `Could not write the state ${state}`, {
    detail: messageOf(cause),
    hint: 'The stream ends here, because it could not be resumed from any later row.',
    cause,
  });

/** Saves progress, one save at a time. */
function newCheckpoint(
  connection: Connection | LocalConnection,
  keep: (file: FilePlace | null) => void,
  fail: (cause: unknown) => unknown,
): { readonly begin: () => void; readonly last: () => Promise<void> } {
  let saving: Promise<void> | undefined;
  const act = async (): Promise<void> => {
    try {
      if ('checkpoint' in connection) await connection.checkpoint();
      else keep(null);
    } catch (error) {
      fail(error);
    }
  };
  return {
    begin() {
      saving ??= act().finally(() => (saving = undefined));
    },
    async last() {
      await saving;
      await act();
    },
  };
}

const forgottenText = (rows: number): string =>
  `Too many gaps for the state file: a restart will repeat ${rows.toLocaleString('en')} acknowledged rows between them`;
