import { inLine } from '@catbird/engine';
import type { Cause } from './causes/cause.ts';
import type { Pattern } from './patterns.ts';
import type { Check, Counts, Example, Group, LagReport, TableReport, Unaccepted } from './report.ts';

/** A finding: what it is, how many rows it has, and sentences on it, each from a new line on. */
export interface Finding {
  readonly kind: string;
  readonly rows: number | undefined;
  readonly lines: readonly string[];
}

export const count = (value: number): string => value.toLocaleString('en');

/** `1 row`, `2,000 rows`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** A duration as people read it: `120 ms`, `8.2 s`, `14 s`, `2:05`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  const two = (value: number): string => String(value).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${two(rest)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`;
}

/** A share as people read it, never rounded to all or nothing. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`;
  if (share < 0.001) return 'less than 0.1 %';
  if (share > 0.999) return 'more than 99.9 %';
  return `${(share * 100).toFixed(1)} %`;
}

/** Why values changed, with how much of them it explains. */
function causeText({ text, share, certainty, contradicted }: Cause): string {
  const of = share >= 0.9999 ? certainty : `${percent(share)} of them, ${certainty}`;
  return `${text} (${of})${contradicted > 0.5 ? ', only in some rows' : ''}`;
}

/** Which rows are concerned. */
export function patternText({ text, share, precision, isExact }: Pattern): string {
  const found = isExact
    ? 'no exception found'
    : `${percent(share)} of them; of all such rows, ${percent(precision)} are affected`;
  return `which ones: ${text} (${found})`;
}

/** How many rows are right, and how many are not, in a sentence. */
export function headline(report: TableReport): string {
  return `${[arrivedText(report), ...unacceptedTexts(report.unaccepted)].join('; ')}.`;
}

/** What of the run is not expected. */
function unacceptedTexts({ rejected, failed, uncertain }: Unaccepted = NONE): readonly string[] {
  const rows = (value: number, one: string, many: string): string[] =>
    value === 0 ? [] : [`${counted(value, 'row')} of this run ${value === 1 ? one : many}`];
  return [
    ...rows(rejected, 'was rejected and is not expected', 'were rejected and are not expected'),
    ...rows(failed, 'was not accepted and is not expected', 'were not accepted and are not expected'),
    ...rows(uncertain, 'failed, but may be there', 'failed, but may be there'),
  ];
}

const NONE: Unaccepted = { rejected: 0, failed: 0, uncertain: 0 };

function arrivedText({ counts, checks, order }: TableReport): string {
  const { expected, right } = counts;
  const isWrong = (name: Check['name']): boolean =>
    checks.some((check) => check.name === name && check.verdict === 'wrong');
  const found = [
    { check: 'missing', rows: counts.missing, words: 'missing' },
    { check: 'missing', rows: counts.copies.sent - counts.copies.there, words: 'copies missing' },
    { check: 'changed', rows: counts.changed, words: 'changed' },
    { check: 'doubled', rows: counts.doubled, words: 'doubled' },
    { check: 'extra', rows: counts.extra, words: 'extra' },
    { check: 'extra', rows: counts.unsent, words: 'not acknowledged' },
    { check: 'extra', rows: counts.unreadable, words: 'unreadable' },
    { check: 'dedup', rows: counts.copies.there, words: 'copies left' },
    { check: 'order', rows: order?.rows ?? 0, words: 'out of order' },
    { check: 'late', rows: counts.late, words: 'late' },
    { check: 'lag', rows: rowsIn(checks, 'lag'), words: 'with too long a lag' },
  ] as const;
  const wrong = found.filter(({ check, rows }) => rows > 0 && isWrong(check));
  const differs = checks.some(({ rows, verdict }) => rows > 0 && verdict === 'right');
  const all = expected === 0 ? 'No rows were expected' : `All ${counted(expected, 'row')} arrived as sent`;
  const of =
    right === expected
      ? all
      : `${count(right)} of ${counted(expected, 'row')} arrived as sent (${percent(right / Math.max(1, expected))})`;
  const coming = counts.pending > 0 ? `; ${count(counts.pending)} may still come` : '';
  if (wrong.length > 0)
    return `${of}; ${wrong.map(({ rows, words }) => `${count(rows)} ${words}`).join(', ')}${coming}`;
  return `${of}${differs ? ', and what differs is allowed' : ''}${coming}`;
}

const rowsIn = (checks: readonly Check[], name: Check['name']): number =>
  checks.find((check) => check.name === name)?.rows ?? 0;

/** The first ranges of rows, and the rule that they follow. */
function whichRows({ rows, ranges, rangeCount, patterns: [pattern] }: Group): string[] {
  const shown = ranges
    .slice(0, 3)
    .map(([first, end]) => (end - first === 1 ? count(first) : `${count(first)} – ${count(end - 1)}`));
  const more = rangeCount > 3 ? ` and ${counted(rangeCount - 3, 'more range')}` : '';
  const which = `row${rows === 1 ? '' : 's'} ${shown.join(', ')}${more}`;
  if (pattern?.text.startsWith('rows ') === true) return [which];
  if (pattern !== undefined) return [which, patternText(pattern)];
  return rows >= 20 && rangeCount > 1 ? [which, 'no pattern: looks like chance'] : [which];
}

/** What a check looks for, as a noun. */
export const wordsOf = ({ name }: Pick<Check, 'name'>): string =>
  name === 'order'
    ? 'rows out of order'
    : name === 'dedup'
      ? 'copies that are left'
      : name === 'extra'
        ? 'extra rows or lines'
        : name === 'lag'
          ? 'rows with too long a lag'
          : `${name} rows`;

