import type { Progress } from '@catbird/send';
import type { Interrupt } from '../interrupt.ts';

/** What surrounds a stream: signals that end it, and the metrics. */
export interface Surroundings {
  readonly interrupt: Interrupt;
  /** Aborted when the failure of another stream ends this one. */
  readonly othersFailed: AbortSignal;
  /** Aborted to give up requests in flight. */
  readonly abort: AbortSignal;
  readonly onMetrics: ((progress: Progress) => void) | undefined;
}
