import type { Cell, Chunk, Determinant } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { needsOf } from '../engine/needs.ts';
import { newSubset } from '../engine/subset.ts';
import { concat } from '../structure/concat.ts';
import { combinationOf, type Combination } from './combination.ts';
import { codedMembers, isCoded } from './coded-members.ts';
import { cacheText, newTextCache, type TextCache } from './text-cache.ts';
import { putCached } from './put-cached.ts';

/** Maximum number of entities whose members are cached. */
const MAX_ENTITIES = 2 ** 16;
/** Bytes of an entity's members, beyond which some entities are not cached. */
const TYPICAL_BYTES = 256;
/** Maximum bytes of members that are cached as one. */
const MAX_BYTES = 2 ** 22;
/** Bytes that are written past a text: eight words are copied at a time. */
const OVERSHOOT = 64;

/** Caches of members, by their place, how many they are and how many texts: elements of a list share them. */
export type MemberCaches = Map<string, { texts: TextCache | undefined }>;

/**
 * The cells, with neighbours that tell of the same drawn entity as one cell. It caches what they write for each entity, with
 * the names of the fields, and copies it when the entity is drawn again.
 *
 * @param hasRoom whether so many bytes may be cached
 * @param shared by objects that are equal for equal entities
 */
export function cachedMembers(
  cells: readonly Cell[],
  hasRoom: (bytes: number) => boolean,
  shared: MemberCaches,
): readonly Cell[] {
  const all: Cell[] = [];
  for (let i = 0; i < cells.length;) {
    const run = runAt(cells, i);
    const [{ entities }] = run;
    // A field alone may be the draw itself, which is made when it is written.
    const isAlone = entities === undefined || run.length === 1;
    const { made, count } = isAlone ? { made: run, count: run.length } : cachedRun(entities, run, i);
    all.push(...made);
    i += count;
  }
  return all;

  function cachedRun(entities: Determinant, run: readonly Cell[], i: number): Made {
    if (!hasTexts(entities, run)) return { made: codedMembers(entities, run, hasRoom), count: run.length };
    const combination = combinationOf(entities, cells.slice(i), run.length);
    const bytes = Math.min(combination.determinant.size * TYPICAL_BYTES, MAX_BYTES);
    const key = [i, combination.cells.length, combination.determinant.size].join(' ');
    if (!shared.has(key) && hasRoom(bytes)) shared.set(key, { texts: undefined });
    const place = shared.get(key);
    return place === undefined
      ? { made: codedMembers(entities, run, hasRoom), count: run.length }
      : { made: [membersOf(combination, bytes, place)], count: combination.cells.length };
  }
}

/** What is made of some cells. */
interface Made {
  readonly made: readonly Cell[];
  /** How many cells it is made of. */
  readonly count: number;
}

/** Whether a text is cached for each entity. Of few values, it takes less to cache their numbers. */
const hasTexts = ({ size }: Determinant, run: readonly Cell[]): boolean =>
  size <= MAX_ENTITIES && !run.every(isCoded);

/** The cells from the i-th on that tell of the same entities. */
function runAt(cells: readonly Cell[], i: number): readonly [Cell, ...Cell[]] {
  const { entities } = cells[i];
  if (entities === undefined) return [cells[i]];
  const next = cells.findIndex((cell, n) => n > i && cell.entities?.numbers !== entities.numbers);
  return [cells[i], ...cells.slice(i + 1, next < 0 ? cells.length : next)];
}

function membersOf(
  { determinant: { numbers, size }, cells, combine }: Combination,
  most: number,
  place: { texts: TextCache | undefined },
): Cell {
  const members = concat(cells);
  const subset = newSubset(CHUNK_ROWS, members);
  const unknown = new Int32Array(CHUNK_ROWS);
  const starts = new Int32Array(CHUNK_ROWS);
  // Not before rows are made: schemas are compiled to be checked, too.
  const textCache = (): TextCache => (place.texts ??= newTextCache(size, most));
  return {
    maxBytes: members.maxBytes + OVERSHOOT,
    ...needsOf(members),
    measure(chunk, subject) {
      const cache = textCache();
      combine?.(chunk);
      // What is measured is what is written: only the rows of other entities.
      subset.select(chunk, subject, unknown, 0, findUnknown(chunk, numbers, cache, unknown));
      return Math.max(subset.measure(members), cache.longest - members.maxBytes);
    },
    column(chunk) {
      const cache = textCache();
      const count = subset.rows;
      for (let i = 0; i < count; i++) starts[i] = chunk.at[unknown[i]];
      putCached(chunk, numbers, cache);
      if (count === 0) return;
      // The element before may have cached them since they were measured.
      for (let i = 0; i < count; i++) chunk.at[unknown[i]] = starts[i];
      subset.column(chunk, members);
      add(chunk, numbers, cache, unknown, starts, count);
    },
  };
}

/** Sets the rows of entities without a cached text, and returns their number. */
function findUnknown(
  { rows, selection }: Chunk,
  numbers: Float64Array,
  { known, count: cached }: TextCache,
  unknown: Int32Array,
): number {
  if (cached === known.length) return 0;
  let count = 0;
  for (let r = 0; r < rows; r++) {
    unknown[count] = r;
    count += 1 - known[numbers[selection[r]]];
  }
  return count;
}

/** Caches what was written to rows from `starts` on. */
function add(
  chunk: Chunk,
  numbers: Float64Array,
  cache: TextCache,
  rows: Int32Array,
  starts: Int32Array,
  count: number,
): void {
  for (let i = 0; i < count && cache.isOpen; i++) {
    const r = rows[i];
    const entity = numbers[chunk.selection[r]];
    if (cache.known[entity] === 0) cacheText(cache, entity, chunk, starts[i], chunk.at[r]);
  }
}
