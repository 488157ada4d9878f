import type { Check, Counts, Example, Group, StageReport, TableReport } from '@catbird/core/verify';
import { inLine } from '../printable.ts';
import { partLines } from './part-text.ts';
import { causeText, count, counted, patternText, percent, valueText } from './value.ts';
import { isUnread, type Outcome, type Reports, type Verified } from './verified.ts';
import { wrapped } from './wrap.ts';

/** How a report is set. */
export interface TextOptions {
  /** Characters of a line. Default 100. */
  readonly width?: number;
  /** Whether values of rows are shown. Default: yes. */
  readonly hasValues?: boolean;
}

/** Reports as people read them. */
export function reportText({ outcomes, path }: Reports, options: TextOptions = {}): string {
  const texts = outcomes.map((each) => reportLines(each, options).map(inLine).join('\n'));
  const wrong = outcomes.filter((each) => isUnread(each) || each.report.verdict === 'wrong');
  const right = outcomes.length - wrong.length;
  if (outcomes.length > 1)
    texts.push(
      wrong.length === 0
        ? `All ${outcomes.length} tables are right.`
        : `${right} of ${outcomes.length} tables are right. Not right: ${wrong.map(({ name }) => name).join(', ')}.`,
    );
  if (path.length > 0) texts.splice(outcomes.length, 0, pathText(path));
  return texts.join('\n\n');
}

/** Where rows were lost or changed on their way. */
const pathText = (stages: readonly StageReport[]): string =>
  ['On the way:', ...stageLines(stages).map((line) => `  ${inLine(line)}`)].join('\n');

/** A sentence for each stage. */
export const stageLines = (stages: readonly StageReport[]): readonly string[] =>
  stages.map(({ name, there, lost, changed, patterns: [pattern] }, i) => {
    const where = i === 0 ? 'never arrived' : `lost after ${stages[i - 1]?.name}`;
    const which = pattern === undefined || lost === 0 ? '' : ` (${patternText(pattern)})`;
    return `${name}: ${counted(there, 'row')} there, ${count(lost)} ${where}${which}, ${count(changed)} changed here`;
  });

/** Where the text of a finding begins. */
const INDENT = 24;

/** A finding: what it is, how many rows it has, and sentences on it, each from a new line on. */
interface Finding {
  readonly kind: string;
  readonly rows: number | undefined;
  readonly lines: readonly string[];
}

function reportLines(outcome: Outcome, { width = 100, hasValues = true }: TextOptions): string[] {
  if (isUnread(outcome)) return wrapped(`${outcome.name}: no verdict. ${outcome.reason}`, width);
  const { name, report } = outcome;
  const most = Math.max(40, width - INDENT);
  const shown = (value: unknown, taken: number): string =>
    valueText(value, Math.max(20, Math.min(200, most - taken)));
  const findings = [
    missingOf(report, hasValues, shown),
    changedOf(report, hasValues, shown),
    doubledOf(report.doubled),
    extraOf(report, hasValues, shown),
    ...restOf(report),
  ].filter(({ rows }) => rows !== 0);
  return [
    ...wrapped(`${name}: ${report.verdict}. ${headline(report)}`, width),
    ...wrapped(sourceOf(outcome), width - 2).map((line) => `  ${line}`),
    ...equation(report.counts, width),
    ...partLines(report).flatMap((line) => wrapped(line, width - 2).map((part) => `  ${part}`)),
    ...(findings.length > 0 ? [''] : []),
    ...findings.flatMap((finding) => linesOf(finding, most)),
    ...report.notes.flatMap((note) => linesOf({ kind: 'note', rows: undefined, lines: [note] }, most)),
  ];
}

/** How many rows are right, and how many are not, in a sentence. */
export function headline({ counts, checks, order }: TableReport): string {
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
  ] as const;
  const wrong = found.filter(({ check, rows }) => rows > 0 && isWrong(check));
  const differs = checks.some(({ rows, verdict }) => rows > 0 && verdict === 'right');
  const of =
    right === expected
      ? `All ${counted(expected, 'row')} arrived as sent`
      : `${count(right)} of ${counted(expected, 'row')} arrived as sent (${percent(right / Math.max(1, expected))})`;
  if (wrong.length > 0)
    return `${of}; ${wrong.map(({ rows, words }) => `${count(rows)} ${words}`).join(', ')}.`;
  return `${of}${differs ? ', and what differs is allowed' : ''}.`;
}

/** Where its rows are, and how they were matched. */
export const sourceOf = ({ source, report }: Verified): string =>
  `${source}, rows told apart by ${report.identity.length === 0 ? 'all columns together' : report.identity.join(' and ')}`;

function equation({ expected, right, changed, missing, doubled, extra }: Counts, width: number): string[] {
  const sum = `  expected ${count(expected)} = right ${count(right)} + changed ${count(changed)} + missing ${count(missing)}`;
  const more = `doubled ${count(doubled)}   extra ${count(extra)}`;
  return sum.length + more.length + 4 <= width ? [`${sum}    ${more}`] : [sum, `  ${more}`];
}

