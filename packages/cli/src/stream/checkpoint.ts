import { DeliveryError, type Connection, type SendOptions, systemClock } from '@catbird/send';
import type { FilePlace, LocalConnection } from '../destinations/file.ts';
import { whenAborted } from '../interrupt.ts';
import type { EventTimes } from '@catbird/stream';
import { rowTiming } from './event-times.ts';
import type { StreamOptions } from './spec.ts';
import type { KeptTime } from './state.ts';
import { type Slot, TakenError } from './store/slot.ts';
import { messageOf } from '../files/error-code.ts';
import type { Report } from '../report/report.ts';
import { instantText, rateJson, type RateChange } from '@catbird/engine';

/** How long a stream that ends waits for a store to save its last state. */
const LAST_MS = 10_000;

/** What a stream that ends does without its last save. */
interface WithoutSave {
  /** Called with the reason if the store does not save in time. */
  readonly fail: (cause: unknown) => unknown;
  readonly note: (text: string) => void;
  /** Aborted to wait no longer. */
  readonly abandon: AbortSignal | undefined;
}

/** Waits until the last state is saved, but not for long: without it, the next process only repeats some rows. */
export async function saveLast(slot: Slot, { fail, note, abandon }: WithoutSave): Promise<void> {
  const saved = slot.saved();
  if (saved === undefined) return;
  const over = new AbortController();
  const abandoned = abandon === undefined ? [] : [whenAborted(abandon)];
  await Promise.race([saved, systemClock.sleep(LAST_MS, over.signal), ...abandoned]);
  over.abort();
  if (slot.saved() === undefined) return;
  if (abandon?.aborted === true)
    note(`Gave up the last save at ${slot.name}: a restart repeats the rows sent since the one before`);
  else fail(new Error(`No response within ${LAST_MS / 1000} s`));
}

/**
 * Saves progress, one save at a time.
 *
 * @param keep saves it, with the end of the file if the connection writes one
 * @param fail called with the reason if that fails
 */
export function newCheckpoint(
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

/** How long rows wait for the save of their times before the attempt to send them fails. At most half the time of a request. */
const TIMES_MS = 5000;

/** @throws DeliveryError if the store does not save in time: rows are tried again, and it does not look like a slow destination */
export async function inTime(
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

/** The first failure to write a state. It is reported once. */
interface SaveFailure {
  readonly signal: AbortSignal;
  readonly error: DeliveryError | undefined;
  readonly isTaken: boolean;
  fail(this: void, cause: unknown): DeliveryError;
  /** Runs an action that may fail. */
  trying(act: () => void): DeliveryError | undefined;
}

/** @param state where it is saved, as messages name it */
export function newSaveFailure(state: string, report: Pick<Report, 'error'>): SaveFailure {
  const failed = new AbortController();
  let error: DeliveryError | undefined;
  let isTaken = false;
  const fail = (cause: unknown): DeliveryError => {
    if (error !== undefined) return error;
    isTaken = cause instanceof TakenError;
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
    get isTaken() {
      return isTaken;
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
  cause instanceof TakenError
    ? new DeliveryError('not-found', cause.message, {
        hint: 'It resumes there from the last state that was saved here. Nothing is lost.',
        cause,
      })
    : stateLost(state, cause);

const stateLost = (state: string, cause: unknown): DeliveryError =>
  new DeliveryError('not-found', `Could not write the state ${state}`, {
    detail: messageOf(cause),
    hint: 'The stream ends here, because it could not be resumed from any later row.',
    cause,
  });

/** Changes as in the setting `changes`, which repeats them. */
export const changeSettings = (changes: readonly RateChange[]): readonly unknown[] =>
  changes.map(({ atMs, to, incident }) => [
    instantText(atMs),
    incident
      ? { incident: incident.name, forMs: incident.forMs }
      : typeof to === 'object'
        ? rateJson(to)
        : to,
  ]);

/** Event times as they are saved; null: rows have the clock's time. */
export const keptTime = (time: EventTimes | undefined): KeptTime | null =>
  time === undefined
    ? null
    : {
        nowMs: time.nowMs,
        timing: rowTiming(time.given),
        changes: changeSettings(time.timeline.changes),
      };
