import type { Renamed, Spread } from '@catbird/core';
import type { StateBeforeRun } from '../../state/before-run.ts';
import type { GeneratedRows, RenameRequest } from '../../worker/schema-protocol.ts';
import type { TypeSummary } from '../../worker/type-protocol.ts';
import type { PreviewActions } from './views.ts';

/** Actions of the schema designer. */
export interface DesignerActions extends PreviewActions {
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
