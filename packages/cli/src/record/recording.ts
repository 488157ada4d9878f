import { DeliveryError, type Connection, timedRows } from '@catbird/send';
import { newRecorder, type RecordedPart } from '@catbird/stream';
import type { Prepared } from '../stream/prepared.ts';

/** Where the record of a stream is kept. */
export interface RecordPlace {
  /** What earlier processes have recorded. */
  readonly before: RecordedPart;
  /** @throws DeliveryError if it cannot be saved */
  readonly save: (part: RecordedPart) => void;
}

/** Records a stream while it runs. */
export interface Recording {
  readonly rows: Prepared['rows'];
  readonly watch: (connection: Connection) => Connection;
  /** Saves all that is known, once the stream has ended. Returns why that, or an earlier save, failed. */
  readonly finish: () => DeliveryError | undefined;
}

const SAVE_MS = 2000;

/** Records what becomes of the rows of a stream. @param hasState whether the stream has a state, too */
export function newRecording(
  { rows, pace, remaining }: Prepared,
  { before, save }: RecordPlace,
  hasState: boolean,
): Recording {
  const recorder = newRecorder(before, { perSecond: pace.perSecond, remaining, keep: save, now: Date.now });
  let timer: NodeJS.Timeout | undefined;
  let failure: DeliveryError | undefined;
  const trying = (part: RecordedPart): void => {
    try {
      save(part);
      failure = undefined;
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      failure = error;
    }
  };
  return {
    // With a state, rows of a second have the same time already.
    rows: hasState
      ? recorder.rows(rows)
      : timedRows(recorder.rows(rows), [], { perSecond: pace.perSecond }).rows,
    watch(connection) {
      timer = setInterval(() => trying(recorder.soFar()), SAVE_MS);
      const watched = recorder.watch(connection);
      return {
        send: (batch, options) => watched.send(batch, options),
        async close() {
          clearInterval(timer);
          await watched.close();
        },
      };
    },
    finish() {
      clearInterval(timer);
      trying(recorder.part());
      return failure;
    },
  };
}
