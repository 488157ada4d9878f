import type { CustomType } from './custom-type.ts';
import type { JourneyPlan } from './journey.ts';

/** What one event looks like: its fields in output order. Created by `parseSchema`, never by hand. */
export interface Schema {
  readonly fields: readonly Field[];
  /** The entities that fields draw. Absent: none. */
  readonly entities?: readonly Entity[];
  /** The journey in time whose steps are the rows. Absent: rows are no steps, or of a journey without times. */
  readonly journey?: JourneyPlan;
  /** The rows are the entities of a kind that grows, each at its creation. Absent: they are others. */
  readonly creation?: Creation;
}

/** Rows that are the entities of a kind that grows: `from` at the beginning, then others in order, so many per second. */
export interface Creation {
  /** The entity. */
  readonly of: string;
  /** How many there will be. */
  readonly size: number;
  readonly from: number;
  readonly perSecond: number;
}

/** A param whose value is that of another field. */
export interface ParamField {
  /** Path of the param, starting at the argument list. */
  readonly path: readonly (string | number)[];
  /** Name of the other field. */
  readonly name: string;
}

/** Things that exist once and are drawn by fields: users, products, sensors. A value depends only on seed, entity, field and index. */
export interface Entity {
  /** What draws call it: `product`. */
  readonly name: string;
  /** How many there are, 1 to 2^53 − 1. */
  readonly size: number;
  /** The field that identifies an entity, with distinct values. A draw writes it. */
  readonly key: Field;
  /** The other fields. */
  readonly fields: readonly Field[];
  /** Entities are created in event time, in order. Absent: all exist from the beginning. */
  readonly grow?: { readonly from: number; readonly perSecond: number };
}

/** The locales of a field's values. */
export interface FieldLocale {
  /** Names of locales with their weights, above 0. At least one. */
  readonly shares: readonly (readonly [name: string, weight: number])[];
  /** Each value draws its own. Absent: a row, an entity or a key of `per` draws one for all its fields that follow the schema's. */
  readonly isOwn?: true;
}

/** A checked field of a schema: its type exists and its params are valid. */
export interface Field {
  /** The key in the row. Any string, `__proto__` and `constructor` included. */
  readonly name: string;
  /** Name of the generator type in the catalogue; aliases are resolved. */
  readonly type: string;
  /** The type itself, if it is a custom one. Absent: a type that ships with Catbird. */
  readonly custom?: CustomType;
  /** Arguments of the generator: `"params": {…}` is one argument, `"params": […]` is a list of arguments. */
  readonly args: readonly unknown[];
  /** Absent: a single value. A number above 1: an array of that length. A range: an array with a random length per row, min and max inclusive. */
  readonly count?: number | { readonly min: number; readonly max: number };
  /** Elements of the array differ: as a whole, or in a member. Absent: they may be equal. */
  readonly distinct?: true | string;
  /** The array is sorted by its elements, or by a member. Absent: in the order in which they are drawn. */
  readonly sort?: { readonly by?: string; readonly order?: 'ascending' | 'descending' };
  /** Fields that determine the value: whenever they repeat, the value repeats. Absent: a new value per row. */
  readonly per?: readonly string[];
  /** Share of rows in which the value is null, 0 to 1. Absent: none. */
  readonly nulls?: number;
  /** Share of rows without the field, 0 to 1. Absent: none. */
  readonly missing?: number;
  /** An expression: rows in which it is not true lack the field. Absent: all have it. */
  readonly if?: string;
  /** The locales of its values, if its type follows them. Absent: English. */
  readonly locale?: FieldLocale;
  /** Values of different entities differ. Only in entities. */
  readonly unique?: true;
  /** Generated for other fields to read, but not sent. */
  readonly hidden?: true;
  /** The fields of an object, for the type `object`. */
  readonly fields?: readonly Field[];
  /** The params in `args` that read other fields: at their places are objects `{"ref": name}`. Absent: none does. */
  readonly paramFields?: readonly ParamField[];
  /** The field specs in `args`, in the order in which the type lists them. */
  readonly specs?: readonly Field[];
}
