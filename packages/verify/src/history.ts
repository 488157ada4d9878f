import { newLagMeter, type LagMeter } from './lag.ts';
import type { JudgeOptions } from './options.ts';
import type { Sightings } from './sightings.ts';
import type { Truth } from './truth.ts';

/** What is known of a place from all of its readings. */
export interface History {
  truth: Truth;
  /** Rows that were there in any of them. */
  readonly there: Sightings;
  readonly lag: LagMeter;
}

/** That of a place that was not read yet. @param there counts what is read first */
export function newHistory(truth: Truth, options: JudgeOptions, there: Sightings): History {
  const history: History = {
    truth,
    there,
    lag: newLagMeter(() => history.truth, options),
  };
  return history;
}
