import { formatSchema } from '../schema/format.ts';

/** A named schema that ships with Catbird. */
export interface Template {
  /** As in the template dropdown and in links: `Stock Prices`. */
  readonly name: string;
  /** One sentence: what an event of it is. */
  readonly summary: string;
  readonly schema: SchemaObject;
  /** The schema as JSON text, formatted for reading: what the editor shows. */
  readonly text: string;
}

/** A schema as a person writes it: a map from field name to field spec, in the order of the fields. */
export type SchemaObject = Readonly<Record<string, FieldSpec>>;

/** How one field is generated, as a person writes it. */
export interface FieldSpec {
  /** Name of a generator type: `number.int`. */
  readonly type: string;
  /** The generator's arguments: an object is one argument, a list several, or directly the choices of `helpers.arrayElement`. */
  readonly params?: unknown;
  /** The fields of an `object`, in place of params. */
  readonly fields?: SchemaObject;
  /** More than one: the field is an array of that many values. A range: its length is drawn for each row. */
  readonly count?: number | { readonly min: number; readonly max: number };
  /** Other fields that the value goes with: where they are the same, it is the same. */
  readonly per?: string | readonly string[];
  /** Share of rows in which the value is null, 0 to 1. */
  readonly nulls?: number;
  /** Share of rows in which the field is left out, 0 to 1. */
  readonly missing?: number;
  /** Made for other fields to read, and not sent. */
  readonly hidden?: boolean;
}

/** A template from its name, summary and schema; the text is made from the schema. */
export const defineTemplate = (parts: Omit<Template, 'text'>): Template => ({
  ...parts,
  text: formatSchema(parts.schema),
});
