import type { Batch, Member } from '@catbird/engine';
import { bytesOf, newCursor, readFrom } from './cursor.ts';
import { aroundGroups, newGroupWriter, type Bounds, type ListedChunk } from './parquet-foot.ts';
import { branchOf, takeMembers, type Branch, type Leaf } from './parquet-leaves.ts';
import { dataHeader, dictionaryOf } from './parquet-pages.ts';
import { levelBytes, newValues, valueBytes, type Values } from './parquet-values.ts';

/** The texts of a leaf, in some rows. */
export interface TextSize {
  /** Bytes of the longest one. */
  readonly longest: number;
  /** Bytes of all, divided by the rows. */
  readonly mean: number;
}

/** Consecutive rows of a table. */
export interface RowRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Where everything stands in a Parquet file, from schema and number of rows alone: each column of a group of rows has a slot of a fixed
 * size. What values leave of it lies within their page, behind them, where readers take no notice of it.
 *
 * A file is `PAR1`, the slots of the first group, those of the others, and a foot.
 */
export interface Layout {
  /** Columns of the table: fields of rows. */
  readonly columns: readonly string[];
  readonly groupRows: number;
  /** Bytes of a column in a group of so many rows. */
  slotBytes(column: number, rows: number): number;
  /** Bytes of a group of so many rows. */
  groupBytes(rows: number): number;
  footBytes(rows: number): number;
  /** Bytes of the file of so many rows. */
  fileBytes(rows: number): number;
  /**
   * A column of a group.
   *
   * @param fill makes rows that have only this field, from a place among the rows of the group. The batch may be the same each time
   * @throws RangeError if texts are longer than their slot, Error if a row cannot be read
   */
  slot(column: number, rows: number, fill: (from: number, count: number) => Batch): Uint8Array<ArrayBuffer>;
  /** The foot of a file. @param boundsOf bounds of a column. Default: none are known */
  foot(range: RowRange, boundsOf?: (column: number, rows: RowRange) => Bounds | undefined): Uint8Array;
}

const MARK = bytesOf('PAR1');
/** Rows that are written at once. */
const STEP = 8192;

/** Texts of a column whose length differs, by leaf; undefined for leaves that need no measure. */
export type TextSizes = readonly (TextSize | undefined)[];

const isMeasured = (leaf: Leaf): boolean => valueBytes(leaf, 1) === undefined;

/** Whether the texts of a column have to be measured. */
export const needsMeasure = (member: Member): boolean => branchOf(member).leaves.some(isMeasured);

/** Measures the texts of a column. @param batches rows that have only this field */
export function textSizes(member: Member, batches: Iterable<Batch>): TextSizes {
  const branch = branchOf(member);
  const sizes = branch.leaves.map(() => ({ longest: 0, bytes: 0 }));
  let rows = 0;
  for (const batch of batches) {
    rows += batch.count;
    const values = branch.leaves.map((leaf) => newValues(leaf, batch.count));
    take(branch, batch, values);
    for (const [i, { texts }] of values.entries()) {
      const { longest, bytes } = texts();
      const size = sizes[i] ?? { longest: 0, bytes: 0 };
      sizes[i] = { longest: Math.max(size.longest, longest), bytes: size.bytes + bytes };
    }
  }
  return branch.leaves.map((leaf, i) => {
    const { longest = 0, bytes = 0 } = sizes[i] ?? {};
    return isMeasured(leaf) ? { longest, mean: bytes / Math.max(1, rows) } : undefined;
  });
}

function take(branch: Branch, batch: Batch, values: readonly Values[]): void {
  const cursor = newCursor();
  readFrom(cursor, batch.bytes);
  for (let row = 0; row < batch.count; row++) {
    cursor.at = row === 0 ? 0 : (batch.ends[row - 1] ?? 0);
    if (!takeMembers(cursor, [branch], values))
      throw new Error(`Row ${batch.first + row} has no value of its kind in ${branch.name}`);
  }
}

/** A leaf with what its slots have in common. */
interface Place {
  readonly leaf: Leaf;
  readonly size: TextSize | undefined;
  readonly dictionary: Uint8Array;
}

/** Bytes of the levels and values of so many rows, with room for longer texts than those that were measured. */
function pageBytes({ leaf, size }: Place, rows: number): number {
  const { longest, mean } = size ?? { longest: 0, mean: 0 };
  const room = Math.ceil(Math.min(longest, 4 * mean) * rows) + 16 * longest + 256;
  return levelBytes(leaf, rows) + (valueBytes(leaf, rows) ?? 4 * rows + room);
}

const slotOf = (place: Place, rows: number): number => {
  const bytes = pageBytes(place, rows);
  return place.dictionary.length + dataHeader(place.leaf, rows, bytes).length + bytes;
};

