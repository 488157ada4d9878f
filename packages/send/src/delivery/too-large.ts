import { DeliveryError } from '../destinations/error.ts';
import type { Counts } from './progress.ts';
import { byteLength, type Batch } from '@catbird/engine';
import type { RunState } from './run-state.ts';

/** Consecutive rejections that leave no doubt. */
const ENOUGH = 10;

export function newSizeRejections() {
  let consecutive = 0;
  let last: DeliveryError | undefined;
  return {
    /** The service rejected a request of a single row as too large. */
    rejected(error: DeliveryError) {
      consecutive++;
      last = error;
    },
    /** The service accepted a request. */
    accepted() {
      consecutive = 0;
    },
    /**
     * The service's error if the service is at fault; undefined while the rows may be.
     *
     * @param isOver whether no more rows will come, so that fewer rejections are proof enough
     */
    verdict({ accepted, generated, dropped }: Counts, isOver: boolean) {
      const enough = isOver ? Math.min(ENOUGH, generated - dropped) : ENOUGH;
      return accepted === 0 && consecutive >= enough ? last : undefined;
    },
  };
}

/** Detects a service that rejects every single row as too large, in which case the rows are not at fault. */
export type SizeRejections = ReturnType<typeof newSizeRejections>;

/** What is known of a row that is too large. */
interface TooLarge {
  /** The rejection of the service. Absent: the row was not sent. */
  readonly cause?: DeliveryError;
  /** Whether an earlier attempt may have stored it. */
  readonly uncertain: boolean;
  readonly attempts: number;
}

const UNSENT: TooLarge = { uncertain: false, attempts: 0 };

/** Counts a row that is too large for any request as rejected, or as failed if an earlier attempt may have stored it. */
export function rejectRow(
  batch: Batch,
  state: RunState,
  { cause, uncertain, attempts }: TooLarge = UNSENT,
): void {
  const { options, tally, sizeRejections } = state;
  const error = rowTooLarge(batch, cause);
  if (uncertain) tally.failed(1, true);
  else tally.rejected(1);
  options.onOutcome?.(batch, uncertain ? 'failed' : 'rejected', { attempts, error, uncertain });
  tally.noteError(error);
  options.onError?.(error, false);
  if (cause === undefined) return;
  sizeRejections.rejected(cause);
  failIfAllTooLarge(state, false);
}

function rowTooLarge(batch: Batch, cause: DeliveryError | undefined): DeliveryError {
  const bytes = byteLength(batch) - 1;
  return new DeliveryError(
    'too-large',
    `Row ${batch.first.toLocaleString('en')} is too large: ${bytes.toLocaleString('en')} bytes`,
    {
      status: cause?.status,
      code: cause?.code,
      detail: cause?.detail,
      hint: 'Other rows are still sent. To make rows smaller, use shorter texts or fewer array elements.',
      cause,
    },
  );
}

/**
 * Fails the run if the service rejects every row as too large, so that the service and not the rows must be at fault.
 *
 * @param isOver whether no more rows will come
 */
export function failIfAllTooLarge(
  { options, tally, sizeRejections, shutdown }: RunState,
  isOver: boolean,
): void {
  const error = sizeRejections.verdict(tally.counts, isOver);
  if (error === undefined || shutdown.hasBegun) return;
  options.onError?.(error, false);
  shutdown.fail(error);
}
