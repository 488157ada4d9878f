import type {
  Entity,
  Faults,
  PoolUse,
  Schema,
  Shard,
  Span,
  StreamFormat,
  StreamPace,
  StreamPlan,
} from '@catbird/core/internal/engine';
import type { RequestLimits } from '@catbird/core/destinations';
import type { Loss, Range } from '@catbird/core/internal/resume';
import type { FilePlace, LocalFiles } from '../destinations/local.ts';
import type { DigestLedger } from '../digest/ledger.ts';
import type { FaultPlace } from './fault-file.ts';
import type { FaultLog } from './fault-log.ts';
import type { Workers } from '../workers/choose.ts';
import type { State } from './state.ts';

/** A checked stream, ready to start. */
export interface Prepared
  extends
    Pick<
      StreamPlan,
      | 'faulty'
      | 'first'
      | 'limit'
      | 'ownRows'
      | 'plannedRows'
      | 'positionOf'
      | 'remaining'
      | 'rows'
      | 'stopAfterMs'
      | 'time'
      | 'wholeRows'
    >,
    Omit<StreamPace, 'backfill'> {
  readonly config: unknown;
  readonly limits: RequestLimits;
  readonly schema: Schema;
  readonly schemaName: string;
  readonly seed: string;
  /** Rows after the first one that an earlier process sent. */
  readonly acknowledged: readonly Range[];
  /** Rows that earlier processes could not deliver, and that are not sent again. */
  readonly lost: readonly Loss[];
  /** The times of remaining rows that an earlier process may have sent. */
  readonly spans: readonly Span[];
  /** Where an earlier process stopped writing to a file. */
  readonly file: FilePlace | null;
  /** Whether there is the state of an earlier process. */
  readonly isResumed: boolean;
  /** Whether an earlier process sent some rows. */
  readonly hasRows: boolean;
  /** Whether earlier processes sent all rows. */
  readonly isFinished: boolean;
  /** The files to write, for a destination on this machine. */
  readonly local: LocalFiles | undefined;
  readonly shard: Shard | undefined;
  /** The field by whose values the rows are split among shards, and threads that send them. Undefined in such a thread. */
  readonly splitBy: string | undefined;
  /** The digest of acknowledged rows, if asked for. */
  readonly digest: DigestLedger | undefined;
  /** The log of faults, if faults are injected or logged. */
  readonly faultLog: FaultLog | undefined;
  /** How far an earlier process has completed its file. */
  readonly faultPlace: FaultPlace | null;
  /** With which the stream begins. */
  readonly faults: Faults;
  readonly fingerprint: string;
  /** How the rows are written. Undefined: as lines of JSON. */
  readonly format: StreamFormat | undefined;
  /** The threads that send the rows, or generate them. */
  readonly workers: Workers;
  /** What an earlier process saved of the rows of each thread, if threads sent them. */
  readonly parts: readonly State[] | undefined;
  /** Starts the threads that generate rows, and notes the loss of one. Returns what ends them. Undefined if there are none. */
  readonly startGenerating: ((note: (text: string) => void) => () => Promise<void>) | undefined;
  /** The journey in time whose steps are the rows, if there is one. */
  readonly journey: Schema['journey'];
  /** The other streams whose rows are steps of the same journeys. */
  readonly sharesJourneysWith: readonly string[];
  /** The entities that the schema may draw. */
  readonly entities: readonly Entity[];
  /** Those of them that the schema draws and that grow. */
  readonly growing: readonly Entity[];
  /** The key pools that the schema draws from. */
  readonly pools: readonly PoolUse[];
  /** Notes to show before the stream starts. */
  readonly notes: readonly string[];
}
