import type { Member } from './kind.ts';

/** What some rows of a stream look like whose schema drifts. */
export interface RowShape {
  /** As in `Batch.shapes`. That of the schema is 0, and others are the sum of 2 ** i of all entries i of the drift that apply. */
  readonly number: number;
  readonly members: readonly Member[];
  /** What has changed: `rename user_id`. */
  readonly changes: readonly string[];
}
