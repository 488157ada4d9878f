import type * as z from 'zod/mini';
import type { Resource } from '../data/store.ts';
import type { CustomType } from '../model/custom-type.ts';
import type { JourneyPlan } from '../model/journey.ts';
import type { Kind, Made, Member } from '../model/kind.ts';
import type { Entity } from '../model/schema.ts';
import type { ValueSpace } from './analysis/value-space.ts';
import type { Cell } from './kernels/engine/cell.ts';
import type { Op } from './kernels/relation/change.ts';
import type { Lexicon } from './kernels/text/definitions.ts';
import type { Scope } from './scope.ts';

/** A reference to another field in the arguments of a type. */
export interface Reference {
  readonly name: string;
  /** Path to the field's name, starting at the argument list. */
  readonly path: readonly PropertyKey[];
  /** The referenced value is copied into this one, whatever its length. Default: no. */
  readonly isCopied?: true;
  /** Only this member of the objects in the field's lists is read. Default: the whole value. */
  readonly member?: string;
  /** What to do if the name is a path that starts with an ordinary field. Default: reported as an unknown field. */
  readonly notEntity?: string;
  /** The text at `path` is an expression or a template that reads the name. Absent: it is the name. */
  readonly within?: 'expression' | 'template' | undefined;
}

/** What is wrong with arguments that have the right types. */
export interface ArgumentFault {
  /** Path to the place, starting at the argument list. */
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** What to do. Default: the type's example. */
  readonly hint?: string;
  /** The key at the end of the path is wrong, not its value. */
  readonly isKey?: boolean;
}

/** An entity named in the arguments of a type. */
export interface EntityUse {
  readonly name: string;
  /** Path to the entity's name, starting at the argument list. */
  readonly path: readonly PropertyKey[];
}

/** The form of values that differ between entities: whole numbers, values of equal length, or others. */
export type DistinctForm = 'number' | 'fixed' | 'text';

/** How a field tells changes of an entity. */
export interface ChangeUse {
  /** Name of the journey field whose steps are the changes. */
  readonly of: string;
  /** Name of the entity, if it is not that of the journey. */
  readonly entity: string | undefined;
  /** By the name of the state. */
  readonly ops: Readonly<Record<string, Op>>;
  /** Share of updates with which fields change: all, or each of these. */
  readonly changes: number | Readonly<Record<string, number>>;
  readonly format: 'debezium' | 'row';
}

/** A value that a type draws, and how likely it is, from 0 to 1. */
export interface Share {
  readonly value: unknown;
  readonly share: number;
}

/** A key pool used by a field. */
export interface PoolUse {
  readonly name: string;
  readonly size: number;
}

/**
 * Reads the rows of a table from a file.
 *
 * @throws Error with a readable message if the file cannot be read
 */
export type Files = (name: string) => readonly unknown[];

/** How the values of a type follow a locale. */
export interface LocaleRule {
  /** Whether a locale has no data of its own for the type, so that values are English. */
  readonly lacks: (locale: string) => boolean;
  /** Whether these arguments leave the locale open. Default: they do. */
  readonly isOpen?: (args: readonly unknown[]) => boolean;
  /** Names and words become ASCII. Default: no. */
  readonly isAscii?: true;
}

/** What a type can ask when it tells the kind of its values. */
export interface KindScope {
  /** What another field makes, by its name or by a path into what it draws or makes. */
  readonly column: (name: string) => Made;
  /** The arguments of another field; none if there is no such field. */
  readonly argsOf: (name: string) => readonly unknown[];
  /** What the field specs in the arguments make, in order. */
  readonly specs: readonly Made[];
  /** The kind of an entity's key. */
  readonly key: (entity: string) => Kind;
  /** The fields of an entity, its key first. */
  readonly members: (entity: string) => readonly Member[];
}

/** What people read of a type. */
interface Documented {
  /** One sentence. */
  readonly summary: string;
  /** Working `params` for a field spec, if the type takes any. */
  readonly example?: unknown;
  /** A full example schema, for types that need other fields. */
  readonly exampleSchema?: Readonly<Record<string, unknown>>;
}

