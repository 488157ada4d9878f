import type { Arrivals, Reading } from '@catbird/verify';
import type { DatabaseKind } from '../systems/address.ts';

/** A place where rows have arrived. It is only read. */
export interface Source extends Reading {
  /** As messages name it, without credentials: `postgres shop.orders`. */
  readonly name: string;
  /** Reading again goes on where reading has ended. Default: it begins again. */
  readonly isFollowed?: boolean;
  /** How its statements are written. Undefined: it takes none. */
  readonly dialect?: DatabaseKind;
  /**
   * The rows, in the order in which they are there. It ends what it opened.
   *
   * @param sought the only rows that are needed, or a statement over the one that reads all. Sources without a dialect read all
   * @throws SourceError if they cannot be read to their end; the signal's reason if aborted
   */
  read(signal: AbortSignal, sought?: Sought): AsyncIterable<Arrivals>;
}

/** What to read in place of all rows. */
export type Sought = Identities | { readonly statement: (rows: string) => string };

/** Rows to look up. */
export interface Identities {
  /** The columns that tell rows apart, by their names at the place. */
  readonly columns: readonly string[];
  /** Their values in each row: texts and numbers. */
  readonly rows: readonly (readonly unknown[])[];
}

/** What arrived cannot be read, so nothing is proven. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** The same may succeed later: a file that grows, a table that is not there yet. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false, ...options }: SourceErrorOptions = {}) {
    super(message, options);
    this.isPassing = isPassing;
  }
}

interface SourceErrorOptions extends ErrorOptions {
  readonly isPassing?: boolean;
}
