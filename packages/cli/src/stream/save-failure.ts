import { DeliveryError } from '@catbird/send';
import { messageOf } from '../files/error-code.ts';
import type { Report } from '../report/report.ts';
import { TakenError } from './store/slot.ts';

/** The first failure to write a state. It is reported once. */
export interface SaveFailure {
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
