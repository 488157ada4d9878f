import type { MalformedKind } from './fault-settings.ts';

/** A fault of one row, as in a ground-truth log. */
export type Fault = {
  /** The row's index in the stream without faults. */
  readonly row: number;
  /** Its position in the sent stream, from 0. For a dropped row: the position of the next row in order. */
  readonly position: number;
} & (
  | {
      /** Sent before. */ readonly kind: 'duplicate';
      /** How many rows ago, not counting copies. */ readonly back: number;
    }
  | { /** Has an earlier event time. */ readonly kind: 'late'; readonly delayMs: number }
  | {
      /** How many rows later than in order, not counting copies; negative if earlier. */ readonly kind: 'reordered';
      readonly by: number;
    }
  | { /** Its line is corrupted. */ readonly kind: 'malformed'; readonly how: MalformedKind }
  | { /** Never sent. */ readonly kind: 'dropped' }
);

/** Number of faults of each kind. */
export type FaultCounts = Readonly<Record<Fault['kind'], number>>;
