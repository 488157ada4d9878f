import { LIMITS } from './limits.ts';
import { RESERVED } from './plan/plan.ts';
import type { Profile } from './observe/observe.ts';
import type { Reading } from './read/read.ts';
import type { Skip } from './read/sink.ts';

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

const SKIPPED: Readonly<Record<Skip, (n: number) => string>> = {
  'invalid JSON': (n) => `Skipped ${count(n, 'row', 'rows')} of invalid JSON`,
  'too long': (n) => `Skipped ${count(n, 'row', 'rows')} longer than 64 MiB`,
  'another kind of value': (n) =>
    `Skipped ${count(n, 'row that is', 'rows that are')} of another type than the first one`,
  'too few cells': (n) =>
    `${count(n, 'row has', 'rows have')} fewer cells than the header: the others are null`,
  'too many cells': (n) =>
    `${count(n, 'row has', 'rows have')} more cells than the header: the rest was skipped`,
  'unclosed quote': (n) =>
    `${count(n, 'quote is', 'quotes are')} not closed: those lines were read without quotes`,
};

/** What was skipped or estimated, a sentence each. */
export function notesOf(
  profile: Profile,
  { format, cutOff, foreignLines }: Reading,
  { list, whole }: { readonly list?: string | undefined; readonly whole?: string | undefined },
): string[] {
  const notes: string[] = [];
  if (cutOff !== undefined) notes.push(`The end of the sample is missing: ${cutOff}`);
  if (list !== undefined) notes.push(`Rows are the elements of ${list}`);
  if (whole !== undefined)
    notes.push(`The object is one row. If its rows are the elements of ${whole}, save only that list`);
  if (format === 'csv' && [...profile.root.fields.keys()].join() === 'column_1')
    notes.push(
      'Each line is one value: no header or separator was found. Save logs as JSON to get their fields',
    );
  if (foreignLines > 0)
    notes.push(`${count(foreignLines, 'line is', 'lines are')} not UTF-8 and read as Windows-1252`);
  for (const [reason, n] of profile.skipped) notes.push(SKIPPED[reason](n));
  if (profile.observed < profile.total)
    notes.push(
      `Counts are estimates: ${count(profile.observed, 'row', 'rows')} of ${profile.total.toLocaleString('en-US')} were observed`,
    );
  if (profile.unfollowed > 0) {
    const least = profile.unfollowed >= 10 * LIMITS.fields ? 'at least ' : '';
    notes.push(
      `Skipped ${least}${count(profile.unfollowed, 'field', 'fields')}: too many or nested too deeply`,
    );
  }
  for (const name of RESERVED)
    if (profile.root.fields.has(name))
      notes.push(`Skipped the field ${name}: the schema language uses its name`);
  return notes;
}
