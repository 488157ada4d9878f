import type { IssuePlace, Renamed } from '@catbird/core/internal/engine';
import type { CheckResult } from '@catbird/core/internal/destinations';
import type { RateChange, Timing } from '@catbird/core/internal/time';
import type { Addition } from '../state/addition.ts';
import type { ExtendedConfig } from './add-stream.ts';
import type { ArrivedAnswer, ArrivedRequest } from './arrived-protocol.ts';
import type { CheckedConfig } from '../state/streams.ts';
import type { ConfigCheckRequest, ConfigText, SentConfig } from './read-protocol.ts';
import type { RunReport, RunSummary } from './report-protocol.ts';
import type { FaultTrial, StreamRequest, Target } from './run-protocol.ts';
import type {
  DataProfile,
  FilePort,
  FileRequest,
  GeneratedRows,
  PlanRequest,
  Preview,
  RenameRequest,
  RowsRequest,
  SourceRequest,
  StreamPlan,
} from './schema-protocol.ts';
import type { DrawnType, DrawRequest, TypeSummary } from './type-protocol.ts';

/** Messages to a worker. An answer has the `id` of its question. */
export type ToWorker =
  | ({ readonly kind: 'preview'; readonly id: number; readonly row: number } & SourceRequest)
  | ({ readonly kind: 'profile'; readonly id: number } & SourceRequest)
  | { readonly kind: 'plan'; readonly id: number; readonly plan: PlanRequest }
  | ({ readonly kind: 'rows'; readonly id: number } & RowsRequest)
  | { readonly kind: 'types'; readonly id: number }
  | ({ readonly kind: 'rename'; readonly id: number } & RenameRequest)
  | ({ readonly kind: 'draw'; readonly id: number } & DrawRequest)
  | { readonly kind: 'test'; readonly id: number; readonly target: Target }
  | ({ readonly kind: 'read'; readonly id: number } & ConfigText)
  /** Reports `trying` without a place after each stream. */
  | ({ readonly kind: 'examine'; readonly id: number } & ConfigCheckRequest)
  | ({ readonly kind: 'add'; readonly id: number; readonly addition: Addition } & ConfigText)
  | { readonly kind: 'start'; readonly stream: StreamRequest }
  /** Makes a file; see `FileAnswer`. */
  | { readonly kind: 'file'; readonly request: FileRequest; readonly port: FilePort }
  /** Compares what has arrived. See `ArrivedAnswer`. */
  | ({ readonly kind: 'judge' } & ArrivedRequest)
  /** Another rate from now on: see `RunControl.setRate`. */
  | { readonly kind: 'control'; readonly to: RateChange['to'] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** Skips the history that is left: see `RunControl.goLive`. */
  | { readonly kind: 'live' }
  /** Injects faults for a while; undefined: no more. */
  | { readonly kind: 'trial'; readonly trial: FaultTrial | undefined }
  /** Stops generating and waits for pending responses; a second one does not wait. */
  | { readonly kind: 'stop' };

/** Messages from a worker. */
export type FromWorker =
  /** The engine has loaded; a worker that was asked says how many times as long as an ordinary machine this one takes. Sent once, and first. */
  | { readonly kind: 'ready'; readonly slowness: number | undefined }
  /** A generator is about to run for the first time; undefined: all have run. */
  | { readonly kind: 'trying'; readonly place: IssuePlace | undefined }
  | { readonly kind: 'previewed'; readonly id: number; readonly preview: Preview }
  | { readonly kind: 'profiled'; readonly id: number; readonly profile: DataProfile }
  | { readonly kind: 'generated'; readonly id: number; readonly rows: GeneratedRows }
  | { readonly kind: 'planned'; readonly id: number; readonly plan: StreamPlan | undefined }
  | { readonly kind: 'types'; readonly id: number; readonly types: readonly TypeSummary[] }
  /** `renamed` undefined: there is no such field, or it has an error. */
  | { readonly kind: 'renamed'; readonly id: number; readonly renamed: Renamed | undefined }
  | { readonly kind: 'drawn'; readonly id: number; readonly types: readonly DrawnType[] }
  | { readonly kind: 'read'; readonly id: number; readonly config: SentConfig }
  | { readonly kind: 'examined'; readonly id: number; readonly checked: CheckedConfig }
  | { readonly kind: 'added'; readonly id: number; readonly config: ExtendedConfig }
  | { readonly kind: 'tested'; readonly id: number; readonly result: CheckResult }
  /** The time of the rows, with its relative instants resolved. Not sent if it is the clock's. */
  | { readonly kind: 'timed'; readonly timing: Timing }
  | { readonly kind: 'progress'; readonly progress: RunReport }
  /** Faults since the last such message, as JSON lines. */
  | { readonly kind: 'faults'; readonly lines: string }
  | { readonly kind: 'ended'; readonly summary: RunSummary }
  | ArrivedAnswer
  /** A bug: the fault of neither a service nor the user. */
  | { readonly kind: 'broken'; readonly message: string };
