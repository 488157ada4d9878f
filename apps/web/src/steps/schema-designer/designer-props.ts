import type { Renamed, Spread } from '@catbird/engine';
import type { StateBeforeRun } from '../../state/before-run.ts';
import type { Sample } from '../../state/state.ts';
import type {
  DataProfile,
  GeneratedRows,
  RenameRequest,
  SourceRequest,
} from '../../worker/schema-protocol.ts';
import type { TypeSummary } from '../../worker/type-protocol.ts';

/** A view of the data: some rows with statistics on their columns, or the first row as JSON. */
export type ViewName = 'table' | 'row';

/** Which rows the table shows: 40 out of the stretch that the statistics cover, or the first. */
export type RowChoice = 'spread' | 'first';

/** A field to show in the table of fields. */
export interface WantedField {
  /** Its keys, as in issues. */
  readonly path: readonly string[];
  /** Its form opens, too. */
  readonly opensForm: boolean;
}

/** What the preview asks of the page. */
export interface PreviewActions {
  changeSeed(seed: string): void;
  newSeed(): Promise<void>;
  profile(sample: Sample): Promise<DataProfile>;
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
