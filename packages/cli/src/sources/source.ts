import type { Arrivals } from '@catbird/core/internal/verify';
import type { Reading } from '@catbird/core/verify';

/** A place where rows have arrived. It is only read. */
export interface Source extends Reading {
  /** As messages name it, without credentials: `postgres shop.orders`. */
  readonly name: string;
  /** Reading again goes on where reading has ended. Default: it begins again. */
  readonly isFollowed?: boolean;
  /**
   * The rows, in the order in which they are there. It ends what it opened.
   *
   * @throws SourceError if they cannot be read to their end; the signal's reason if aborted
   */
  read(signal: AbortSignal): AsyncIterable<Arrivals>;
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
