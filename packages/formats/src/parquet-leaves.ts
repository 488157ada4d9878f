import type { SchemaElement } from 'hyparquet-writer';
import type { Kind, Member } from '@catbird/engine';
import { bytesOf, type Cursor } from './cursor.ts';
import { elementsOf } from './parquet-columns.ts';
import { enter, keyOf, leave, takeNull, type Key } from './scanner.ts';

/** How values stand in a page: `words` are those of a dictionary, by their numbers. */
export type Encoding = 'int' | 'long' | 'double' | 'date' | 'instant' | 'boolean' | 'words' | 'text' | 'json';

/** What a leaf column is: one without others in it. */
export interface Leaf {
  readonly element: SchemaElement;
  readonly path: readonly string[];
  readonly encoding: Encoding;
  /** Definition level of a value: how many of the leaf and the objects around it may be missing or null. */
  readonly level: number;
  /** All values, in the order of their bytes. Empty unless they are words. */
  readonly words: readonly Uint8Array[];
  /** Bytes of each text, if they are all alike. */
  readonly textBytes: number | undefined;
}

/** A member of a row: a leaf, or an object with members. */
export interface Branch {
  readonly name: string;
  readonly key: Key;
  readonly isOptional: boolean;
  /** Whether null is no value of it, but means none. */
  readonly isNullable: boolean;
  readonly level: number;
  /** The leaf, or those of its members, in their order. */
  readonly leaves: readonly Leaf[];
  readonly members: readonly Branch[] | undefined;
  /** What the foot of a file says of it and its members. */
  readonly elements: readonly SchemaElement[];
}

/** A member as a tree of leaves. Lists, and what may be anything, are JSON. @param around those of the objects around it */
export function branchOf(
  { name, kind, optional }: Member,
  around: { readonly path: readonly string[]; readonly level: number } = { path: [], level: 0 },
): Branch {
  const isOptional = optional === true;
  const isNullable = kind.nullable === true || kind.is === 'null';
  const mayLack = isOptional || isNullable;
  const path = [...around.path, name];
  const level = around.level + (mayLack ? 1 : 0);
  const own = { name, key: keyOf(name, isOptional), isOptional, isNullable, level };
  if (kind.is !== 'object' || kind.members.length === 0) {
    const leaf = leafOf({ name, kind, ...(isOptional && { optional }) }, path, level);
    return { ...own, leaves: [leaf], members: undefined, elements: [leaf.element] };
  }
  const members = kind.members.map((each) => branchOf(each, { path, level }));
  const repetition_type = mayLack ? 'OPTIONAL' : 'REQUIRED';
  return {
    ...own,
    members,
    leaves: members.flatMap(({ leaves }) => leaves),
    elements: [
      { name, repetition_type, num_children: members.length },
      ...members.flatMap(({ elements }) => elements),
    ],
  };
}

const UUID_BYTES = 36;

function leafOf(member: Member, path: readonly string[], level: number): Leaf {
  const { kind } = member;
  const [element] = elementsOf(kind.is === 'list' ? { ...member, kind: anyLike(kind) } : member).elements;
  if (element === undefined) throw new Error(`${path.join('.')} has no element`);
  const words = kind.is === 'text' && kind.values !== undefined ? inOrder(kind.values) : [];
  const encoding = words.length > 0 ? 'words' : encodingOf(element);
  return {
    element,
    path,
    encoding,
    level,
    words,
    textBytes: kind.is === 'uuid' ? UUID_BYTES : undefined,
  };
}

const anyLike = ({ nullable }: Kind): Kind => ({ is: 'any', ...(nullable && { nullable }) });

function encodingOf({ type, converted_type }: SchemaElement): Encoding {
  if (converted_type === 'TIMESTAMP_MILLIS') return 'instant';
  if (converted_type === 'DATE') return 'date';
  if (converted_type === 'JSON') return 'json';
  if (type === 'BOOLEAN') return 'boolean';
  if (type === 'DOUBLE') return 'double';
  if (type === 'BYTE_ARRAY') return 'text';
  return type === 'INT32' ? 'int' : 'long';
}

const inOrder = (values: readonly string[]): readonly Uint8Array[] =>
  [...new Set(values.map((value) => value.toWellFormed()))].map(bytesOf).toSorted(compareBytes);

/** The order of texts in statistics. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Where values of leaves go. Each row has one entry for each leaf, in the order of leaves. */
export interface LeafSink {
  /** Takes the value that stands here. False if it cannot be read. */
  value(cursor: Cursor): boolean;
  /** Notes a missing value. @param level the greatest existing one, of the leaf and the objects around it */
  none(level: number): void;
}

/**
 * Takes the members of the object that stands here. False if it cannot be read.
 *
 * @param sinks one for each leaf
 * @param from place of the first leaf's sink
 */
export function takeMembers(
  cursor: Cursor,
  members: readonly Branch[],
  sinks: readonly LeafSink[],
  from = 0,
): boolean {
  let isFirst = true;
  let place = from;
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    if (member === undefined) return false;
    const count = member.leaves.length;
    if (!enter(cursor, member.key, isFirst)) {
      if (!member.isOptional) return false;
      noneOf(sinks, place, count, member.level - 1);
    } else {
      isFirst = false;
      if (member.isNullable && takeNull(cursor)) noneOf(sinks, place, count, member.level - 1);
      else if (member.members === undefined) {
        if (sinks[place]?.value(cursor) !== true) return false;
      } else if (!takeMembers(cursor, member.members, sinks, place)) return false;
    }
    place += count;
  }
  return leave(cursor, isFirst);
}

function noneOf(sinks: readonly LeafSink[], place: number, count: number, level: number): void {
  for (let i = 0; i < count; i++) sinks[place + i]?.none(level);
}
