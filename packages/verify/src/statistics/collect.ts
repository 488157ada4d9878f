import { elementPath, isObject, memberPath, type AskedShares, jsonOf } from '@catbird/engine';
import { newBudget, addScalar, newField, type Field } from './field.ts';
import { fieldStatistics } from './field-statistics.ts';
import type { Statistics } from './figures.ts';
import { newDecoder, lineReader } from '@catbird/infer';

/** Rows at a time; nothing of them is kept but what figures need. */
export interface Collector {
  /** Counts a row. What is not an object is skipped, and counted as such. */
  add(row: unknown): void;
  /** Counts the row of a JSON text. What is not JSON is skipped, and counted as such. */
  addText(text: string): void;
  /** Counts a line that was not read: a blank one, which is nothing, or one that was too long. */
  skip(reason: 'blank' | 'tooLong'): void;
  /** Rows so far. */
  readonly rows: number;
  statistics(): Statistics;
}

/** How rows were chosen, and what their schema asks for. */
export interface CollectorOptions {
  /** One row in so many of the stream is read. Default 1: all. */
  readonly step?: number;
  /** Default: none. */
  readonly asked?: AskedShares;
}

/** Bounds of what is followed, so that any rows can be given. */
const MAX = { fields: 2000, depth: 12, elements: 1000, unfollowed: 20_000 };

/** Collects the statistics of rows, in one pass and in bounded memory. */
export function newCollector({ step = 1, asked }: CollectorOptions = {}): Collector {
  const budget = newBudget();
  const root = newField('', budget);
  const walk = newWalk((path) => newField(path, budget));
  const skipped = { invalid: 0, notObjects: 0, tooLong: 0 };
  let line = 0;
  let firstLine: number | null = null;
  const skip = (reason: keyof typeof skipped | 'blank'): void => {
    line++;
    if (reason === 'blank') return;
    skipped[reason]++;
    firstLine ??= line;
  };
  const add = (row: unknown): void => {
    if (!isObject(row)) return skip('notObjects');
    line++;
    return walk.object(root, row, 0);
  };
  return {
    add,
    addText(text) {
      const value = jsonOf(text);
      if (value === undefined) skip('invalid');
      else add(value);
    },
    skip,
    get rows() {
      return root.objects;
    },
    statistics: () => ({
      rows: root.objects,
      step,
      skipped: { ...skipped, firstLine },
      fields: [...below(root)].map(({ field, places }) =>
        fieldStatistics(field, { places, step, asked: asked?.get(field.path) }),
      ),
      unfollowed: walk.unfollowed(),
    }),
  };
}

/** Follows values into their fields, within the bounds. */
function newWalk(fieldOf: (path: string) => Field): {
  object(field: Field, value: Readonly<Record<string, unknown>>, depth: number): void;
  unfollowed(): number;
} {
  const unfollowed = new Set<string>();
  let fields = 0;
  const leave = (path: string): void => {
    if (unfollowed.size < MAX.unfollowed) unfollowed.add(path);
  };
  const follow = (path: string, depth: number): Field | undefined => {
    if (fields >= MAX.fields || depth > MAX.depth) {
      leave(path);
      return undefined;
    }
    fields++;
    return fieldOf(path);
  };
  const object = (field: Field, value: Readonly<Record<string, unknown>>, depth: number): void => {
    field.objects++;
    for (const name of Object.keys(value)) {
      let member = field.members.get(name);
      if (member === undefined) {
        member = follow(memberPath(field.path, name), depth + 1);
        if (member === undefined) continue;
        field.members.set(name, member);
      }
      see(member, value[name], depth + 1);
    }
  };
  const list = (field: Field, value: readonly unknown[], depth: number): void => {
    field.lists++;
    field.items.add(value.length);
    if (value.length === 0) return;
    field.element ??= follow(elementPath(field.path), depth + 1);
    if (field.element === undefined) return;
    const count = Math.min(value.length, MAX.elements);
    field.elements += count;
    for (let i = 0; i < count; i++) see(field.element, value[i], depth + 1);
  };
  const see = (field: Field, value: unknown, depth: number): void => {
    field.count++;
    if (value === null || value === undefined) field.nulls++;
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      addScalar(field, value);
    else if (Array.isArray(value)) list(field, value, depth);
    else if (isObject(value)) object(field, value, depth);
  };
  return { object, unfollowed: () => unfollowed.size };
}

/** All fields below one, each with the places where it could stand. */
function* below(field: Field): Generator<{ readonly field: Field; readonly places: number }> {
  for (const member of field.members.values()) {
    yield { field: member, places: field.objects };
    yield* below(member);
  }
  if (field.element !== undefined) {
    yield { field: field.element, places: field.elements };
    yield* below(field.element);
  }
}

/** Statistics of lines that were read. */
export interface LineStatistics extends Statistics {
  /** There are more rows than were asked for. */
  readonly hasMore: boolean;
  /** Lines in another encoding than UTF-8. */
  readonly foreignLines: number;
}

/** Longest line, in characters. A longer one takes no memory. */
const MAX_CHARS = 64 * 2 ** 20;

/**
 * The statistics of the first rows in NDJSON: one JSON object per line, in pieces of any size. Empty lines are nothing, and lines that
 * are no rows are counted.
 *
 * @param rows how many rows to count
 * @throws what the source throws
 */
export async function lineStatistics(
  chunks: AsyncIterable<Uint8Array>,
  rows: number,
): Promise<LineStatistics> {
  const collector = newCollector();
  const decoder = newDecoder();
  let hasMore = false;
  const isFull = (): boolean => {
    hasMore ||= collector.rows >= rows;
    return hasMore;
  };
  const reader = lineReader(
    (line) => {
      if (line.trim() === '') collector.skip('blank');
      else if (!isFull()) collector.addText(line);
    },
    () => {
      if (!isFull()) collector.skip('tooLong');
    },
    { maxChars: MAX_CHARS },
  );
  for await (const chunk of chunks) {
    reader.push(decoder.decode(chunk));
    if (hasMore) break;
  }
  if (!hasMore) {
    reader.push(decoder.end());
    reader.end();
  }
  return { ...collector.statistics(), hasMore, foreignLines: decoder.foreignLines };
}
