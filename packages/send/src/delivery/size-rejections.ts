import type { DeliveryError } from '../destinations/error.ts';
import type { Counts } from './progress.ts';

/** Detects a service that rejects every single row as too large, in which case the rows are not at fault. */
export interface SizeRejections {
  /** The service rejected a request of a single row as too large. */
  rejected(error: DeliveryError): void;
  /** The service accepted a request. */
  accepted(): void;
  /**
   * The service's error if the service is at fault; undefined while the rows may be.
   *
   * @param isOver whether no more rows will come, so that fewer rejections are proof enough
   */
  verdict(counts: Counts, isOver: boolean): DeliveryError | undefined;
}

/** Consecutive rejections that leave no doubt. */
const ENOUGH = 10;

export function newSizeRejections(): SizeRejections {
  let consecutive = 0;
  let last: DeliveryError | undefined;
  return {
    rejected(error) {
      consecutive++;
      last = error;
    },
    accepted() {
      consecutive = 0;
    },
    verdict({ accepted, generated, dropped }, isOver) {
      const enough = isOver ? Math.min(ENOUGH, generated - dropped) : ENOUGH;
      return accepted === 0 && consecutive >= enough ? last : undefined;
    },
  };
}
