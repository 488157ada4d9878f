import type { DeliveryError } from '../destinations/error.ts';
import type { Counts } from './progress.ts';

/** Notices a service that refuses every single row as too large: then the rows are not at fault. */
export interface SizeRefusals {
  /** A request of a single row was refused as too large. */
  refused(error: DeliveryError): void;
  /** A request was taken. */
  taken(): void;
  /**
   * The service's error where it is at fault; undefined while the rows may be.
   *
   * @param isOver whether there are no more rows: then as few as were sent are enough
   */
  verdict(counts: Counts, isOver: boolean): DeliveryError | undefined;
}

/** Refusals in a row that leave no doubt. */
const ENOUGH = 10;

export function newSizeRefusals(): SizeRefusals {
  let inARow = 0;
  let last: DeliveryError | undefined;
  return {
    refused(error) {
      inARow++;
      last = error;
    },
    taken() {
      inARow = 0;
    },
    verdict({ accepted, generated, dropped }, isOver) {
      const enough = isOver ? Math.min(ENOUGH, generated - dropped) : ENOUGH;
      return accepted === 0 && inARow >= enough ? last : undefined;
    },
  };
}
