import type { Renamed, Spread } from '@catbird/engine';
import type { StateBeforeRun } from '../../state/before-run.ts';
import type { KeptSample } from '../../state/kept-sample.ts';
import type { SentStream } from '../../state/own-stream.ts';
import type { Sample } from '../../state/state.ts';
import type {
  DataProfile,
  GeneratedRows,
  RenameRequest,
  SourceRequest,
} from '../../worker/schema-protocol.ts';
import type { TypeSummary } from '../../worker/type-protocol.ts';

/** What the seed and a download ask of the page. */
export interface RowActions {
  changeSeed(seed: string): void;
  newSeed(): Promise<void>;
  source(): SourceRequest;
}

/** Actions of the schema designer. */
interface DesignerActions extends RowActions {
  profile(sample: Sample, tell: (profile: DataProfile) => void): Promise<DataProfile>;
  chooseTemplate(template: string): void;
  edit(content: string): void;
  format(): void;
  keepSample(sample: KeptSample | undefined): void;
  sent(): SentStream;
  check(): void;
  preview(): Promise<boolean>;
  saveAndGenerate(): Promise<void>;
  rows(spread: Spread): Promise<GeneratedRows>;
  types(): Promise<readonly TypeSummary[]>;
  rename(request: RenameRequest): Promise<Renamed | undefined>;
}

/** Props of the schema designer and its parts. */
export interface DesignerProps {
  readonly state: StateBeforeRun;
  /** A stream runs. */
  readonly locked: boolean;
  readonly actions: DesignerActions;
  /** Opens a config of several streams, in place of the steps. */
  readonly onConfig: (file: File) => void;
}
