import { draw, drawKey, type Subject } from '../../../numeric/random.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Place } from '../engine/cell.ts';
import { newColumn } from '../engine/column.ts';
import { newSubset, type Subset } from '../engine/subset.ts';
import { fromTexts } from '../engine/value.ts';
import type { Between } from './array.ts';

/** How the elements of a list relate. */
export interface Arrangement {
  /** No two elements are equal: as a whole, or in a member. */
  readonly distinct?: true | string;
  /** Sorted by the elements themselves, or by a member. */
  readonly sort?: { readonly by?: string; readonly order?: 'ascending' | 'descending' };
}

const decoder = new TextDecoder();

/** Elements to try for one that differs from all before, on average over a list. */
const TRIES = 8;

/**
 * A list whose elements differ or are sorted. An element that repeats is drawn again; if there are too few different ones, the list
 * is shorter.
 *
 * @param element writes an element
 */
export function arranged(count: Between, { distinct, sort }: Arrangement, place: Place, element: Cell): Cell {
  const text = (list: readonly string[]): string =>
    `[${(sort === undefined ? list : sorted(list, sort)).join(',')}]`;
  const mark =
    typeof distinct === 'string'
      ? (element: string) => JSON.stringify(memberOf(element, distinct))
      : undefined;
  return collected(count, { distinct: distinct !== undefined, mark, text }, place, element);
}

/** An object of pairs, `[key, value]`: each key once. If there are too few different ones, it has fewer members. */
export function objectOf(size: Between, place: Place, pair: Cell): Cell {
  const text = (pairs: readonly string[]): string => `{${pairs.map(memberText).join(',')}}`;
  return collected(
    size,
    { distinct: true, mark: (element) => keyText(partsOf(element)[0]), text },
    place,
    pair,
  );
}

/** Key and value of a pair as JSON. */
function partsOf(pair: string): readonly [key: string, value: string] {
  const key = /^\[("(?:[^"\\]|\\.)*"|[^,[{]*)/.exec(pair)?.[1] ?? '';
  const end = key === '' ? endOfFirst(pair) : key.length + 1;
  return [pair.slice(1, end), pair.slice(end + 1, -1)];
}

/** Where the first element of a list ends that is a list or an object itself. */
function endOfFirst(list: string): number {
  let depth = 0;
  for (const { 0: part, index } of list.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    if (part === ',' && depth === 1) return index;
    if (part === '[' || part === '{') depth++;
    else if (part === ']' || part === '}') depth--;
  }
  return list.length - 1;
}

/** A key as JSON: other values than texts are quoted, lists and objects as their JSON. */
const keyText = (key: string): string => (key.startsWith('"') ? key : JSON.stringify(key));

function memberText(pair: string): string {
  const [key, value] = partsOf(pair);
  return `${keyText(key)}:${value}`;
}

/** How elements become a text. */
interface Collection {
  readonly distinct: boolean;
  /** What of an element must differ. Default: all of it. */
  readonly mark?: ((element: string) => string) | undefined;
  readonly text: (elements: readonly string[]) => string;
}

/** The text of so many elements. Those that repeat are drawn again. */
function collected(
  { min, max }: Between,
  { distinct, mark, text }: Collection,
  { path, lead }: Place,
  element: Cell,
): Cell {
  const { key, odd } = drawKey(`${path}\ncount`, 0);
  const spread = (max - min + 1) * 2 ** -32;
  const most = distinct ? max * TRIES : max;
  const collect = newCollector(element, distinct ? (mark ?? ((each: string) => each)) : undefined);
  const textsOf = (chunk: Chunk, subject: Subject): readonly string[] => {
    const counts = Array.from(
      { length: chunk.rows },
      (_, r) => min + Math.floor((draw(subject.a[r], subject.b[r], key, odd) >>> 0) * spread),
    );
    return collect(chunk, subject, counts, most).map(text);
  };
  return {
    ...fromTexts(textsOf, lead),
    usesTime: element.usesTime === true,
    usesIndex: element.usesIndex === true,
  };
}

type Collect = (
  chunk: Chunk,
  subject: Subject,
  counts: readonly number[],
  most: number,
) => readonly (readonly string[])[];

/** Generates elements for rows until each has enough, or `most` were tried. */
function newCollector(element: Cell, markOf: ((element: string) => string) | undefined): Collect {
  const column = newColumn(element, false);
  const written = column.texts();
  const subset: Subset = newSubset(CHUNK_ROWS, element);
  const picked = new Int32Array(CHUNK_ROWS);
  return (chunk, subject, counts, most) => {
    const lists: string[][] = counts.map(() => []);
    const seen = counts.map(() => new Set<string>());
    const take = (r: number, text: string): void => {
      if (markOf !== undefined) {
        const mark = markOf(text);
        if (seen[r].has(mark)) return;
        seen[r].add(mark);
      }
      lists[r].push(text);
    };
    // Runs on the selected rows, and writes nothing.
    const reader: Cell = {
      maxBytes: 0,
      measure(rows, subjects) {
        column.fill(rows, subjects);
        for (let i = 0; i < rows.rows; i++) {
          const text = decoder.decode(written.bytes.subarray(written.start(rows, i), written.end(rows, i)));
          take(picked[i], text === '' ? 'null' : text);
        }
        return 0;
      },
      column() {},
    };
    for (let e = 0; e < most; e++) {
      let rows = 0;
      for (let r = 0; r < chunk.rows; r++) if (lists[r].length < counts[r]) picked[rows++] = r;
      if (rows === 0) break;
      subset.selectElements(chunk, subject, picked, rows, e);
      subset.measure(reader);
    }
    return lists;
  };
}

/** A member of an object as JSON; null if there is none. */
function memberOf(text: string, name: string): unknown {
  const value: unknown = JSON.parse(text);
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isThere ? (value as Readonly<Record<string, unknown>>)[name] : null;
}

/** Elements in order: numbers by size, texts by their characters, numbers before texts, and others last. Equal ones stay in their order. */
function sorted(
  texts: readonly string[],
  { by, order = 'ascending' }: NonNullable<Arrangement['sort']>,
): readonly string[] {
  const sign = order === 'ascending' ? 1 : -1;
  return texts
    .map((text) => ({ text, key: by === undefined ? (JSON.parse(text) as unknown) : memberOf(text, by) }))
    .toSorted((a, b) => rankOf(a.key) - rankOf(b.key) || sign * compared(a.key, b.key))
    .map(({ text }) => text);
}

const rankOf = (key: unknown): number => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);

const compared = (a: unknown, b: unknown): number =>
  (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')
    ? a < b
      ? -1
      : a > b
        ? 1
        : 0
    : 0;
