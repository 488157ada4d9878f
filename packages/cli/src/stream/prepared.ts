import type { Faults } from '@catbird/engine';
import { type AwsKeys, type RequestLimits, countBelow } from '@catbird/send';
import type { StreamFormat, StreamPace, StreamPlan } from '@catbird/stream';
import type { LocalFiles } from '../destinations/file.ts';
import type { DigestLedger } from '../digest/ledger.ts';
import type { FaultPlace, FaultLog } from './fault-file.ts';
import type { TypeVersion } from '../types/package.ts';
import type { Workers } from '../workers/choose.ts';
import type { Part } from './part.ts';
import type { State } from './state.ts';
import type { LostRows } from '../report/lost.ts';

/** The rows to send, and when. */
interface PlannedRows
  extends
    Pick<
      StreamPlan,
      | 'faulty'
      | 'incidents'
      | 'first'
      | 'isDropped'
      | 'limit'
      | 'ownRows'
      | 'plain'
      | 'plannedRows'
      | 'positionOf'
      | 'remaining'
      | 'rows'
      | 'schema'
      | 'stopAfterMs'
      | 'time'
      | 'toLocal'
      | 'wholeRows'
    >,
    Omit<StreamPace, 'backfill'> {
  readonly schemaName: string;
  /** The packages of the types that it may use. */
  readonly types: readonly TypeVersion[];
  readonly seed: string;
  /** Tells the rows from those of other streams. */
  readonly fingerprint: string;
  /** Tells the rows from those of other streams, in whatever format. */
  readonly rowsHash: string;
  /** How the rows are written. Undefined: as lines of JSON. */
  readonly format: StreamFormat | undefined;
  /** The other streams whose rows are steps of the same journeys. */
  readonly sharesJourneysWith: readonly string[];
}

/** What earlier processes left. */
interface Resumed extends Pick<Part, 'acknowledged' | 'file' | 'isResumed' | 'lost' | 'spans'> {
  /** Whether an earlier process sent some rows. */
  readonly hasRows: boolean;
  /** Whether earlier processes sent all rows. */
  readonly isFinished: boolean;
  /** What an earlier process saved of the rows of each thread, if threads sent them. */
  readonly parts: readonly State[] | undefined;
  /** How far an earlier process has completed its file of faults. */
  readonly faultPlace: FaultPlace | null;
}

/** Where the rows go, and what else is written. */
interface Outputs {
  readonly config: unknown;
  /** From which the config was read: those given, and those from the environment. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Current keys of AWS, if those in the config are from a profile or role. */
  readonly awsKeys: AwsKeys | undefined;
  readonly limits: RequestLimits;
  /** The files to write, for a destination on this machine. */
  readonly local: LocalFiles | undefined;
  /** The digest of acknowledged rows, if asked for. */
  readonly digest: DigestLedger | undefined;
  /** The log of faults, if faults are injected or logged. */
  readonly faultLog: FaultLog | undefined;
  /** With which the stream begins. */
  readonly faults: Faults;
  /** Notes to show before the stream starts. */
  readonly notes: readonly string[];
}

/** How the stream is split among processes and threads. */
interface Split extends Pick<Part, 'shard'> {
  /** The field by whose values the rows are split among shards, and threads that send them. Undefined in such a thread. */
  readonly splitBy: string | undefined;
  /** The threads that send the rows, or generate them. */
  readonly workers: Workers;
  /** Starts the threads that generate rows, and notes the loss of one. Returns what ends them. Undefined if there are none. */
  readonly startGenerating: ((note: (text: string) => void) => () => Promise<void>) | undefined;
}

/** A checked stream, ready to start. */
export interface Prepared extends PlannedRows, Resumed, Outputs, Split {}

/** What earlier processes of a stream did. */
export interface Earlier {
  /** Rows that are done, lost ones included. */
  readonly done: number;
  readonly lost: readonly LostRows[];
}

export const earlierOf = ({
  first,
  acknowledged,
  lost,
}: Pick<Prepared, 'first' | 'acknowledged' | 'lost'>): Earlier => {
  const sums = new Map<string, LostRows>();
  for (const { outcome, reason, rows } of lost) {
    const key = JSON.stringify([outcome, reason]);
    sums.set(key, { outcome, reason, rows: rows + (sums.get(key)?.rows ?? 0) });
  }
  return { done: first + countBelow(Infinity, acknowledged), lost: [...sums.values()] };
};
