/** Names that need no quotes in a path. */
const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** The path of an object's member: `city` in `address` is `address.city`; names with other characters are quoted, `address["post code"]`. */
export function memberPath(parent: string, name: string): string {
  if (!PLAIN.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

/** The path of a list's elements: `cart[]`. */
export const elementPath = (list: string): string => `${list}[]`;
