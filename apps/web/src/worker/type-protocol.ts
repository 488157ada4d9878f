import type { Param } from '@catbird/engine';
import type { FieldStatistics } from '@catbird/verify';

/** Generator types to draw values of, each with its example. */
export interface DrawRequest {
  readonly types: readonly string[];
  readonly seed: string;
  /** Values to add up, per type; 0: none, only the first values are shown. */
  readonly counted: number;
}

/** Values of a generator type. */
export interface DrawnType {
  readonly name: string;
  /** The first values as people read them; long ones are cut. Empty if it cannot be drawn. */
  readonly values: readonly string[];
  /** Of the value, then of its members. Empty if none were counted. */
  readonly fields: readonly FieldStatistics[];
  /** What to know about the values, or why there are none. */
  readonly note: string | undefined;
}

/** A generator type, for completion and forms. */
export interface TypeSummary {
  readonly name: string;
  readonly summary: string;
  /** Valid `params`, as JSON. */
  readonly example: string | undefined;
  readonly params: readonly Param[];
  /** Its first argument, if that may be a value without names, such as a template's text. */
  readonly argument?: Param | undefined;
  /** It does not work without params. */
  readonly needsParams?: boolean;
  /** Its values depend on the row only, so it has no `per`. */
  readonly isRowOnly?: boolean;
  /** Locales that have values of their own. Empty: values are the same in all. */
  readonly locales: readonly string[];
}
