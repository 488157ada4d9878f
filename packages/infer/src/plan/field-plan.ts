import type { Column } from '../decide/column.ts';
import type { Copied, Decision, Member, Spec } from '../decide/decision.ts';

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
  /** The table that this field and others are columns of. */
  readonly table?: Table;
  /** The field whose table this one is a column of. */
  readonly tableOf?: string;
  /** The field that the hidden field it reads follows. */
  readonly follows?: string;
  /** The entity that this key draws. */
  readonly entity?: { readonly name: string; readonly size: number };
  /** The key whose entity this field is a member of. */
  readonly memberOf?: string;
  /** Values in the kept rows, in their order; undefined where missing. Only for plain fields of an object. */
  readonly cells?: readonly unknown[];
  /** The values that the decision is about, to read them in another way. Undefined for objects and lists of lists. */
  readonly column?: () => Column;
  /** A person chose the decision, or a rule computes the value, so that no other field changes it. */
  readonly isSettled?: boolean;
  /** The rule that computes the value. */
  readonly computed?: Computed;
  /** The rule that decides whether the field exists, or is not null. */
  readonly condition?: Condition;
  /** A rule that some rows break, so that it is not used. */
  readonly doubtful?: Evidence;
}

/** What stands in a schema for values of the sample. */
export interface Names {
  /** The name of a field's value, which may be the value itself. @param path of the field */
  readonly value: (path: string, value: unknown) => unknown;
  /** The text itself if it may be copied, otherwise what stands for it. @param path of the field that contains it */
  readonly text: (path: string, text: string, placeholder: string) => string;
}

/** How many rows keep a rule. */
export interface Evidence {
  /** Writes the rule as an expression. */
  readonly expression: (names: Names) => string;
  /** Rows that the rule is about. */
  readonly rows: number;
  /** Indexes of the kept rows, or elements of their lists, that break it. */
  readonly broken: readonly number[];
}

/** A value that follows from other fields. */
export interface Computed extends Evidence {
  readonly spec: (names: Names) => Spec;
  /** Hidden fields that it reads. */
  readonly helpers: (names: Names) => Readonly<Record<string, Spec>>;
  /** Texts of the sample that the spec contains if a person confirms them. */
  readonly texts: readonly Copied[];
}

/** When a field exists, or is not null. */
export interface Condition extends Evidence {
  readonly form: 'present' | 'null';
}

/** Elements of a list, as in the schema language. */
export type Count = number | { readonly min: number; readonly max: number };

/** Values that belong together. */
export interface Table {
  /** Names of the fields, the one that determines the others first. */
  readonly columns: readonly string[];
  readonly paths: readonly string[];
  /** The members of each column. */
  readonly members: readonly (readonly Member[])[];
  /** Whether the values of each column may be copied. */
  readonly areConfirmable: readonly boolean[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly count: number }[];
}

/** Fields, and those within them. */
export const flat = (plans: readonly FieldPlan[]): FieldPlan[] =>
  plans.flatMap((plan) => [plan, ...flat(plan.fields ?? [])]);

/** The params of a spec, if they are an object. */
export const paramsOf = ({ params = {} }: Spec): Readonly<Record<string, unknown>> =>
  typeof params === 'object' && params !== null ? { ...params } : {};

/** A name that is not taken, which it then is: `user_key`, `user_key2`. */
export function freeName(taken: Set<string>, name: string): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`;
  taken.add(free);
  return free;
}
