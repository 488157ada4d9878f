import type { Sources } from '../generators/compile/context.ts';
import type { Files, GeneratorType, Reference } from '../generators/generator.ts';
import type { CustomType } from '../model/custom-type.ts';
import type { Entity, Field, FieldLocale } from '../model/schema.ts';
import type { Findings, IssuePlace } from './findings.ts';
import type { Range } from './read-json.ts';

/** Measures how long generators take while a schema is parsed. */
export interface Watch {
  /** A clock in milliseconds; ideally CPU time, so that generators do not seem slow on a busy machine. */
  now(): number;
  /** The clock also runs while other programs do, so slow fields are measured again and the shortest time counts. Default false. */
  readonly isWallClock?: boolean;
  /** Called before a generator runs, so that one that never returns can be identified. */
  onTrial?(place: IssuePlace): void;
}

/** A path into an entity or an object: `product.price`, where the field `product` draws the entity or makes the object. */
interface PathUse {
  readonly reference: FieldReference;
  /** The field that the path starts with. */
  readonly from: Field;
  /** The path from there: `price`. */
  readonly rest: string;
}

/** The entities of a schema, while it is parsed. */
export interface EntityContext {
  /** The names of all entities, those with errors included. */
  readonly names: Set<string>;
  /** The valid ones that were read so far. */
  readonly byName: Map<string, Entity>;
  /** The key and the fields of those that this text declares. */
  readonly fields: Map<string, readonly ParsedField[]>;
  /** Estimated bytes of fields, copied values included, once all entities are read. */
  readonly bytes: Map<Field, number>;
  /** Paths to check once all entities are read. */
  readonly paths: PathUse[];
}

/** The locale that fields follow, and where it is set. */
interface LocaleSetting {
  readonly locale: FieldLocale;
  readonly at: Range;
  readonly path: readonly string[];
}

/** A field whose values follow a locale. */
export interface LocaleUse extends LocaleSetting {
  readonly type: GeneratorType;
}

/** The fields of an object of the schema. */
export interface NameScope {
  /** Of the object that contains them. */
  readonly path: readonly string[];
  /** Undefined for those with errors. */
  readonly read: readonly (ParsedField | undefined)[];
}

/** All names that a schema declares and reads, for those who change one. */
export interface NameLog {
  /** Inner objects come before those around them. */
  readonly scopes: NameScope[];
  /** With names as they are written. */
  readonly references: FieldReference[];
}

/** Shared state while a schema is parsed. */
export interface Context {
  /** Takes down names while they are read. Absent: nobody asks. */
  readonly log?: NameLog;
  readonly entities: EntityContext;
  /** The entity whose fields are read. Absent: the fields of a row are. */
  readonly within?: string | undefined;
  /** Fields are read that may have several values in a row: in arrays and in arguments. */
  readonly isRepeated?: true;
  /** The locale that fields follow. Absent: none. */
  readonly locale?: LocaleSetting;
  /** The fields that follow a locale, as they are read. */
  readonly localeUses: LocaleUse[];
  readonly findings: Findings;
  readonly sources: Sources;
  /** Reads the files that types name. */
  readonly files: Files;
  /** Custom types by name. */
  readonly custom: ReadonlyMap<string, CustomType>;
  /** Names of all generator types, for suggestions. */
  readonly names: readonly string[];
  /** Bytes that trials may still generate. */
  readonly budget: Budget;
  readonly watch: Watch | undefined;
  /** Report unknown params and keys as warnings. */
  readonly isLenient: boolean;
}

/** A parsed field that is valid on its own. */
export interface ParsedField {
  readonly field: Field;
  /** Estimated bytes that it adds to a row, without the values that it copies from other fields. */
  readonly bytes: number;
  /** Maximum number of elements of its arrays, summed over all variants; 1 without arrays. */
  readonly elements: number;
  /** Number of values per row. */
  readonly times: number;
  /** Milliseconds for the first value; undefined if none was generated or measured. */
  readonly valueMs: number | undefined;
  /** Draws an entity, which may not be known yet: the value cannot be tried alone. */
  readonly drawsEntity: boolean;
  /** References to other fields, repeated names included. */
  readonly references: readonly FieldReference[];
  /** The type as written in the schema. */
  readonly written: string;
  /** Range of its name. */
  readonly at: Range;
  /** Range of its params, or of its name without params. */
  readonly paramsAt: Range;
}

/** The part of a parsed spec that depends on its type. */
export interface Content {
  readonly parts: Pick<Field, 'type' | 'custom' | 'args' | 'fields' | 'specs' | 'paramFields' | 'locale'>;
  readonly bytes: number;
  readonly elements: number;
  readonly valueMs?: number | undefined;
  readonly drawsEntity: boolean;
  readonly references: readonly FieldReference[];
}

/** A reference to another field. */
export interface FieldReference {
  readonly name: string;
  readonly at: Range;
  readonly path: readonly string[];
  /** Whether the value may be copied into the referring field. */
  readonly isCopied: boolean;
  /** The message if the name is a path that starts with an ordinary field. Default: an unknown field. */
  readonly notEntity?: string | undefined;
  /** What the text at `at` is, if it is more than the name. */
  readonly within?: Reference['within'];
}

/** The place of a field spec. */
export interface SpecPlace {
  /** Name of the field; for a spec in arguments, of the enclosing field. */
  readonly name: string;
  readonly path: readonly string[];
  /** Range of the name. */
  readonly at: Range;
  /** Whether it is a field of an object rather than a spec in arguments. */
  readonly isField: boolean;
}

/** Bytes that trials may still generate: a schema with thousands of long strings is rejected after the first few. */
interface Budget {
  take(bytes: number): void;
  isUsedUp(): boolean;
}

/** A budget of this many bytes. */
export function newBudget(bytes: number): Budget {
  let left = bytes;
  return {
    take(used) {
      left -= used;
    },
    isUsedUp: () => left < 0,
  };
}