function linesOf({ kind, rows, lines }: Finding, most: number): string[] {
  const head = `  ${kind.padEnd(10)}${(rows === undefined ? '' : count(rows)).padStart(9)}   `;
  return lines
    .flatMap((line) => {
      const [, indent = '', text = ''] = /^( *)(.*)$/s.exec(line) ?? [];
      return wrapped(text, most - indent.length).map((part, i) => `${indent}${i > 0 ? '  ' : ''}${part}`);
    })
    .map((line, i) => (i === 0 ? head : ' '.repeat(INDENT)) + line);
}

type Shown = (value: unknown, taken: number) => string;

function missingOf({ missing }: TableReport, hasValues: boolean, shown: Shown): Finding {
  return {
    kind: 'missing',
    rows: missing.rows,
    lines: [
      ...whichRows(missing),
      ...(hasValues
        ? missing.examples.map(({ row = 0, expected }) => {
            const head = `row ${count(row)}: `;
            return head + shown(expected, head.length);
          })
        : []),
    ],
  };
}

function changedOf({ counts, changed }: TableReport, hasValues: boolean, shown: Shown): Finding {
  return {
    kind: 'changed',
    rows: counts.changed,
    lines: changed.flatMap(({ column, rows, causes, patterns: [pattern], examples }) => [
      ...(causes.length === 1
        ? [`${column} in ${counted(rows, 'row')}: ${causes.map(causeText).join()}`]
        : causes.length === 0
          ? [`${column} in ${counted(rows, 'row')}: no cause known`]
          : [`${column} in ${counted(rows, 'row')}:`, ...causes.map((each) => `  ${causeText(each)}`)]),
      ...(pattern === undefined ? [] : [`  ${patternText(pattern)}`]),
      ...(hasValues ? examples.map((each) => `  ${exampleText(each, shown)}`) : []),
    ]),
  };
}

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

function extraOf({ counts, extra }: TableReport, hasValues: boolean, shown: Shown): Finding {
  return {
    kind: 'extra',
    rows: counts.extra,
    lines: [
      counts.extra === 1 ? 'row that nobody sent' : 'rows that nobody sent',
      ...(hasValues ? extra.map(({ arrived }) => shown(arrived, 0)) : []),
    ],
  };
}

/** The first ranges of rows, and the rule that they follow. */
export function whichRows({ rows, ranges, rangeCount, patterns: [pattern] }: Group): string[] {
  const shown = ranges
    .slice(0, 3)
    .map(([first, end]) => (end - first === 1 ? count(first) : `${count(first)} – ${count(end - 1)}`));
  const more = rangeCount > 3 ? ` and ${counted(rangeCount - 3, 'more range')}` : '';
  const which = `row${rows === 1 ? '' : 's'} ${shown.join(', ')}${more}`;
  if (pattern?.text.startsWith('rows ') === true) return [which];
  if (pattern !== undefined) return [which, patternText(pattern)];
  return rows >= 20 && rangeCount > 1 ? [which, 'no pattern: looks like chance'] : [which];
}

/** What else was found, a sentence each. */
export const restLines = (report: TableReport): readonly string[] =>
  restOf(report)
    .filter(({ rows }) => rows !== 0)
    .map(({ rows = 0, lines }) => `${count(rows)} ${lines.join(' ')}`);

/** What a check looks for, as a noun. */
export const wordsOf = ({ name }: Pick<Check, 'name'>): string =>
  name === 'order'
    ? 'rows out of order'
    : name === 'dedup'
      ? 'copies that are left'
      : name === 'extra'
        ? 'extra rows or lines'
        : `${name} rows`;

function restOf({ counts, order, checks }: TableReport): readonly Finding[] {
  const { copies, missing, unsent, unreadable, malformed, uncertain } = counts;
  const finding = (kind: string, rows: number, line: string): Finding => ({ kind, rows, lines: [line] });
  return [
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
      'order',
      order?.rows ?? 0,
      `rows came after a later one, by ${counted(order?.most ?? 0, 'row')} at most${judgedText(checks)}`,
    ),
  ];
}

/** How well copies were removed. */
function copiesText({ sent, there }: Counts['copies'], missing: number): string {
  const gone = sent - there;
  if (gone === 0) return 'copies were sent, and all of them are there';
  return `copies were sent, and ${count(gone)} of them are gone: recall ${ratio(gone / sent)}, precision ${ratio(gone / (gone + missing))}`;
}

const ratio = (share: number): string => String(Math.floor(share * 10_000) / 10_000);

const judgedText = (checks: readonly Check[]): string =>
  checks.some(({ name, verdict }) => name === 'order' && verdict === 'not judged') ? ' (not judged)' : '';
