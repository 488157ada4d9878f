import { formatSchema } from '../schema/format.ts';

/** A named schema that ships with Catbird. */
export interface Template {
  /** Shown in the template dropdown and used in links: `Stock Prices`. */
  readonly name: string;
  /** What one event is, in one sentence. */
  readonly summary: string;
  readonly schema: SchemaWithEntities;
  /** The schema as formatted JSON, as the editor shows it. */
  readonly text: string;
}

/** A schema as people write it: a map from field name to field spec, in output order. */
export type SchemaObject = Readonly<Record<string, FieldSpec>>;

/** A schema with the entities that its fields draw. */
export interface SchemaWithEntities {
  readonly $entities?: Readonly<Record<string, EntitySpec>>;
  readonly [field: string]: FieldSpec | Readonly<Record<string, EntitySpec>> | undefined;
}

/** An entity as people write it. */
export interface EntitySpec {
  /** How many there are, from 1. */
  readonly size: number;
  /** Default: 1 to size. */
  readonly key?: FieldSpec;
  /** Default: the name of the entity and `_id`. */
  readonly keyName?: string;
  readonly fields: SchemaObject;
}

/** How one field is generated, as people write it. */
export interface FieldSpec {
  /** Name of a generator type: `number.int`. */
  readonly type: string;
  /** The generator's arguments: an object is one argument, a list is several. `helpers.arrayElement` also accepts a bare list of choices. */
  readonly params?: unknown;
  /** The fields of an `object`, instead of `params`. */
  readonly fields?: SchemaObject;
  /** Above 1: an array of this length. A range: an array with a random length per row. */
  readonly count?: number | { readonly min: number; readonly max: number };
  /** Fields that determine the value: whenever they repeat, the value repeats. */
  readonly per?: string | readonly string[];
  /** Share of rows in which the value is null, 0 to 1. */
  readonly nulls?: number;
  /** Share of rows without the field, 0 to 1. */
  readonly missing?: number;
  /** In an entity: different entities have different values. */
  readonly unique?: boolean;
  /** Generated for other fields to read, but not sent. */
  readonly hidden?: boolean;
}

/** The fields of a schema by name, without its entities. */
export const fieldSpecs = (schema: SchemaWithEntities): SchemaObject =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([name, spec]) =>
      // Only $entities is not a field.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      name === '$entities' ? [] : [[name, spec as FieldSpec] as const],
    ),
  );

/** Values with their weights, as a list. Whole numbers come first, the least before others. @param read the value of a text. Default: itself */
export const weights = (
  values: Readonly<Record<string, number>>,
  read: (text: string) => unknown = String,
): readonly object[] => Object.entries(values).map(([text, weight]) => ({ weight, value: read(text) }));

/** One of some values, by their weights. */
export const weighted = (...values: Parameters<typeof weights>): FieldSpec => ({
  type: 'helpers.weightedArrayElement',
  params: weights(...values),
});

/** Defines a template from its name, summary and schema; derives the text when it is first read. */
export function defineTemplate(parts: Omit<Template, 'text'>): Template {
  let text: string | undefined;
  return {
    ...parts,
    get text() {
      return (text ??= formatSchema(parts.schema));
    },
  };
}
