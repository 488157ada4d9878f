import type { TableReport } from '@catbird/verify';

/** What was sent, and where it has arrived: the arguments and flags of `catbird verify`. */
export interface Expected {
  /** The path of a config. Required without a record. */
  readonly config?: string;
  /** Values that override those of the config: `eps=500`. */
  readonly set?: readonly string[];
  /** Packages of generator types that the rows were made with, besides those of the config. Their code runs. */
  readonly types?: readonly string[];
  /** The paths of records that `catbird run --record` wrote. */
  readonly record?: string | readonly string[];
  /** Where the rows are, such as the path of a file. Default: as the config says under `verify`. */
  readonly source?: string;
  /** The tables to verify. Default: all. */
  readonly table?: string | readonly string[];
  /** The columns that tell rows apart. Default: found in the rows. */
  readonly identity?: readonly string[];
}

/** How a failure is reported. */
export interface ReportOptions {
  /** How many examples of each kind it has. Default 2. */
  readonly examples?: number;
  /** Whether it shows values of rows. Default true. */
  readonly values?: boolean;
  /** Environment variables for `${NAME}` in the config. Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A table that is as expected. */
export interface VerifiedTable {
  readonly name: string;
  /** Where its rows are. */
  readonly source: string;
  readonly report: TableReport;
}

/**
 * Computes again what was sent, and compares it with what has arrived.
 *
 * @throws AssertionError if a table is wrong. Its message is the report of `catbird verify`
 * @throws Error if there is no verdict: the config is invalid, or a source cannot be read
 */
export type ExpectVerified = (
  expected: Expected,
  options?: ReportOptions,
) => Promise<readonly VerifiedTable[]>;
