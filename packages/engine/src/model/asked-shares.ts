/** Names that need no quotes in a path. */
const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** The path of an object's member: `city` in `address` is `address.city`; names with other characters are quoted, `address["post code"]`. */
export function memberPath(parent: string, name: string): string {
  if (!PLAIN.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

/** The path of a list's elements: `cart[]`. */
export const elementPath = (list: string): string => `${list}[]`;

/** The shares that a schema asks for, by path: `country`, `cart[].color`. Fields whose shares do not follow from the schema are left out. */
export type AskedShares = ReadonlyMap<string, AskedShare>;

/** The shares that a field asks for, from 0 to 1 of the places where it could stand. */
export interface AskedShare {
  readonly nulls: number;
  readonly missing: number;
  /** Of each value that is listed. Empty: values are not listed. */
  readonly values: ReadonlyMap<string | number | boolean, number>;
}