/** Shows a value of a row, after so many characters of its line. */
type Shown = (value: unknown, taken: number) => string;

/** What was found, the most important first. @param shown shows values of rows. Absent: none are shown */
export const findingsOf = (report: TableReport, shown?: Shown): readonly Finding[] =>
  [
    missingOf(report, shown),
    changedOf(report, shown),
    doubledOf(report.doubled),
    extraOf(report, shown),
    ...restOf(report),
  ].filter(({ rows }) => rows !== 0);

/** A finding as a heading: `Missing rows: 30`. */
export const titleOf = ({ kind, rows = 0 }: Finding): string =>
  `${TITLES[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)}: ${count(rows)}`;

const TITLES: Readonly<Record<string, string>> = {
  missing: 'Missing rows',
  changed: 'Changed rows',
  doubled: 'Doubled rows',
  extra: 'Rows that nobody sent',
};

const missingOf = ({ missing }: TableReport, shown: Shown | undefined): Finding => ({
  kind: 'missing',
  rows: missing.rows,
  lines: [
    ...whichRows(missing),
    ...(shown === undefined ? [] : missing.examples).map(({ row = 0, expected }) => {
      const head = `row ${count(row)}: `;
      return head + (shown?.(expected, head.length) ?? '');
    }),
  ],
});

const changedOf = ({ counts, changed }: TableReport, shown: Shown | undefined): Finding => ({
  kind: 'changed',
  rows: counts.changed,
  lines: changed.flatMap(({ column, rows, causes, patterns: [pattern], examples }) => [
    ...(causes.length > 1
      ? [`${column} in ${counted(rows, 'row')}:`, ...causes.map((each) => `  ${causeText(each)}`)]
      : [`${column} in ${counted(rows, 'row')}: ${causes.map(causeText)[0] ?? 'no cause known'}`]),
    ...(pattern === undefined ? [] : [`  ${patternText(pattern)}`]),
    ...(shown === undefined ? [] : examples.map((each) => `  ${exampleText(each, shown)}`)),
  ]),
});

function exampleText({ row = 0, expected, arrived }: Example, shown: Shown): string {
  const head = `row ${count(row)}: sent , arrived `.length + 2;
  const sent = shown(expected, head + 20);
  return `row ${count(row)}: sent ${sent}, arrived ${shown(arrived, head + sent.length)}`;
}

const doubledOf = (doubled: Group): Finding => ({
  kind: 'doubled',
  rows: doubled.rows,
  lines: whichRows(doubled).map((line, i) => (i === 0 ? `more often than sent: ${line}` : line)),
});

const extraOf = ({ counts, extra }: TableReport, shown: Shown | undefined): Finding => ({
  kind: 'extra',
  rows: counts.extra,
  lines: [
    counts.extra === 1 ? 'row that nobody sent' : 'rows that nobody sent',
    ...(shown === undefined ? [] : extra.map(({ arrived }) => shown(arrived, 0))),
  ],
});

/** What else was found. */
function restOf({ counts, order, lag, checks }: TableReport): readonly Finding[] {
  const { copies, missing, unsent, unreadable, malformed, uncertain, repeated, late } = counts;
  const finding = (kind: string, rows: number, line: string): Finding => ({ kind, rows, lines: [line] });
  return [
    finding('late', late, 'rows are there, but took longer than they may'),
    finding('lag', lag?.rows ?? 0, lag === undefined ? '' : lagText(lag)),
    finding('copies', copies.sent, copiesText(copies, missing)),
    finding('unsent', unsent, 'rows are there that the destination did not acknowledge'),
    finding('unreadable', unreadable, unreadable === 1 ? 'line that is no row' : 'lines that are no rows'),
    finding(
      'malformed',
      malformed.sent,
      `lines were sent corrupted, and ${count(malformed.there)} of them are there`,
    ),
    finding(
      'uncertain',
      uncertain.rows,
      `rows may be there, as sending them had no clear end: ${count(uncertain.there)} are`,
    ),
    finding(
      'repeated',
      repeated.rows,
      `rows were sent again, ${count(repeated.there)} of them are there more than once`,
    ),
    finding(
      'order',
      order?.rows ?? 0,
      `rows came after a later one, by ${counted(order?.most ?? 0, 'row')} at most${judgedText(checks)}`,
    ),
  ];
}

/** How long rows took, and what that is measured from. */
const lagText = ({ p50, p99, max, from, to }: LagReport): string =>
  `rows took p50 ${duration(p50)}, p99 ${duration(p99)}, at most ${duration(max)} from their ${from} until they ${to === 'arrival' ? 'arrived' : 'were read'}`;

/** How well copies were removed. */
function copiesText({ sent, there }: Counts['copies'], missing: number): string {
  const gone = sent - there;
  if (gone === 0) return 'copies were sent, and all of them are there';
  return `copies were sent, and ${count(gone)} of them are gone: recall ${ratio(gone / sent)}, precision ${ratio(gone / (gone + missing))}`;
}

const ratio = (share: number): string => String(Math.floor(share * 10_000) / 10_000);

const judgedText = (checks: readonly Check[]): string =>
  checks.some(({ name, verdict }) => name === 'order' && verdict === 'not judged') ? ' (not judged)' : '';

/** Characters of a value that reports show at most. */
const VALUE = 200;

/** A value as reports show it, in one line, without what controls a terminal. */
export function valueText(value: unknown, most = VALUE): string {
  if (value === undefined) return '(none)';
  const text = inLine(typeof value === 'string' ? value : (JSON.stringify(value, withBigints) ?? ''));
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}

/** For `JSON.stringify`: whole numbers beyond 2^53 become texts, so that no digit is lost. */
export const withBigints = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
