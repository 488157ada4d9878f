import { loaded } from '../data/store.ts';
import { entitiesByName, newSources } from '../generators/compile/context.ts';
import { rowCells } from '../generators/compile/row.ts';
import { needsOf } from '../generators/kernels/engine/cell.ts';
import { calmIncidents } from '../model/incident.ts';
import { mix } from '../numeric/random.ts';
import { firstPlace } from '../numeric/search.ts';
import { type Batch, newBatch, texts } from './batch.ts';
import { type NamedField, textAt } from './named-field.ts';
import { remembered } from './json-members.ts';
import { compile, type Extent } from './writer.ts';

/** FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Hashes of 32 bits of the keys of rows, which a schema with only the key writes. It is no hash that a broker uses. */
export const keyHashes = ({ isPart, path }: NamedField): ((batch: Batch) => Uint32Array) =>
  isPart ? valueHashes(path) : lineHashes;

/** Hashes of rows that consist of their key. */
function lineHashes({ bytes, ends, count }: Batch): Uint32Array {
  const hashes = new Uint32Array(count);
  for (let r = 0, i = 0; r < count; r++) {
    let hash = FNV_START;
    for (const end = ends[r] ?? 0; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), FNV_PRIME);
    hashes[r] = mix(hash);
  }
  return hashes;
}

/** Hashes of the values at a path. */
const valueHashes =
  (path: readonly string[]) =>
  (batch: Batch): Uint32Array =>
    Uint32Array.from(texts(batch), (row) => {
      const text = textAt(JSON.parse(row), path) ?? '';
      let hash = FNV_START;
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
      return mix(hash);
    });

const CLOSE = 0x7d;
const OPEN = 0x7b;
const NEWLINE = 0x0a;
const [L, U] = [0x6c, 0x75];

/** Whether the key of a row is there and not null, in rows that consist of their key. */
export function hasKey({ bytes, ends }: Batch, r: number): boolean {
  let at = (ends[r] ?? 0) - 1;
  while (bytes[at] === CLOSE || bytes[at] === NEWLINE) at--;
  // Only null ends like this: a text ends with a quotation mark.
  return bytes[at] !== OPEN && !(bytes[at] === L && bytes[at - 2] === U);
}

/** One of `count` parts of a stream. All rows with the same key belong to the same part. */
export interface Split {
  /** The positions in the whole stream of rows `first`, `first + 1`, … of the part, as far as they have been found. */
  list(first: number, count: number): Float64Array;
  /**
   * The position of a row of the part, from 0. Finds all rows before it, which have to exist. If the row itself has not been found, a
   * position after all of them that is not after the row's.
   */
  positionOf(this: void, row: number): number;
  /** How many of the rows before a position belong to the part. Finds them. */
  before(position: number): number;
  /** Looks for rows until there are `wanted`, but not at more positions than take about 50 ms. */
  find(wanted: number): void;
  /** How many rows have been found. */
  readonly found: number;
  /** The positions before this one have been searched. */
  readonly end: number;
}

/** What a split depends on. */
export interface SplitOptions {
  readonly seed: number | string;
  readonly index: number;
  readonly count: number;
  /** Event times of the rows. */
  readonly time: Extent['time'];
  /** How many rows there are, without faults; `Infinity`: any number. */
  readonly rows: number;
  /** How many positions there are; `Infinity`: any number. */
  readonly positions: number;
  /** The row at a position. Default: the same number. */
  readonly rowAt?: ((position: number) => number) | undefined;
}

/** Rows, or positions, that are looked at together. */
const BLOCK = 4096;
/** Blocks that one call of `find` looks at. */
const BLOCKS_AT_ONCE = 32;
/** Blocks that are remembered: those in use, and those that copies and windows reach back to. */
const REMEMBERED = 64;

/** Whether the values of a key depend on event times. */
export function keyUsesTime({ schema }: NamedField): boolean {
  if (schema.recording !== undefined) return false;
  const cells = rowCells(
    schema.fields,
    newSources(entitiesByName(schema.entities), loaded, undefined, calmIncidents(schema.incidents ?? [])),
  );
  return needsOf(...cells).usesTime;
}

/** Splits a stream by the hash of its rows' keys. The hash is none that a broker uses, so partitions are not tied to parts. */
export function splitBy(key: NamedField, options: SplitOptions): Split {
  const { positions, rowAt } = options;
  const isOwn = newPicker(key, options);
  /** The number of rows up to the end of each block of positions. */
  const ends: number[] = [];
  const picks = remembered((block) => {
    const own: number[] = [];
    const stop = Math.min((block + 1) * BLOCK, positions);
    for (let position = block * BLOCK; position < stop; position++)
      if (isOwn(rowAt?.(position) ?? position)) own.push(position);
    return own;
  }, REMEMBERED);
  const endOf = (): number => Math.min(ends.length * BLOCK, positions);
  const found = (): number => ends.at(-1) ?? 0;
  const search = (): void => void ends.push(found() + picks(ends.length).length);
  const beforeBlock = (block: number): number => ends[block - 1] ?? 0;
  const at = (row: number): number => {
    const block = firstPlace(0, ends.length - 1, (each) => (ends[each] ?? 0) > row);
    return picks(block)[row - beforeBlock(block)] ?? NaN;
  };
  return {
    list(first, count) {
      const most = Math.max(0, Math.min(count, found() - first));
      return Float64Array.from({ length: most }, (_, i) => at(first + i));
    },
    positionOf(row) {
      while (found() < row && endOf() < positions) search();
      return row < found() ? at(row) : endOf();
    },
    before(position) {
      while (endOf() < Math.min(position, positions)) search();
      const block = Math.floor(position / BLOCK);
      if (block >= ends.length) return found();
      const own = picks(block);
      const i = own.findIndex((each) => each >= position);
      return beforeBlock(block) + (i < 0 ? own.length : i);
    },
    find(wanted) {
      for (let i = 0; i < BLOCKS_AT_ONCE && found() < wanted && endOf() < positions; i++) search();
    },
    get found() {
      return found();
    },
    get end() {
      return endOf();
    },
  };
}

/** Whether a row belongs to the part. */
function newPicker(
  key: NamedField,
  { seed, index, count, time, rows }: SplitOptions,
): (row: number) => boolean {
  const writer = compile(key.schema, { seed });
  const batch = newBatch();
  const hashes = keyHashes(key);
  const blocks = remembered((block) => {
    const first = block * BLOCK;
    const size = Math.min(BLOCK, rows - first);
    return hashes(writer.fill(batch, { first, count: size, time })).map((hash) => hash % count);
  }, REMEMBERED);
  return (row) => blocks(Math.floor(row / BLOCK))[row % BLOCK] === index;
}
