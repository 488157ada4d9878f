import type { Renamed, Spread } from '@catbird/core/internal/engine';
import type { StateBeforeRun } from '../../state/before-run.ts';
import type { Sample } from '../../state/state.ts';
import type {
  DataProfile,
  GeneratedRows,
  RenameRequest,
  SourceRequest,
} from '../../worker/schema-protocol.ts';
import type { TypeSummary } from '../../worker/type-protocol.ts';

/** A view of the preview: the first row, the first ten, or statistics on the fields. */
export type ViewName = 'row' | 'table' | 'fields';

/** What the preview asks of the page. */
export interface PreviewActions {
  changeSeed(seed: string): void;
  newSeed(): Promise<void>;
  profile(sample: Sample, onlyRows: boolean): Promise<DataProfile>;
  source(): SourceRequest;
}

/** Actions of the schema designer. */
interface DesignerActions extends PreviewActions {
  chooseTemplate(template: string): void;
  edit(content: string): void;
  format(): void;
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
