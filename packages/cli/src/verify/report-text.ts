import { inLine } from '@catbird/engine';
import {
  count,
  counted,
  type Counts,
  type Finding,
  findingsOf,
  headline,
  patternText,
  type StageReport,
  type TableReport,
  valueText,
} from '@catbird/verify';
import { isUnread, type Outcome, type Reports, type Verified } from './verified.ts';

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
        : `${right} of ${outcomes.length} tables ${right === 1 ? 'is' : 'are'} right. Not right: ${wrong.map(({ name }) => name).join(', ')}.`,
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

function reportLines(outcome: Outcome, { width = 100, hasValues = true }: TextOptions): string[] {
  if (isUnread(outcome)) return wrapped(`${outcome.name}: no verdict. ${outcome.reason}`, width);
  const { name, report } = outcome;
  const most = Math.max(40, width - INDENT);
  const shown = (value: unknown, taken: number): string =>
    valueText(value, Math.max(20, Math.min(200, most - taken)));
  const findings = findingsOf(report, hasValues ? shown : undefined);
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

/** Where its rows are, and how they were matched. */
export const sourceOf = ({ source, report }: Verified): string =>
  `${source}, rows told apart by ${report.identity.length === 0 ? 'all columns together' : report.identity.join(' and ')}`;

function equation(
  { expected, right, changed, missing, pending, doubled, extra }: Counts,
  width: number,
): string[] {
  const sum = `  expected ${count(expected)} = right ${count(right)} + changed ${count(changed)} + missing ${count(missing)}${pending > 0 ? ` + pending ${count(pending)}` : ''}`;
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

/** Breaks a text into lines that are `width` characters long at most, unless a word is longer. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** How rows were judged, if not all of them were read. */
export const partLines = (report: TableReport): readonly string[] => [
  ...sampleLines(report),
  ...digestLines(report),
];

const digestLines = ({ digest }: TableReport): readonly string[] =>
  digest === undefined
    ? []
    : [
        `a digest: ${counted(digest.blocks, 'block')} by ${digest.by}, ${count(digest.differing)} with other sums, of which ${count(digest.read)} were read row by row`,
      ];

const sampleLines = ({ sample, counts }: TableReport): readonly string[] =>
  sample === undefined
    ? []
    : [
        `a sample: ${count(sample.wrong)} of ${counted(counts.expected, 'row')} missing or changed, so at most ${fine(sample.atMost)} of all ${count(sample.of)} are, with 95 % confidence. Extra rows and order are not judged`,
      ];

/** A share with three digits, rounded up, so that the bound holds. */
function fine(share: number): string {
  const percent = share * 100;
  const scale = percent === 0 ? 1 : 10 ** Math.max(0, 2 - Math.floor(Math.log10(percent)));
  return `${Math.ceil(percent * scale) / scale} %`;
}
