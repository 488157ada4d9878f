import type { SchemaIssue, Renamed } from '@catbird/engine';
import type { RenameRequest } from '../../../worker/schema-protocol.ts';
import type { WantedField } from '../designer-props.ts';
import type { TypeSummary } from '../../../worker/type-protocol.ts';

/** Props of the table of fields. */
export interface FieldsTabProps {
  /** The schema text. */
  readonly content: string;
  readonly issues: readonly SchemaIssue[];
  /** A field to light and scroll to; another object wants it again. */
  readonly wanted: WantedField | undefined;
  readonly locked: boolean;
  /** Hidden, it marks no field. */
  readonly isShown: boolean;
  /** All generator types; called once. */
  readonly types: () => Promise<readonly TypeSummary[]>;
  /** Changes the schema text. `typing`: undone together with what was typed just before. */
  readonly onEdit: (content: string, typing: boolean) => void;
  /** Finds the text in which a field has another name, wherever it is read; undefined if it cannot. */
  readonly onRename: (request: RenameRequest) => Promise<Renamed | undefined>;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Called with the keys of the field being edited, as in issues. */
  readonly onActive: (path: readonly string[] | undefined) => void;
  /** Shows a part of the text in the JSON editor. */
  readonly onJson: (offset: number, length: number) => void;
}
