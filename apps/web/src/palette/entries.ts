import type { Command, Keys } from './command.ts';

/** A line of the palette. */
export interface Entry {
  readonly id: string;
  readonly group: EntryGroup;
  readonly label: string;
  readonly detail: string | undefined;
  readonly keys: Keys | undefined;
  /** Why it cannot run now. */
  readonly blocked: string | undefined;
  run(): void;
}

/** Groups of the palette, in its order. */
export const GROUPS = ['Do', 'Go to', 'Templates', 'Fields', 'Types', 'Not now'] as const;

/** A group of the palette. */
export type EntryGroup = (typeof GROUPS)[number];

/** A command as a line: those that cannot run now come last. */
export const entryOf = (command: Command): Entry => {
  const { id, label, detail, keys, blocked, isPlace } = command;
  return {
    id,
    group: blocked === undefined ? (isPlace === true ? 'Go to' : 'Do') : 'Not now',
    label,
    detail: blocked ?? detail,
    keys,
    blocked,
    run: () => command.run(),
  };
};

/** Lines of a group, at most. */
const MOST = 8;

/**
 * The entries that match a search, by group, those whose label starts with it first. Every word of it must be in label or detail.
 * Without a search, commands and places only.
 */
export function matching(entries: readonly Entry[], search: string): readonly Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank);
  return GROUPS.flatMap((group) => {
    const found = ranked.filter(({ entry }) => entry.group === group).map(({ entry }) => entry);
    const isOpen = words.length > 0 || group === 'Do' || group === 'Go to' || group === 'Not now';
    return isOpen ? found.slice(0, group === 'Do' || group === 'Not now' ? undefined : MOST) : [];
  });
}

const NO_MATCH = 4;

function rankOf({ label, detail = '' }: Entry, words: readonly string[]): number {
  const name = label.toLowerCase();
  const text = `${name} ${detail.toLowerCase()}`;
  if (!words.every((word) => text.includes(word))) return NO_MATCH;
  const [first = ''] = words;
  if (name.startsWith(first)) return 0;
  // The part after the dot of a type.
  if (name.split(/[\s.]/).some((part) => part.startsWith(first))) return 1;
  return name.includes(first) ? 2 : 3;
}

/** A text in parts, in turn without and with a match of the search's first word. */
export function marked(text: string, search: string): readonly string[] {
  const [first = ''] = search.trim().split(/\s+/);
  const at = first === '' ? -1 : text.toLowerCase().indexOf(first.toLowerCase());
  return at < 0
    ? [text]
    : [text.slice(0, at), text.slice(at, at + first.length), text.slice(at + first.length)];
}
