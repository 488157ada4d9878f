import { fault } from './fault.ts';

/** What an opening bracket starts. */
export interface GroupStart {
  readonly end: number;
  /** Its name, empty if it has none; undefined if it is not captured. */
  readonly name: string | undefined;
  /** A bracket closes it. Flags such as `(?i)` are closed already. */
  readonly isOpen: boolean;
}

const NAMED = /\(\?P?<(\w+)>/y;
const FLAGS = /\(\?(?:[imsU]*|[imsU]*-[imsU]+)([:)])/y;

/** What other engines support and RE2 does not, by how it starts. */
const UNSUPPORTED: readonly (readonly [string, string])[] = [
  ['(?=', 'look-aheads are not possible'],
  ['(?!', 'look-aheads are not possible'],
  ['(?<=', 'look-behinds are not possible'],
  ['(?<!', 'look-behinds are not possible'],
  ['(?>', 'atomic groups are not possible'],
  ['(?|', 'groups that share their numbers are not possible'],
  ['(?#', 'comments are not possible'],
  ['(?(', 'conditions are not possible'],
  ['(?P=', 'back references are not possible'],
  ['(?P>', 'recursion is not possible'],
  ['(?&', 'recursion is not possible'],
  ['(?R', 'recursion is not possible'],
];

/** The group or flags at an opening bracket. @param groups names so far @throws Error if RE2 does not support it */
export function groupAt(text: string, at: number, groups: readonly string[]): GroupStart {
  if (text.charAt(at + 1) !== '?') return { end: at + 1, name: '', isOpen: true };
  NAMED.lastIndex = at;
  const [named, name] = NAMED.exec(text) ?? [];
  if (named !== undefined && name !== undefined) {
    if (groups.includes(name)) throw fault(`a second group has the name ${name}`, at);
    return { end: at + named.length, name, isOpen: true };
  }
  FLAGS.lastIndex = at;
  const [flags, last] = FLAGS.exec(text) ?? [];
  if (flags !== undefined) return { end: at + flags.length, name: undefined, isOpen: last === ':' };
  throw unsupported(text, at);
}

function unsupported(text: string, at: number): Error {
  const [, known] = UNSUPPORTED.find(([start]) => text.startsWith(start, at)) ?? [];
  if (known !== undefined) return fault(known, at);
  return /^\(\?P?</.test(text.slice(at, at + 4))
    ? fault('the name of a group has letters, digits and _ between < and >', at)
    : fault('unknown group: write (…), (?:…), (?<name>…) or flags such as (?i)', at);
}
