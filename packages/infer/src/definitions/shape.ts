import type { SchemaObject } from '../draft.ts';

/** The plain types of definitions. */
export type ShapeKind =
  | 'whole number'
  | 'number'
  | 'text'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'time of day'
  | 'milliseconds of a day'
  | 'microseconds of a day'
  | 'UUID'
  | 'email'
  | 'URL'
  | 'IP address'
  | 'JSON'
  | 'bytes'
  | 'duration'
  | 'IPv6 address'
  | 'host name'
  | 'map'
  /** A list within a list: its only field is the shape of its elements. */
  | 'list'
  /** A list whose elements differ by position: its fields are the shapes of them. */
  | 'tuple'
  /** One of its fields. */
  | 'one of'
  | 'object';

/** What a definition says about a field, whatever language it is written in. */
export interface Shape {
  readonly name: string;
  readonly kind: ShapeKind;
  readonly isNullable?: boolean;
  /** Some rows do not have the field. */
  readonly isOptional?: boolean;
  readonly isList?: boolean;
  /** Elements of the list. Default: 0 to 3 */
  readonly count?: { readonly min: number; readonly max: number };
  /** Texts that few values differ in, whatever their name says. */
  readonly hasFewValues?: boolean;
  /** Elements of the list differ. */
  readonly isDistinct?: boolean;
  /** The only values, such as those of an enumeration. They are part of the definition, not of any data. */
  readonly values?: readonly unknown[];
  /** The value of rows that give none: `DEFAULT`. */
  readonly initial?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly decimals?: number;
  /** Numbers are multiples of it. */
  readonly step?: number;
  /** Characters of a text, at least. */
  readonly minLength?: number;
  /** A regular expression for `helpers.fromRegExp`. */
  readonly pattern?: string;
  /** Characters of a text, at most. */
  readonly maxLength?: number;
  /** Each row has its own value. */
  readonly isKey?: boolean;
  /** Each row has its own value, but it is not what others refer to. */
  readonly isUnique?: boolean;
  /** Whole numbers that count the rows. */
  readonly isCounter?: boolean;
  /** Rows do not have the field, but others refer to it: the database counts it. */
  readonly isHidden?: boolean;
  /** Rows do not have the field: it is for their key, headers or address. */
  readonly isSide?: boolean;
  /** The table whose key it contains. */
  readonly references?: string;
  /** The field of that table. Default: its key */
  readonly referencedField?: string;
  /** Another field that it is compared with: times come after that, and numbers are not larger. */
  readonly follows?: {
    readonly field: string;
    readonly isStrict: boolean;
    readonly isNullable: boolean;
    /** Only in entities, which exist for some time. */
    readonly ofEntity?: boolean;
    /** How far a time is behind it, at most. Default: three days, and 60 of a date */
    readonly withinSeconds?: number;
  };
  /** Share of rows in which it is null, if that is known. */
  readonly nulls?: number;
  /** Times are not before this one, in ISO 8601. */
  readonly from?: string;
  /** Times are before this one, in ISO 8601. */
  readonly to?: string;
  /** Of the fields with the same choice, each row has one. A name, which no field has. */
  readonly choice?: string;
  /** Fields of an object, elements of a tuple, alternatives of `one of`; key and value of a map. */
  readonly fields?: readonly Shape[];
  /** Members of a map. Default: 0 to 3 */
  readonly size?: { readonly min: number; readonly max: number };
}

/** A reference of several fields, which are one key together. */
export interface Reference {
  readonly fields: readonly string[];
  readonly table: string;
  /** The fields of that table, in the same order. Default: its key */
  readonly referencedFields?: readonly string[];
}

/** A table or a type of event. */
export interface Table {
  readonly name: string;
  readonly fields: readonly Shape[];
  /** Fields whose values differ in each row together, the primary key first. Single ones are in `fields`. */
  readonly keys?: readonly (readonly string[])[];
  /** References of several fields. */
  readonly references?: readonly Reference[];
  /** Rows that its stream has. Default: 1,000 */
  readonly rows?: number;
  /** Where its rows go and how, as a stream of a config has it. Default: to a file */
  readonly stream?: SchemaObject;
}

/** What was understood of a definition. */
export interface Definition {
  readonly tables: readonly Table[];
  /** What was not, a sentence each. */
  readonly notes: readonly string[];
}