/** What a type takes in a field spec. */
interface Parameterised {
  /** Schema of the argument list, with descriptions. */
  readonly params: z.ZodMiniType<readonly unknown[]>;
  /** Former names of params, which are still accepted, by their paths: `wait.*.spread`, with the name now. */
  readonly formerly?: Readonly<Record<string, string>>;
  /** The field spec has `fields` instead of `params`. */
  readonly object?: true;
  /** The generator works despite invalid params: lenient parsing reports them as warnings. */
  readonly tolerant?: true;
  /** `list`: choices may be listed directly; `"params": [a, b]` equals `"params": [[a, b]]`. */
  readonly direct?: 'list';
  /** String arguments are patterns whose repetitions set the length of a value. */
  readonly pattern?: true;
  /** Maximum of the arguments that set a length or count. Default: `bounds.length`. */
  readonly maxSize?: number;
  /** Paths to the field specs in these arguments. Default: none. */
  readonly specs?: (args: readonly unknown[]) => readonly (readonly PropertyKey[])[];
  /** What is wrong with these arguments, each at its place. Default: only what `compile` throws. */
  readonly faults?: (args: readonly unknown[]) => readonly ArgumentFault[];
  /**
   * Replaces file names in the arguments with the contents of the files. Default: no files.
   *
   * @throws whatever `files` throws
   */
  readonly load?: (args: readonly unknown[], files: Files) => readonly unknown[];
}

/** What a type reads: other fields, entities, key pools and data. */
interface Dependent {
  /** All references to other fields in these arguments, repeated names included. Default: none. */
  readonly references?: (args: readonly unknown[]) => readonly Reference[];
  /** The entity that these arguments draw: paths that start with the field lead to the entity's fields. Default: none. */
  readonly draws?: (args: readonly unknown[]) => EntityUse | undefined;
  /** The key pool that these arguments use. Default: none. */
  readonly pool?: (args: readonly unknown[]) => PoolUse;
  /** Data that these arguments need in a locale, to be loaded before the schema is compiled. Default: none, or the locale. */
  readonly resources?: (args: readonly unknown[], locale?: string) => readonly Resource[];
  /** Params that choose this data. They are known before any row, so they cannot be read from fields. Default: none. */
  readonly resourceParams?: readonly string[];
}

/** How values relate to the rows around them. */
interface Positioned {
  /** The value continues from row to row. Randomness is drawn per series: one for each value of the `per` fields, or a single one. */
  readonly series?: true;
  /** The value depends only on the row index or event time, so `per` is an error. */
  readonly rowOnly?: true;
  /** These arguments draw each entity once, row by row. Default: no. */
  readonly isOnce?: (args: readonly unknown[]) => boolean;
  /** The journey in time that these arguments describe, whose steps are the rows of the schema. Default: none. */
  readonly journey?: (
    args: readonly unknown[],
    name: string,
    entityOf: (name: string) => Pick<Entity, 'name' | 'size' | 'fields'>,
  ) => JourneyPlan | undefined;
  /** The changes that the values tell, if they do: their rows must be sent in order. Default: they tell none. */
  readonly change?: (args: readonly unknown[]) => ChangeUse;
}

/** What is known of values before the first row. */
interface Valued {
  /** What values these arguments make. Default: texts. */
  readonly kind?: Kind | ((args: readonly unknown[], scope: KindScope) => Kind | Made);
  /** The members of the object that this type makes. Other fields read them by paths: `who.email`. Default: none. */
  readonly members?: readonly string[] | ((args: readonly unknown[]) => readonly string[]);
  /** How values follow a locale. Default: they are the same in all. */
  readonly locale?: LocaleRule;
  /** All values that these arguments can make, if they can be listed: for `unique`. Default: they cannot. @param lexicon of the locale; absent: English */
  readonly values?: (args: readonly unknown[], lexicon?: Lexicon) => ValueSpace | undefined;
  /**
   * Values that these arguments draw, and the share of each; those that a field spec makes are left out. Default: unknown.
   *
   * @param sharesOf the values of another field; empty if their shares are unknown
   */
  readonly shares?: (
    args: readonly unknown[],
    sharesOf: (name: string) => readonly Share[],
  ) => readonly Share[];
  /**
   * How values differ between entities; undefined if they may be equal. Default: they may.
   *
   * @param formOf how the values of another field of the entity differ
   */
  readonly distinct?: (
    args: readonly unknown[],
    formOf: (name: string) => DistinctForm | undefined,
  ) => DistinctForm | undefined;
  /** The members that differ between entities if the field is `unique`. Default: none. */
  readonly distinctMembers?: readonly string[];
}

/** A generator type: everything that validation, completion, reference and compilation need. */
export interface GeneratorType extends Documented, Parameterised, Dependent, Positioned, Valued {
  /** As in a field spec's `type`: `number.int`. */
  readonly name: string;
  /** The definition of a custom type. Absent: the type ships with Catbird. */
  readonly custom?: CustomType;
  /**
   * Creates the cell that writes this field.
   *
   * @throws Error with a readable message if the arguments contradict each other
   */
  compile(args: readonly unknown[], scope: Scope): Cell;
}
