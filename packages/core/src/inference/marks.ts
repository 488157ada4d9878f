import type { Profile, Row } from './observe/observe.ts';

/** How programs write that a number is unknown. */
const NOT_A_NUMBER = /^nan$/i;

/** Texts that may stand for no value, or for themselves: Namibia, no damage. */
const MARK = /^(n\/?a|none|null|nil|nan|missing|undefined|#n\/a)$/i;

/** Fields and marks that a note names, at most. */
const NAMED = 5;

/** A table in which `NaN` is null in columns of numbers. */
export function withoutNaN(profile: Profile): Profile {
  const names = [...profile.root.fields.values()].filter(
    ({ name, numbers, texts }) =>
      numbers > 0 && texts > 0 && textsIn(profile.rows, name).every((text) => NOT_A_NUMBER.test(text)),
  );
  if (names.length === 0) return profile;
  for (const field of names) {
    field.nulls += field.texts;
    field.texts = 0;
  }
  const nulls = (row: Row): [string, null][] =>
    names.flatMap(({ name }): [string, null][] => (typeof row[name] === 'string' ? [[name, null]] : []));
  return { ...profile, rows: profile.rows.map((row) => ({ ...row, ...Object.fromEntries(nulls(row)) })) };
}

/** `NA (country), None (damage)`: texts of a table that may mean null, with their columns. Undefined if there are none. */
export function marksIn({ root, rows }: Profile): string | undefined {
  const columns = new Map<string, string[]>();
  for (const { name, texts } of root.fields.values())
    for (const mark of texts === 0 ? [] : new Set(textsIn(rows, name).filter((text) => MARK.test(text))))
      columns.set(mark, [...(columns.get(mark) ?? []), name]);
  if (columns.size === 0) return undefined;
  return few([...columns].map(([mark, names]) => `${mark} (${few(names)})`));
}

const few = (words: readonly string[]): string =>
  words.length <= NAMED ? words.join(', ') : `${words.slice(0, NAMED).join(', ')}, …`;

const textsIn = (rows: readonly Row[], name: string): readonly string[] =>
  rows.map((row) => row[name]).filter((cell) => typeof cell === 'string');
