import { DeliveryError, type Batch, type Connection, type RowWriter } from '@catbird/core';
import type { Bookmark, FilePlace, LocalConnection } from '../destinations/local.ts';
import { wordsOf } from '../files/error-code.ts';
import type { Report } from '../report/report.ts';
import type { Prepared, StreamOptions } from './prepare.ts';
import { remainingRows } from './remaining.ts';
import { saveState, type State } from './state.ts';
import { timedRows } from './times.ts';
import { newWatermark, type Snapshot } from './watermark.ts';

/** Notes in a state file how far a stream came, and the times of rows before they are made. */
export interface Keeper {
  /** The rows to send. */
  readonly rows: RowWriter;
  readonly bookmark: Bookmark;
  /** A batch is about to be sent. */
  readonly made: (batch: Batch) => void;
  /**
   * The same connection, followed. It notes every second how far the stream came, and when it is closed.
   *
   * @param connection one to files keeps with it where they end
   */
  watch(connection: Connection | LocalConnection): Connection;
  /** Aborted when the state cannot be written any more. */
  readonly failed: AbortSignal;
  /** Why the state cannot be written any more. */
  readonly error: DeliveryError | undefined;
  close(): void;
}

const STATE_MS = 1000;

/** The state of a stream that is about to begin or to go on. */
export const stateOf = ({
  seed,
  fingerprint,
  shard,
  remaining,
  acknowledged,
  spans,
  file,
}: Prepared): State => ({
  next: remaining[0]?.[0] ?? 0,
  acknowledged,
  seed,
  fingerprint,
  shard: shard ?? null,
  spans,
  file,
});

/** Keeps the state of a stream in a file. */
export function newKeeper(
  state: string,
  prepared: Prepared,
  {
    onFailure,
    report,
    noteFaults,
  }: Pick<StreamOptions, 'onFailure'> & {
    readonly report: Pick<Report, 'note' | 'error'>;
    /** Writes the log of faults up to a row: one that ends before the state would never tell of what lies between. */
    readonly noteFaults: (upTo: number) => void;
  },
): Keeper {
  const { remaining, spans, pace, file } = prepared;
  const begun = stateOf(prepared);
  const watermark = newWatermark(remaining, onFailure === 'continue');
  const timed = timedRows(prepared.rows, spans, pace.perSecond, () => void trying(write));
  const failed = new AbortController();
  let error: DeliveryError | undefined;
  // What is acknowledged and, in a file, durable: the two go together.
  let durable: Pick<Snapshot, 'next' | 'acknowledged' | 'remaining'> & { readonly file: FilePlace | null } = {
    ...watermark.snapshot(),
    file,
  };
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    const { next, acknowledged, file } = durable;
    saveState(state, { ...begun, next, acknowledged, file, spans: timed.spansOf(durable.remaining) });
  };
  const fail = (cause: unknown): DeliveryError => {
    if (error !== undefined) return error;
    error =
      cause instanceof DeliveryError
        ? cause
        : new DeliveryError('not-found', `Could not write the state ${state}`, {
            detail: wordsOf(cause),
            hint: 'The stream ends, since it could not be gone on with from here.',
            cause,
          });
    report.error(error, false);
    failed.abort();
    return error;
  };
  const trying = (act: () => void): DeliveryError | undefined => {
    try {
      act();
      return undefined;
    } catch (cause) {
      return fail(cause);
    }
  };
  const keep = (file: FilePlace | null): void => {
    const { forgotten, ...snapshot } = watermark.snapshot();
    if (forgotten > 0) report.note(forgottenText(forgotten));
    noteFaults(watermark.end);
    durable = { ...snapshot, file };
    write();
  };
  return {
    rows: remainingRows(timed.rows, remaining),
    made: watermark.made,
    bookmark: {
      state,
      kept: file,
      hasRows: prepared.hasRows,
      keep(place) {
        const problem = trying(() => keep(place));
        if (problem !== undefined) throw problem;
      },
    },
    watch(connection) {
      const checkpoint = newCheckpoint(connection, keep, fail);
      const watched = watermark.watch(connection);
      timer = setInterval(checkpoint.begin, STATE_MS);
      return {
        async send(batch, options) {
          // Their times could not be kept, or where they end.
          if (error !== undefined) throw error;
          return watched.send(batch, options);
        },
        async close() {
          clearInterval(timer);
          await checkpoint.last();
          await connection.close();
        },
      };
    },
    failed: failed.signal,
    get error() {
      return error;
    },
    close: () => clearInterval(timer),
  };
}

/** Notes how far a stream came, once at a time. */
function newCheckpoint(
  connection: Connection | LocalConnection,
  keep: (file: FilePlace | null) => void,
  fail: (cause: unknown) => unknown,
): { readonly begin: () => void; readonly last: () => Promise<void> } {
  let underWay: Promise<void> | undefined;
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
      underWay ??= act().finally(() => (underWay = undefined));
    },
    async last() {
      await underWay;
      await act();
    },
  };
}

const forgottenText = (rows: number): string =>
  `More gaps than the state keeps: ${rows.toLocaleString('en')} acknowledged rows between them will be sent again by a restart`;
