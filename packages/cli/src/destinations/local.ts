import type { Connection, Destination, RowFormat } from '@catbird/send';

/** Where a stream's rows end in local files. */
export interface FilePlace {
  /** With symbolic links resolved. */
  readonly path: string;
  /** Number of the file, from 0, with rotation. */
  readonly part: number;
  /** Length; data after it does not belong to the stream. */
  readonly bytes: number;
  readonly gzip: boolean;
}

/** Saves where the rows end, for a later process. */
export interface Bookmark {
  /** Path of the state file. */
  readonly state: string;
  /** As saved by an earlier process; null for a new stream. */
  readonly kept: FilePlace | null;
  /** Rows were acknowledged, so existing files are appended to. */
  readonly hasRows: boolean;
  /**
   * Saves a position durably, together with the acknowledged rows: exactly these precede it.
   *
   * @throws DeliveryError if it cannot be saved
   */
  keep(place: FilePlace): void;
}

/** A connection to local files. */
export interface LocalConnection extends Connection {
  /** Makes everything written durable, and saves the position. */
  checkpoint(): Promise<void>;
}

/** The stream before this process. */
export interface Before {
  /** Path of the state file; null without one. */
  readonly state: string | null;
  readonly kept: FilePlace | null;
  /** Rows were acknowledged. */
  readonly hasRows: boolean;
  /** All rows were sent. */
  readonly isFinished: boolean;
}

/** Local files as a destination. A format that is absent is lines of JSON. */
export interface LocalFiles {
  /** The file, with symbolic links resolved. */
  readonly path: string;
  /** Whether a path, with symbolic links resolved, is one of its rotated files. */
  isPart(path: string): boolean;
  /** Why these files cannot be written or continued, in sentences. Changes nothing. */
  problem(before: Before, format?: FileFormat): Promise<string | undefined>;
  /** @throws DeliveryError if they cannot be opened */
  open(bookmark: Bookmark | undefined, format?: FileFormat): Promise<LocalConnection>;
}

/** How rows become files. */
export type FileFormat = Pick<RowFormat, 'head' | 'blocks'>;

/** A destination of the command line. */
export interface CliDestination<Config = unknown> extends Destination<Config> {
  /** The local files that it writes; undefined for devices and pipes. */
  local?(config: Config): LocalFiles | undefined;
}
