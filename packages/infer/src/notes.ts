import { LIMITS, type Profile, type Row } from './observe/observe.ts';
import { RESERVED } from './plan/planned-fields.ts';
import type { Reading } from './read/read-rows.ts';
import type { Skip } from './read/lines.ts';

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

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

const SKIPPED: Readonly<Record<Skip, (n: number) => string>> = {
  'invalid JSON': (n) => `Skipped ${count(n, 'row', 'rows')} of invalid JSON`,
  'comma or bracket': () => 'The list of rows has a trailing comma or no end: rows may be missing',
  'too long': (n) => `Skipped ${count(n, 'row', 'rows')} longer than 64 MiB`,
  'another kind of value': (n) =>
    `Skipped ${count(n, 'row that is', 'rows that are')} of another type than the first one`,
  'too few cells': (n) =>
    `${count(n, 'row has', 'rows have')} fewer cells than the header: the others are null`,
  'too many cells': (n) =>
    `${count(n, 'row has', 'rows have')} more cells than the header: the rest was skipped`,
  'another form': (n) => `Skipped ${count(n, 'line', 'lines')} of another form than the first one`,
  'unclosed quote': (n) =>
    `${count(n, 'quote is', 'quotes are')} not closed: those lines were read without quotes`,
};

/** What became of the lists of an object. */
export interface Unwrapping {
  /** The list whose elements are the rows. */
  readonly list?: string;
  /** The field with the names of the members that are the rows. */
  readonly members?: string;
  /** The longest list of an object that is one row. */
  readonly whole?: string;
}

/** What was skipped or estimated, a sentence each. */
export const notesOf = (profile: Profile, reading: Reading, unwrapping: Unwrapping): string[] => [
  ...rowNotes(profile, reading, unwrapping),
  ...[...profile.skipped].map(([reason, n]) => SKIPPED[reason](n)),
  ...fieldNotes(profile),
  ...markNotes(profile, reading),
];

function markNotes(profile: Profile, { format }: Reading): string[] {
  const marks = format === 'csv' ? marksIn(profile) : undefined;
  return marks === undefined
    ? []
    : [`Read as text, not as null: ${marks}. If they mean no value, replace them by empty cells`];
}

const HEADERS = {
  names: 'Read the first line as the names of the columns. If it has values, use --header-row no',
  values:
    'Read the first line as values, because it looks like the others. If it has the names of the columns, use --header-row yes',
} as const;

function rowNotes(
  { root }: Profile,
  { format, cutOff, foreignLines, hasDecimalCommas, titles, header }: Reading,
  { list, whole, members }: Unwrapping,
): string[] {
  const notes: string[] = [];
  if (cutOff !== undefined) notes.push(`The end of the sample is missing: ${cutOff}`);
  if (list !== undefined) notes.push(`Rows are the elements of ${list}`);
  if (members !== undefined)
    notes.push(`Rows are the members of the object. Their names are the field ${members}`);
  if (whole !== undefined)
    notes.push(`The object is one row. If its rows are the elements of ${whole}, save only that list`);
  if (format === 'csv' && root.fields.size === 1 && root.fields.has('column_1'))
    notes.push(
      'Each line is one value: no header or separator was found. Save logs as JSON to get their fields',
    );
  if (titles !== undefined) notes.push(`Skipped ${count(titles, 'line', 'lines')} above the header`);
  if (header !== undefined) notes.push(HEADERS[header]);
  if (hasDecimalCommas === true)
    notes.push('Numbers with a decimal comma, such as 1,5, were read as numbers');
  if (foreignLines > 0)
    notes.push(`${count(foreignLines, 'line is', 'lines are')} not UTF-8 and read as Windows-1252`);
  return notes;
}

function fieldNotes({ observed, total, unfollowed, root }: Profile): string[] {
  const notes: string[] = [];
  if (observed < total)
    notes.push(
      `Counts are estimates: ${count(observed, 'row', 'rows')} of ${total.toLocaleString('en-US')} were observed`,
    );
  if (unfollowed > 0) {
    const least = unfollowed >= 10 * LIMITS.fields ? 'at least ' : '';
    notes.push(`Skipped ${least}${count(unfollowed, 'field', 'fields')}: too many or nested too deeply`);
  }
  for (const name of RESERVED)
    if (root.fields.has(name)) notes.push(`Skipped the field ${name}: the schema language uses its name`);
  return notes;
}
