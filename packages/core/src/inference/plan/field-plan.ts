import type { Decision } from '../decide/decision.ts';

/** What becomes of a field of the sample. */
export interface FieldPlan {
  readonly name: string;
  /** `user.address.city`, `items[].price`. */
  readonly path: string;
  readonly decision: Decision;
  /** Shares of the rows, 0 to 1. */
  readonly nulls: number;
  readonly missing: number;
  /** Fields of an object, or of a list's objects. */
  readonly fields?: readonly FieldPlan[];
  /** Elements of a list. */
  readonly count?: Count;
  /** Values in the kept rows, in their order; undefined where missing. Only for plain fields of an object. */
  readonly cells?: readonly unknown[];
}

/** Elements of a list, as in the schema language. */
export type Count = number | { readonly min: number; readonly max: number };
