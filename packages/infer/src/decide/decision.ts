/** A field spec of the schema language. */
export interface Spec {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What a field is. */
export type Kind =
  | 'null'
  | 'boolean'
  | 'constant'
  | 'enumeration'
  | 'whole number'
  | 'number'
  | 'latitude'
  | 'longitude'
  | 'sequence'
  | 'key'
  | 'timestamp'
  | 'date'
  | 'time of day'
  | 'epoch milliseconds'
  | 'epoch seconds'
  | 'epoch microseconds'
  | 'UUID'
  | 'email'
  | 'IP address'
  | 'MAC address'
  | 'URL'
  | 'path'
  | 'user agent'
  | 'phone number'
  | 'country code'
  | 'currency code'
  | 'IBAN'
  | 'card number'
  | 'version'
  | 'token'
  | 'hexadecimal'
  | 'name'
  | 'pattern'
  | 'text'
  | 'object'
  | 'list'
  | 'mixed';

/** A value of the sample that a spec contains. */
export interface Copied {
  readonly value: unknown;
  /** Share of the rows, 0 to 1. */
  readonly share: number;
}

/** Whether a value of the sample may be in the schema. */
export type IsConfirmed = (value: unknown) => boolean;

/** Values that a spec may contain if a person confirms them. */
export interface Confirmable {
  /** All of them. */
  readonly values: readonly Copied[];
  /** The spec with those that are confirmed. Called if one of them is. */
  readonly spec: (isConfirmed: IsConfirmed) => Spec;
}

/** A value and the name that stands for it as long as it is not confirmed. */
export interface Member {
  readonly value: unknown;
  readonly label: unknown;
  readonly count: number;
  /** A word that categories have, which stands for nobody. */
  readonly isKnown?: boolean;
}

/** A time column: what its values say about the pace of events. */
export interface TimeFacts {
  readonly firstMs: number;
  readonly lastMs: number;
  /** Whether rows are in the order of this time. */
  readonly isOrdered: boolean;
  /** Whether the field became the time of the event. */
  readonly isEvent?: true;
  /** The values, in the order of the sample; NaN where one cannot be read. */
  readonly ms: readonly number[];
  /** Writes milliseconds as this column does: an expression over the name or formula of a number of milliseconds. */
  readonly print: (ms: string) => string;
  /** The expression of its milliseconds in another field. Undefined if none can read it. @param key `user_id.` if it belongs to an entity */
  readonly sourceIn?: ((key: string) => string | undefined) | undefined;
  /** The same, read from the texts of the field. */
  readonly textIn?: (key: string) => string;
}

/** What a rule decides about a column. */
export interface Decision {
  readonly kind: Kind;
  /** The reason, as a sentence. */
  readonly reason: string;
  /** 0 to 1: the share of values that agree, or how well a law fits. */
  readonly confidence: number;
  /** A spec with nothing of the sample but shapes, rounded bounds and shares. */
  readonly spec: Spec;
  /** Values of the sample that the spec may contain if a person confirms them. */
  readonly confirmable?: Confirmable;
  /** Hidden fields that the spec reads, by name. */
  readonly helpers?: Readonly<Record<string, Spec>>;
  /** The values of an enumeration. */
  readonly members?: readonly Member[];
  readonly time?: TimeFacts;
}
