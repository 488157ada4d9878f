import type { DrawKey, Seed, Subject } from '../../../numeric/random.ts';
import { NO_STEPS, type Steps } from './event-times.ts';
import type { Pool } from './pool.ts';

/** Maximum rows per chunk: enough to amortise a call, few enough to keep the scratch in the processor's cache. */
export const CHUNK_ROWS = 192;

/** The `selection` of a full chunk. */
export const EVERY_ROW = Int32Array.from({ length: CHUNK_ROWS }, (_, r) => r);

/** What a cell reads of a chunk besides the words of its rows. It is computed only if some cell reads it. */
export interface Needs {
  /** Reads event times. */
  readonly usesTime?: boolean;
  /** Reads row indexes. */
  readonly usesIndex?: boolean;
  /** Reads the steps of the schema's journey in time. */
  readonly usesSteps?: boolean;
  /** Reads when the journeys of steps started, or when their next steps come. */
  readonly usesStepTimes?: boolean;
}

/** What any of these reads. */
export const needsOf = (...readers: readonly Needs[]): Required<Needs> => ({
  usesTime: readers.some(({ usesTime }) => usesTime === true),
  usesIndex: readers.some(({ usesIndex }) => usesIndex === true),
  usesSteps: readers.some(({ usesSteps }) => usesSteps === true),
  usesStepTimes: readers.some(({ usesStepTimes }) => usesStepTimes === true),
});

/**
 * Rows under construction, consecutive or with equal steps between them. Each row has a slot of equal size in `bytes`, and `at[r]` is the offset of row r's next
 * byte. Cells append column by column; then the rows are packed.
 */
export interface Chunk {
  rows: number;
  seed: Seed;
  bytes: Uint8Array;
  view: DataView;
  readonly at: Int32Array;
  /** Selection vector: the position of each row in the full chunk, ascending. Columns are read by it. */
  selection: Int32Array;
  /** Event time of each row in whole milliseconds since 1970. Set only if a cell uses it. */
  readonly ms: Float64Array;
  /** When the stream begins, in milliseconds since 1970: the time of row 0 or earlier. NaN if event times are not computed from indexes. */
  fromMs: number;
  /** Index of each row. Set only if a cell uses it. */
  readonly index: Float64Array;
  /** The step of a journey in time that each row is. Set only if a cell uses it; otherwise `NO_STEPS`. */
  readonly steps: Steps;
}

/** A chunk whose rows change: one object is used again, property by property, because copying all of them takes longer. */
export type OwnChunk = { -readonly [Key in keyof Chunk]: Chunk[Key] };

const NO_BYTES = new Uint8Array(0);

/** A chunk of no rows yet, which may have less than others: where it is written, and what its cells do not read. */
export const newOwnChunk = (own: Partial<OwnChunk>): OwnChunk => ({
  rows: 0,
  seed: { s0: 0, s1: 0 },
  bytes: NO_BYTES,
  view: new DataView(NO_BYTES.buffer),
  at: new Int32Array(0),
  selection: EVERY_ROW,
  ms: new Float64Array(0),
  fromMs: NaN,
  index: new Float64Array(0),
  steps: NO_STEPS,
  ...own,
});

/** What a cell chose for each row, so that other fields can follow the choice. */
export type Decision = {
  /** One per row of the chunk; −1 if the value is null or missing. Set by `column`. */
  readonly numbers: Float64Array;
  /** Some numbers may be −1. */
  readonly isPartial: boolean;
} & (
  | {
      /** Numbers are sessions. */ readonly kind: 'session';
      /** The journey in time that they are of. Absent: they are of a journey without times. */
      readonly journey?: TimedJourney;
      /** What is written stands for the numbers, one for one: rows are grouped by the numbers, with this salt. Absent: it does not. */
      readonly salt?: number;
    }
  | { /** Numbers are indexes into the table. */ readonly kind: 'entry'; readonly table: readonly unknown[] }
  | {
      /** Numbers are indexes of the entity. */ readonly kind: 'entity';
      readonly entity: string;
      /** The number of entities. Absent: it grows, and what is written may depend on when. */
      readonly size?: number;
    }
);

/** What numbers stand for. */
export type Meaning =
  | {
      /** The numbers are the values, and NaN is null. */ readonly kind: 'number';
      /** They are written with up to so many decimals, even if they are small. Absent: as the shortest text of up to 15 digits. */
      readonly decimals?: number;
    }
  | {
      /** The numbers are indexes into a table of JSON values. */ readonly kind: 'entry';
      readonly table: readonly unknown[];
    };

