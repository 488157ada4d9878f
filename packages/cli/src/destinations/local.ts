import type { Connection, Destination } from '@catbird/core/destinations';

/** Where the rows of a stream end in files of this machine. */
export interface FilePlace {
  /** Without symbolic links. */
  readonly path: string;
  /** Number of the file, from 0, where one is begun when another is full. */
  readonly part: number;
  /** Its length: what comes after it is not of the stream. */
  readonly bytes: number;
  readonly gzip: boolean;
}

/** Keeps for a later process where the rows end. */
export interface Bookmark {
  /** The state file. */
  readonly state: string;
  /** As an earlier process kept it; null for a stream that begins. */
  readonly kept: FilePlace | null;
  /** Rows were acknowledged: what exists is added to. */
  readonly hasRows: boolean;
  /**
   * Keeps another place, durably, together with which rows are acknowledged: exactly these are before it.
   *
   * @throws DeliveryError when it cannot be kept
   */
  keep(place: FilePlace): void;
}

/** A connection to files of this machine. */
export interface LocalConnection extends Connection {
  /** Makes durable what was written, and keeps where it ends. */
  checkpoint(): Promise<void>;
}

/** What a stream was before this process. */
export interface Before {
  /** The state file; null where the stream has none. */
  readonly state: string | null;
  readonly kept: FilePlace | null;
  /** Rows were acknowledged. */
  readonly hasRows: boolean;
  /** No row is left to send. */
  readonly isFinished: boolean;
}

/** Files of this machine, as a destination. */
export interface LocalFiles {
  /** The file without symbolic links. */
  readonly path: string;
  /** Whether a path, without symbolic links, is one of its further files. */
  isPart(path: string): boolean;
  /** Why these files cannot be written or gone on with, in sentences; nothing is changed. */
  problem(before: Before): Promise<string | undefined>;
  /** @throws DeliveryError when they cannot be had */
  open(bookmark: Bookmark | undefined): Promise<LocalConnection>;
}

/** A destination of the command line. */
export interface CliDestination<Config = unknown> extends Destination<Config> {
  /** The files of this machine that it writes; undefined where it writes to a device or a pipe. */
  local?(config: Config): LocalFiles | undefined;
}
