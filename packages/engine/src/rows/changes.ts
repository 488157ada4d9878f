import { findType } from '../generators/catalogue.ts';
import type { ChangeUse } from '../generators/generator.ts';
import type { Field, Schema } from '../model/schema.ts';

/** A field that tells changes of an entity. */
export interface ChangeField extends ChangeUse {
  readonly field: Field;
}

/** The field of a schema that tells changes of an entity; undefined if its rows are no changes. */
export function changeIn({ fields }: Pick<Schema, 'fields'>): ChangeField | undefined {
  for (const field of fields) {
    const use = findType(field.type)?.change?.(field.args);
    if (use !== undefined) return { ...use, field };
  }
  return undefined;
}
