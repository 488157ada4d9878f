import { readByExpression } from './condition.ts';
import { allParts, calleeOf, namedField, nameOf, nodeOf, tryParse, type Node } from './parse.ts';

/** Lists what a text reads, in its order. */
type Reader = (text: string) => readonly string[];

/** What to look for in a text, and what to put in its place. */
type Replacement = readonly [find: string, by: string];

const namesIn: Reader = (text) => readByExpression(text).map(({ name }) => name);

/**
 * An expression that reads other names, written as before in all else; undefined if a name cannot be written there.
 *
 * @param to the new name for each that it reads
 */
export const withNames = (text: string, to: (name: string) => string): string | undefined =>
  rewritten(text, namesIn, namesIn(text).map(to), (name, wanted) => [
    [name, wanted],
    // Any name can be read with `field`.
    [name, `field(${JSON.stringify(wanted)})`],
    [quoted(name), quoted(wanted)],
  ]);

/** A member of a field that an expression reads by its name in quotes: `sum(items, "price")` or `get(item, "price")`. */
export interface MemberRead {
  /** The name of the field; undefined if the member is read of something else, such as an item of a list. */
  readonly of: string | undefined;
  /** A name, or a path that starts with it. */
  readonly member: string;
}

/** The members that an expression reads by their names in quotes. */
export function membersIn(text: string): readonly MemberRead[] {
  const tree = tryParse(text);
  return tree === undefined ? [] : allParts(tree).flatMap(memberOf);
}

/** Functions that take names of members. */
const OF_MEMBERS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'get']);

function memberOf(node: Node): readonly MemberRead[] {
  if (node.type !== 'CallExpression' || !OF_MEMBERS.has(calleeOf(node) ?? '')) return [];
  const [of, ...members] = node.arguments.map(nodeOf);
  return members.flatMap((member) =>
    of !== undefined && member.type === 'Literal' && typeof member.value === 'string'
      ? [{ of: nameOf(of) ?? namedField(of), member: member.value }]
      : [],
  );
}

/**
 * An expression that reads other members, written as before in all else; undefined if one cannot be written there.
 *
 * @param to the new name or path for each that it reads
 */
export function withMembers(text: string, to: (read: MemberRead) => string): string | undefined {
  const read: Reader = (given) => [
    ...namesIn(given),
    ...membersIn(given).map(({ of, member }) => textOf(of, member)),
  ];
  const wanted = [...namesIn(text), ...membersIn(text).map((each) => textOf(each.of, to(each)))];
  return rewritten(text, read, wanted, (item, by) => [[quoted(memberIn(item)), quoted(memberIn(by))]]);
}

const textOf = (of: string | undefined, member: string): string => `${of ?? ''}\n${member}`;
const memberIn = (item: string): string => item.slice(item.indexOf('\n') + 1);

/** A text as it stands between quotes. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Replaces some of what a text reads. A part of the text is what is read there if replacing it changes that to what is wanted, and
 * nothing else: the parser decides.
 *
 * @param wanted what the text is to read, in the same order
 */
function rewritten(
  text: string,
  read: Reader,
  wanted: readonly string[],
  replacements: (item: string, wanted: string) => readonly Replacement[],
): string | undefined {
  const items = [...read(text)];
  let current = text;
  let from = 0;
  for (const [i, item] of read(text).entries()) {
    const by = wanted[i] ?? item;
    if (by === item) continue;
    items[i] = by;
    const isWanted = (candidate: string): boolean => {
      const found = read(candidate);
      return found.length === items.length && found.every((each, n) => each === items[n]);
    };
    const next = firstOf(replacements(item, by), current, from, isWanted);
    if (next === undefined) return undefined;
    ({ text: current, end: from } = next);
  }
  return current;
}

/** The text with the first replacement, from an offset on, that makes what is wanted; `end` is the offset after it. */
function firstOf(
  replacements: readonly Replacement[],
  text: string,
  from: number,
  isWanted: (candidate: string) => boolean,
): { readonly text: string; readonly end: number } | undefined {
  for (const [find, by] of replacements)
    for (let at = text.indexOf(find, from); at >= 0; at = text.indexOf(find, at + 1)) {
      const candidate = text.slice(0, at) + by + text.slice(at + find.length);
      if (isWanted(candidate)) return { text: candidate, end: at + by.length };
    }
  return undefined;
}
