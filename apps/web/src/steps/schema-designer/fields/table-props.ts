import type { SchemaIssue, Renamed } from '@catbird/engine';
import type { DataProfile, RenameRequest } from '../../../worker/schema-protocol.ts';
import type { TypeSummary } from '../../../worker/type-protocol.ts';

/** Props of the table of fields. */
export interface FieldsTableProps {
  /** The schema text. */
  readonly content: string;
  readonly issues: readonly SchemaIssue[];
  /** Rows of the stream, and what is counted of them; undefined: there are none yet. */
  readonly profile: DataProfile | undefined;
  /** They are of another schema. */
  readonly isOld: boolean;
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
  /** Called with the keys of the field being edited, as in issues. */
  readonly onActive: (path: readonly string[] | undefined) => void;
  /** Shows a part of the text in the JSON editor. */
  readonly onJson: (offset: number, length: number) => void;
}
