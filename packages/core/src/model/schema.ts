import type { CustomType } from './custom-type.ts';

/** What one event looks like: its fields, in the order in which they are written. Made by `parseSchema`, never by hand. */
export interface Schema {
  readonly fields: readonly Field[];
}

/** One field of a schema, checked: the type is known and the params fit it. */
export interface Field {
  /** The key in the row. Any text, `__proto__` and `constructor` included. */
  readonly name: string;
  /** Name of the generator type as the catalogue has it; an alias is already resolved. */
  readonly type: string;
  /** The type itself, if it is a custom one. Absent: a type that ships with Catbird. */
  readonly custom?: CustomType;
  /** Arguments of the generator, as a list: `"params": {…}` is one argument, `"params": […]` are several. */
  readonly args: readonly unknown[];
  /** Absent: a single value. A number above 1: an array of that many values. A range: an array whose length is drawn for each row, both ends included. */
  readonly count?: number | { readonly min: number; readonly max: number };
  /** Names of fields that the value goes with: the same values of theirs, the same value of this one. Absent: the row. */
  readonly per?: readonly string[];
  /** Share of rows in which the value is null, 0 to 1. Absent: none. */
  readonly nulls?: number;
  /** Share of rows in which the field is left out, 0 to 1. Absent: none. */
  readonly missing?: number;
  /** Made for other fields to read, and not sent. */
  readonly hidden?: true;
  /** The fields of an object, for the type `object`. */
  readonly fields?: readonly Field[];
  /** The field specs within `args`, in the order in which the type names them. */
  readonly specs?: readonly Field[];
}