/** The number of groups, at most; and the length of the foot with the mark. */
const [LIST_BYTES, END_BYTES] = [6, 8];
/** Offsets are below: their numbers take the most bytes then. */
const FAR = 2 ** 52;

/** @param sizes of the texts of each column. @param groupRows rows of a group */
export function newLayout(
  members: readonly Member[],
  { sizes, groupRows }: { readonly sizes: readonly TextSizes[]; readonly groupRows: number },
): Layout {
  const branches = members.map((member) => branchOf(member));
  const places = branches.map(({ leaves }, column) =>
    leaves.map((leaf, i): Place => ({ leaf, size: sizes[column]?.[i], dictionary: dictionaryOf(leaf) })),
  );
  const slotBytes = remembered((rows) => places.map((leaves) => leaves.map((place) => slotOf(place, rows))));
  const columnBytes = remembered((rows) => slotBytes(rows).map(sum));
  const groupBytes = remembered((rows) => sum(columnBytes(rows)));
  const elements = [
    { name: 'root', num_children: branches.length },
    ...branches.flatMap((branch) => branch.elements),
  ];
  const groupsOf = (rows: number): readonly number[] =>
    Array.from({ length: Math.ceil(rows / groupRows) }, (_, i) => Math.min(groupRows, rows - i * groupRows));

  const writer = newGroupWriter();
  const addGroup = (
    at: number,
    range: RowRange,
    boundsOf: (column: number, rows: RowRange) => Bounds | undefined,
  ): void => {
    const sizes = slotBytes(range.count);
    let offset = at;
    const chunks = places.flatMap((leaves, column) => {
      const bounds = boundsOf(column, range);
      return leaves.map(({ leaf, dictionary }, i): ListedChunk => {
        const bytes = sizes[column]?.[i] ?? 0;
        offset += bytes;
        return { leaf, offset: offset - bytes, bytes, dictionaryBytes: dictionary.length, bounds };
      });
    });
    writer.add(chunks, range.count, at);
  };
  const around = remembered((rows) => aroundGroups(elements, rows));
  const FURTHEST: Bounds = { least: -FAR, greatest: FAR, isExact: true };
  /** What a foot takes for a group at most. */
  const entryBytes = remembered((rows) => {
    writer.begin(0);
    addGroup(FAR, { first: 0, count: rows }, () => FURTHEST);
    return writer.bytes().length;
  });
  const footBytes = remembered((rows) => {
    const { head, tail } = around(rows);
    return head.length + LIST_BYTES + sum(groupsOf(rows).map(entryBytes)) + tail.length + END_BYTES;
  });
  const dataBytes = (rows: number): number => MARK.length + sum(groupsOf(rows).map(groupBytes));
  const fileBytes = remembered((rows) => dataBytes(rows) + footBytes(rows));
  return {
    columns: branches.map(({ name }) => name),
    groupRows,
    slotBytes: (column, rows) => columnBytes(rows)[column] ?? 0,
    groupBytes,
    footBytes,
    fileBytes,
    slot(column, rows, fill) {
      const branch = branches[column];
      if (branch === undefined) throw new RangeError(`No column ${column}`);
      const out = new Uint8Array(columnBytes(rows)[column] ?? 0);
      let at = 0;
      const values = (places[column] ?? []).map((place) => {
        const bytes = pageBytes(place, rows);
        const header = dataHeader(place.leaf, rows, bytes);
        out.set(place.dictionary, at);
        out.set(header, at + place.dictionary.length);
        at += place.dictionary.length + header.length + bytes;
        return newValues(place.leaf, rows, out.subarray(at - bytes, at));
      });
      for (let done = 0; done < rows; done += STEP)
        take(branch, fill(done, Math.min(STEP, rows - done)), values);
      return out;
    },
    foot({ first, count }, boundsOf = () => undefined) {
      const { head, tail } = around(count);
      const groups = groupsOf(count);
      const out = new Uint8Array(footBytes(count));
      let at = MARK.length;
      let row = first;
      writer.begin(groups.length);
      for (const rows of groups) {
        addGroup(at, { first: row, count: rows }, boundsOf);
        at += groupBytes(rows);
        row += rows;
      }
      const listed = writer.bytes();
      const length = head.length + listed.length + tail.length;
      // Behind the groups is free space, where indexes of pages may stand in other files.
      const from = out.length - END_BYTES - length;
      out.set(head, from);
      out.set(listed, from + head.length);
      out.set(tail, from + head.length + listed.length);
      new DataView(out.buffer).setUint32(out.length - END_BYTES, length, true);
      out.set(MARK, out.length - MARK.length);
      return out;
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Remembers results: files and groups mostly have the same number of rows. */
function remembered<Result>(compute: (rows: number) => Result): (rows: number) => Result {
  const known = new Map<number, Result>();
  return (rows) => {
    const found = known.get(rows);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const made = compute(rows);
    known.set(rows, made);
    return made;
  };
}

const MOST_KNOWN = 1024;
