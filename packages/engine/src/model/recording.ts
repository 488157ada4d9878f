/** A time in recorded rows. */
export interface RecordedTime {
  /** The names on the way to it. */
  readonly path: readonly string[];
}

/** What is known of rows that were recorded, as plain data. Made by `scanRecording`. */
export interface RecordingFacts {
  /** What messages call it: the name of the file. */
  readonly name: string;
  /** Tells its rows from those of others: a digest of the bytes. */
  readonly digest: string;
  /** Rows of one pass, at least 1. */
  readonly rows: number;
  /** Where its parts begin: the first row of each, its first byte, and the latest time before it. The end comes last. */
  readonly parts: {
    readonly rows: Float64Array;
    readonly bytes: Float64Array;
    /** Milliseconds since 1970. */
    readonly turns: Float64Array;
  };
  /** Rows may have spaces between their tokens, or escapes in names. */
  readonly isLoose: boolean;
  /** The time of a row. Undefined: rows have none. */
  readonly time: RecordedTime | undefined;
  /** All times in rows, that of the row among them: these are shifted. */
  readonly times: readonly RecordedTime[];
  /** Time of the first row and of one pass, in milliseconds. */
  readonly firstMs: number;
  readonly periodMs: number;
  /** Rows that come after one with a later time. */
  readonly lateRows: number;
  /** It begins again after its end. */
  readonly loops: boolean;
  /** Paths to ids that are new in each further pass. */
  readonly newIds: readonly (readonly string[])[];
  /** By how much ids that are numbers grow from pass to pass. */
  readonly idStep: number;
  /** Members are written in the order of the fields, whatever that of the row is. Absent: as they were recorded. */
  readonly isOrdered?: true;
  /** The open file that has its bytes: its number in this process, and what tells its version. Absent: no file has them. */
  readonly file?: { readonly descriptor: number; readonly version: string };
}

/** Consecutive rows of a recording. */
export interface RecordedPart {
  /** Number of the first row. */
  readonly first: number;
  readonly lines: readonly string[];
  /** The times of the rows, in milliseconds since 1970: a row without one has that of its turn. Empty if rows have none. */
  times(): Float64Array;
  /** When their turns are: never earlier than the row before. Empty if rows have no times. */
  turns(): Float64Array;
}

/**
 * Rows that were recorded and are sent again, in place of generated ones. Row i of the stream is the i-th row of the recording; if it
 * loops, it begins again after the last one.
 */
export interface Recording extends RecordingFacts {
  /** The part with a row below `rows`, by the bytes as they are now. */
  readonly partOf: (row: number) => RecordedPart;
  /** Called after rows were read. @throws DeliveryError if their bytes have changed since the scan */
  readonly check: () => void;
}
