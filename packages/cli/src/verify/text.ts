import type {
  Cause,
  Counts,
  Example,
  Group,
  Judge,
  Pattern,
  StageReport,
  TableReport,
  Truth,
} from '@catbird/core/verify';
import { printable } from '../printable.ts';

/** Characters of a value. */
const VALUE = 200;

/** A table that was verified. */
export interface Verified {
  readonly name: string;
  readonly source: string;
  readonly report: TableReport;
  readonly truth: Truth;
  readonly judge: Judge;
  /** Whether its rows are those of the stream, so that it can be a stage of a path. */
  readonly isStage: boolean;
}

/** A report as people read it. @param hasValues whether values of rows are shown */
export function reportLines({ name, source, report }: Verified, hasValues: boolean): string[] {
  const { counts, changed, missing, doubled, extra, order } = report;
  const identity = report.identity.length === 0 ? 'all columns' : report.identity.join(' and ');
  return [
    `${name}  ${source}, by ${identity}: ${report.verdict}`,
    `  expected ${count(counts.expected)} = right ${count(counts.right)} + changed ${count(counts.changed)} + missing ${count(counts.missing)}     doubled ${count(counts.doubled)}   extra ${count(counts.extra)}`,
    ...changed.flatMap(({ column, rows, causes, patterns, example }) => [
      ...causeLines(column, rows, causes),
      ...patterns.slice(0, 1).map((each) => `           ${''.padEnd(12)} in ${patternText(each, rows)}`),
      ...(hasValues ? [`           ${exampleText(example)}`] : []),
    ]),
    ...groupLines('missing', missing, hasValues),
    ...groupLines('doubled', doubled, false),
    ...(counts.extra > 0 && hasValues
      ? extra.slice(0, 2).map(({ arrived }) => `  extra    nobody sent ${valueText(arrived)}`)
      : []),
    ...restLines(counts),
    ...(order !== undefined && order.rows > 0
      ? [`  order    ${count(order.rows)} rows came after a later one, by ${count(order.most)} rows at most`]
      : []),
    ...report.notes.map((note) => `  note     ${note}`),
  ].map(printable);
}

/** Where rows were lost or changed on their way. Empty: there are no stages. */
export function pathLines(stages: readonly StageReport[]): string[] {
  if (stages.length === 0) return [];
  const lines = stages.map(({ name, there, lost, changed, patterns: [pattern] }, i) => {
    const where = i === 0 ? 'never there' : `lost after ${stages[i - 1]?.name}`;
    const which = pattern === undefined ? '' : ` (${patternText(pattern, lost)})`;
    return `  ${name.padEnd(20)} ${count(there).padStart(11)} there   ${where} ${count(lost)}${which}   changed ${count(changed)}`;
  });
  return [['path', ...lines].map(printable).join('\n')];
}

const count = (value: number): string => value.toLocaleString('en');

function causeLines(column: string, rows: number, causes: readonly Cause[]): string[] {
  const head = (first: boolean): string =>
    first
      ? `  changed  ${column.padEnd(12)} ${count(rows).padStart(9)}  `
      : `           ${''.padEnd(12)} ${''.padStart(9)}  `;
  if (causes.length === 0) return [`${head(true)}no cause known`];
  return causes.map(({ text, share, certainty, contradicted }, i) => {
    const of = share >= 0.9999 ? 'all of them' : percent(share);
    const where = contradicted > 0.5 ? ', in these rows only' : '';
    return `${head(i === 0)}${text}: ${of}${where}   ${certainty}`;
  });
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

function patternText({ text, share, precision, isExact }: Pattern, rows: number): string {
  if (isExact) return `${text}: all of them, and no other`;
  return `${text}: ${percent(share)} of the ${count(rows)}, and ${percent(precision)} of the rows there`;
}

function groupLines(
  kind: string,
  { rows, ranges, rangeCount, patterns, examples }: Group,
  hasValues: boolean,
): string[] {
  if (rows === 0) return [];
  const shown = ranges
    .slice(0, 3)
    .map(([first, end]) => (end - first === 1 ? count(first) : `${count(first)} – ${count(end - 1)}`));
  const more = rangeCount > 3 ? ` and ${count(rangeCount - 3)} more ranges` : '';
  const [pattern] = patterns;
  const isRange = pattern?.text.startsWith('rows ') === true;
  const which = isRange
    ? ''
    : pattern === undefined
      ? rows >= 20
        ? ': no pattern, it looks like chance'
        : ''
      : `: ${patternText(pattern, rows)}`;
  return [
    `  ${kind}  ${count(rows).padStart(9)}  rows ${shown.join(', ')}${more}${which}`,
    ...(hasValues
      ? examples
          .slice(0, 1)
          .map(({ row, expected }) => `           row ${count(row ?? 0)}  ${valueText(expected)}`)
      : []),
  ];
}

function restLines({ copies, missing, unsent, unreadable, malformed, uncertain }: Counts): string[] {
  return [
    ...copyLines(copies, missing),
    ...(unsent > 0
      ? [`  unsent   ${count(unsent)} rows are there that the destination had not acknowledged`]
      : []),
    ...(unreadable > 0 ? [`  unread   ${count(unreadable)} lines are no rows`] : []),
    ...(malformed.sent > 0
      ? [
          `  corrupt  ${count(malformed.there)} of ${count(malformed.sent)} lines that were sent corrupted are there`,
        ]
      : []),
    ...(uncertain.rows > 0
      ? [
          `  maybe    ${count(uncertain.there)} of ${count(uncertain.rows)} rows are there whose sending had no clear end`,
        ]
      : []),
  ];
}

/** How well copies were removed. */
function copyLines({ sent, there }: Counts['copies'], missing: number): string[] {
  if (sent === 0) return [];
  const gone = sent - there;
  if (gone === 0) return [`  copies   all ${count(sent)} copies that were sent are there`];
  const precision = gone / (gone + missing);
  return [
    `  dedup    ${count(gone)} of ${count(sent)} copies are gone: recall ${ratio(gone / sent)}, precision ${ratio(precision)}`,
  ];
}

const ratio = (share: number): string => String(Math.floor(share * 10_000) / 10_000);

function exampleText({ row, column, expected, arrived }: Example): string {
  return `row ${count(row ?? 0)}  ${column}  ${valueText(expected)} → ${valueText(arrived)}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return '(none)';
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  return text.length > VALUE ? `${text.slice(0, VALUE - 1)}…` : text;
}
