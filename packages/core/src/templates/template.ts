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
  /** More than one: the field is an array of that many values. */
  readonly count?: number;
}

/** A template from its name, summary and schema; the text is made from the schema. */
export const defineTemplate = (parts: Omit<Template, 'text'>): Template => ({
  ...parts,
  text: formatSchema(parts.schema),
});
