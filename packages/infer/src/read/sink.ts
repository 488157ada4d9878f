/** A row that was skipped, or a part of it. The order is that of the report. */
export type Skip =
  | 'invalid JSON'
  | 'comma or bracket'
  | 'too long'
  | 'another kind of value'
  | 'too few cells'
  | 'too many cells'
  | 'unclosed quote'
  | 'another form';

/** Where a reader puts rows. */
export interface RowSink {
  /** Offers a row. `parse` is called only if the row is needed; undefined means that it cannot be read. */
  offer(chars: number, parse: () => unknown): void;
  /** Counts what was skipped. */
  skip(reason: Skip): void;
}

/** Turns text into rows. It gets the text in pieces of any size. */
export interface Reader {
  push(text: string): void;
  /** The text is complete. */
  end(): void;
}
