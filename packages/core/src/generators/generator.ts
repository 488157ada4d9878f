import type { Faker } from '@faker-js/faker';
import type { z } from 'zod/mini';
import type { CustomType } from '../model/custom-type.ts';
import type { Cell, Place } from './kernels/engine/cell.ts';
import type { KeyedRandomizer } from './kernels/engine/random.ts';
import type { Column } from './kernels/engine/column.ts';

/** What a generator type is given when a schema is compiled. */
export interface Scope extends Place {
  /** The source of chance for values made by faker. */
  readonly randomizer: KeyedRandomizer;
  /** Faker with English data, drawing from `randomizer`. Made on first use. */
  readonly faker: () => Faker;
  /**
   * The values of another field of the same object, or of one around it.
   *
   * @throws Error when there is none of this name
   */
  column(name: string): Column;
  /** The cell of the n-th field spec within the arguments. */
  spec(n: number, place: Place): Cell;
}

/** Another field that arguments read. */
export interface Reference {
  readonly name: string;
  /** Where it is named, from the list of arguments in. */
  readonly path: readonly PropertyKey[];
  /** The value of the other field becomes a part of this one, however long it is. Default: no. */
  readonly isCopied?: true;
}

/** A pool of keys, as a field draws from it. */
export interface PoolUse {
  readonly name: string;
  readonly size: number;
}

/**
 * The rows of a table in a file, as a text names it.
 *
 * @throws Error with a sentence when it cannot be read
 */
export type Files = (name: string) => readonly unknown[];

/** A generator type: all that validation, completion, reference and compilation need to know of it. */
export interface GeneratorType {
  /** What a field spec's `type` says: `number.int`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** The list of arguments, with descriptions. */
  readonly params: z.ZodMiniType<readonly unknown[]>;
  /** The generator copes with params that do not fit: in a schema that is read leniently they are warnings. */
  readonly copes?: true;
  /** What a custom type was defined with. Absent: the type ships with Catbird. */
  readonly custom?: CustomType;
  /** A field spec's `params` that works, if the type takes any. */
  readonly example?: unknown;
  /** A whole schema that shows the type, where it cannot stand alone. */
  readonly exampleSchema?: Readonly<Record<string, unknown>>;
  /** Greatest number that the arguments may hold, where they say how long a value is. Default: no bound. */
  readonly maxSize?: number;
  /** `list`: choices may be given directly, `"params": [a, b]`, which means the same as `"params": [[a, b]]`. */
  readonly direct?: 'list';
  /** The text arguments are regular expressions, whose repetitions say how long a value is. */
  readonly pattern?: true;
  /** The value goes on from row to row. Its chance is that of the series it belongs to: one for each value of the fields named by `per`, or a single one. */
  readonly series?: true;
  /** The value is given by the row's number or time alone: `per` would break its own promise, and is an issue. */
  readonly ofRow?: true;
  /** The field spec has `fields` in place of params. */
  readonly object?: true;
  /** The names of other fields that these arguments read, each with its place in the arguments; a name as often as it is read. Default: none. */
  readonly refers?: (args: readonly unknown[]) => readonly Reference[];
  /** The places in these arguments where field specs stand. Default: none. */
  readonly specs?: (args: readonly unknown[]) => readonly (readonly PropertyKey[])[];
  /** The pool of keys that these arguments draw from. Default: none. */
  readonly pool?: (args: readonly unknown[]) => PoolUse;
  /**
   * Puts what is in files in the place of their names. Default: these arguments name none.
   *
   * @throws what `files` throws
   */
  readonly load?: (args: readonly unknown[], files: Files) => readonly unknown[];
  /**
   * Makes the cell that writes this field.
   *
   * @throws Error with a sentence when the arguments do not make sense together
   */
  compile(args: readonly unknown[], scope: Scope): Cell;
}
