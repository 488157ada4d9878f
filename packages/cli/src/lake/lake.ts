import { firstPlace } from '@catbird/engine';
import { createHash } from 'node:crypto';
import type { Part } from './division.ts';
import type { Table } from './table.ts';

/** An object of the lake. */
export interface LakeObject {
  /** Number of its table. */
  readonly place: number;
  readonly table: Table;
  readonly part: Part;
}

/** All objects of all tables, in the order of their keys. */
export interface Lake {
  readonly count: () => number;
  /** @param i from 0, below `count` */
  readonly at: (i: number) => LakeObject;
  readonly find: (key: string) => LakeObject | undefined;
  /** How many objects come before the first whose key passes. All keys after one that passes pass, too. */
  readonly before: (passes: (key: string) => boolean) => number;
}

/** @param tables in the order of their keys */
export function newLake(tables: readonly Table[]): Lake {
  const count = (): number => tables.reduce((sum, { parts }) => sum + parts.count(), 0);
  const at = (i: number): LakeObject => {
    let left = i;
    for (const [place, table] of tables.entries()) {
      const all = table.parts.count();
      if (left < all) return { place, table, part: table.parts.at(left) };
      left -= all;
    }
    throw new RangeError(`There is no object ${i}`);
  };
  return {
    count,
    at,
    find(key) {
      const place = tables.findIndex(({ name }) => key.startsWith(`${name}/`));
      const table = tables[place];
      const part = table?.parts.find(key);
      return table && part && { place, table, part };
    },
    before: (passes) => firstPlace(0, count(), (i) => passes(at(i).part.key)),
  };
}

/** 32 digits and `-1`, as of an upload in one part: no client takes it for the MD5 of the bytes. */
export const etagOf = ({ table: { digest }, part: { key } }: LakeObject): string =>
  `"${createHash('sha256').update(digest).update(key).digest('hex').slice(0, 32)}-1"`;

/** When an object changed last, in milliseconds since 1970. */
export const modifiedMs = ({ table, part }: LakeObject): number => table.modifiedMs(part);

export const bytesIn = ({ table, part }: LakeObject): number => table.layout.fileBytes(part.count);
