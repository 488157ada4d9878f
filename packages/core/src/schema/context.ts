import type { Files } from '../generators/generator.ts';
import type { Sources } from '../generators/sources.ts';
import type { Findings } from './findings.ts';
import type { Range } from './json.ts';
import type { Room } from './room.ts';
import type { CustomType } from '../model/custom-type.ts';
import type { Field } from '../model/schema.ts';
import type { IssuePlace } from './issue.ts';

/** Watches how long generators take while a schema is read. */
export interface Watch {
  /** Milliseconds since any time; of CPU time where there is such a clock, so that a busy machine makes no generator slow. */
  now(): number;
  /** The clock also runs while other programs do: what takes long is measured again, and the shortest time counts. Default false. */
  readonly isWallClock?: boolean;
  /** Told before a generator is run for the first time: should it never end, this one it is. */
  onTrial?(place: IssuePlace): void;
}

/** What reading a schema needs besides its text. */
export interface Context {
  readonly findings: Findings;
  readonly sources: Sources;
  /** The tables in files that types may name. */
  readonly files: Files;
  /** Custom types by name. */
  readonly custom: ReadonlyMap<string, CustomType>;
  /** Names of all generator types, for suggestions. */
  readonly names: readonly string[];
  /** What trials may still make. */
  readonly room: Room;
  readonly watch: Watch | undefined;
  /** Params and keys that mean nothing are warnings. */
  readonly isLenient: boolean;
}

/** A field that was read and can be generated, as far as it alone can tell. */
export interface Read {
  readonly field: Field;
  /** About how many bytes it adds to a row, without those of the fields that it reads. */
  readonly bytes: number;
  /** How many elements its arrays have at most, those of all its variants together; 1 where it has none. */
  readonly elements: number;
  /** How often its value stands in a row. */
  readonly times: number;
  /** Milliseconds that making one value took for the first time; undefined where none was made, or nobody watches. */
  readonly valueMs: number | undefined;
  /** The other fields that it reads, and where it names them; a name as often as it is read. */
  readonly reads: readonly Reading[];
  /** The type as it was written. */
  readonly written: string;
  /** Where its name stands. */
  readonly at: Range;
  /** Where its params stand; its name, where it has none. */
  readonly paramsAt: Range;
}

/** Another field that a field reads. */
export interface Reading {
  readonly name: string;
  readonly at: Range;
  readonly path: readonly string[];
  /** Its value may become a part of the reader's. */
  readonly isCopied: boolean;
}
