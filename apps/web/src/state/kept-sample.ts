import type { Spread } from '@catbird/engine';
import type { Comparison } from '@catbird/infer';

/** A sample that a schema was made from, kept by its worker until the next one. */
export interface KeptSample {
  readonly reader: {
    compare(request: { readonly table: number; readonly lines: Blob }): Promise<Comparison>;
    stop(): void;
  };
  /** The table or the type of event that became the schema. */
  readonly table: number;
  /** The event, if the sample is a single one. */
  readonly only: Readonly<Record<string, unknown>> | undefined;
  /** Rows to generate to compare them with it. */
  readonly spread: Spread;
}