/** The values of a cell as numbers: other fields calculate with them, and nothing has to be written and parsed. */
export type Values = Meaning & {
  /** Sets the number of each row of a chunk, and decides as `column` does. */
  readonly make: (chunk: Chunk, subject: Subject, numbers: Float64Array) => void;
};

/** The JSON text of row r of a chunk is `bytes[start(chunk, r) … end(chunk, r))`, empty if the field is missing. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  start(chunk: Chunk, r: number): number;
  end(chunk: Chunk, r: number): number;
  /** For hot loops: where texts start and end, indexed by `selection`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Length of the longest text in bytes. */
  readonly longest: number;
}

/** The values of a column as numbers. */
export type ColumnValues = Meaning & {
  /** Indexed by `selection`. */
  readonly numbers: Float64Array;
  /** One number per row of a chunk; valid until the next call. */
  readonly of: (chunk: Pick<Chunk, 'rows' | 'selection'>) => Float64Array;
};

/** The values of a member of the objects in lists. */
export type ListValues = Meaning & {
  /** Number of elements, indexed by `selection`. */
  readonly counts: Int32Array;
  /** Those of the n-th elements, indexed by `selection`. */
  readonly numbers: (n: number) => Float64Array;
};

/** What cells know of a journey in time: see `JourneyPlan`. */
export interface TimedJourney {
  readonly states: readonly string[];
  readonly begins: readonly { readonly to: number }[];
  readonly ways: readonly (readonly { readonly to: number }[])[];
  readonly only?: readonly number[];
  readonly of?: { readonly entity: string; readonly size: number };
  readonly each?: number;
  readonly cascades?: readonly { readonly as: number }[];
}

/** Appends to every row of a chunk. */
export interface Writing {
  /** Maximum bytes that `column` may write at `at[r]`, overshoot included. */
  readonly maxBytes: number;
  /** For values of unbounded size: generates the chunk's values and returns the size of the largest in bytes. Called before `column`. */
  readonly measure?: (chunk: Chunk, subject: Subject) => number;
  readonly column: (chunk: Chunk, subject: Subject) => void;
}

/** Sessions whose identifiers a field writes. */
export interface Sessions {
  /** Indexed by `selection`. */
  readonly numbers: Float64Array;
  /** Tells journeys of different names apart. */
  readonly salt: number;
}

/** A draw of an entry of a table. */
export interface Draw extends DrawKey {
  readonly texts: Int32Array;
}

/** The entry of a table that another field has. */
export interface KnownEntry {
  /** Entries, indexed by `selection`. */
  readonly numbers: Float64Array;
  readonly texts: Int32Array;
}

/** A choice from a pool of texts: neighbours can be written as one. The number of the text is the sum of the entries drawn and known. */
export interface TextChoice {
  readonly kind: 'choice';
  readonly texts: Pool;
  readonly draws: readonly Draw[];
  readonly known: readonly KnownEntry[];
}

/** The same text for each row, and something after it: the text can be written with one before it. */
export interface Led {
  readonly kind: 'led';
  readonly lead: string;
  readonly rest: () => Writing;
}

/** All that a cell's `column` does, for neighbours that are written with it. */
export type Output = TextChoice | Led;

/** What other fields can read of a cell's values. */
interface Readable {
  /** The values. Undefined: they are only known as text. */
  readonly values?: (() => Values | undefined) | undefined;
  readonly decision?: Decision | undefined;
  /** The values of a member of the objects that the cell writes, if other fields read the member. */
  readonly member?: ((name: string) => ColumnValues | undefined) | undefined;
  /** The values of a member of the objects in the lists that the cell writes, if other fields read the member. */
  readonly elements?: ((member: string) => ListValues | undefined) | undefined;
  /** What is written are identifiers of these, copied from another field. */
  readonly sessions?: Sessions | undefined;
}

/** Appends one JSON member, `,"name":value`, to every row of a chunk. */
export interface Cell extends Writing, Needs, Readable {
  /** Absent: nothing is known of it. A cell that wraps another one and has a `column` of its own is made with `rewritten`. */
  readonly output?: Output | undefined;
}

/** A cell of the same values that writes them in another way. */
export const rewritten = (cell: Cell, writing: Writing): Cell => ({ ...cell, ...writing, output: undefined });

/** Where a cell writes, and the key of its random draws. */
export interface Place {
  /** Path of the field, from which its draws are keyed. */
  readonly path: string;
  /** JSON text before the value: `,"name":`. Known in advance, so it becomes part of the value's pools, with the quote that opens a string. */
  readonly lead: string;
}
