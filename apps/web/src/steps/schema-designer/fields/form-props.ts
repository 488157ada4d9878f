import type { ValueShape, JsonNode } from '@catbird/engine';
import type { FieldNode } from '../../../schema-text/fields.ts';
import type { TypeSummary } from '../../../worker/type-protocol.ts';

/** What the inputs of a field's form need. */
export interface FormProps {
  readonly field: FieldNode;
  /** The schema text. */
  readonly text: string;
  /** Undefined: not known, or not loaded yet. */
  readonly type: TypeSummary | undefined;
  /** Types have not been loaded yet. */
  readonly isLoading: boolean;
  /** Fields that can be read here. */
  readonly names: readonly string[];
  readonly locked: boolean;
  readonly onEdit: (text: string, typing: boolean) => void;
}

/** Changes a value: JSON, or undefined to remove it. `typing`: undone together with what was typed just before. */
export type SetValue = (value: string | undefined, typing?: boolean) => void;

/** Props of the form control of a value. */
export interface ValueProps {
  readonly id: string;
  /** Accessible name of the control. */
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly shape: ValueShape;
  /** Undefined: the value is not set. */
  readonly node: JsonNode | undefined;
  /** The schema text. */
  readonly text: string;
  /** Fields that can be read. */
  readonly names: readonly string[];
  readonly isRequired: boolean;
  /** What a choice is called that leaves the value out. */
  readonly none?: string;
  readonly onSet: SetValue;
  /** Replaces the schema text, for edits inside the value. */
  readonly onEdit: (text: string, typing: boolean) => void;
}
