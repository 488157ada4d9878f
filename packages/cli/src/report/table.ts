import type { Counts } from '@catbird/core';
import { lostLines } from './lost.ts';
import type { Ended } from './report.ts';
import { aligned, endText, faultsText, traffic } from './summary.ts';
import { totalOf } from './total.ts';
import { errorLines, rate, time, whole } from './words.ts';

/** The terms of the sum that holds for every stream, as column headings. */
const TERMS = [
  ['generated', ({ generated }) => generated],
  ['= accepted', ({ accepted }) => accepted],
  ['+ quarantined', ({ quarantined }) => quarantined],
  ['+ rejected', ({ rejected }) => rejected],
  ['+ failed', ({ failed }) => failed],
  ['+ dropped', ({ dropped }) => dropped],
] as const satisfies readonly (readonly [string, (counts: Counts) => number])[];

/** The summary of several streams: a line per stream, and the total. */
export function tableText(ended: readonly Ended[]): string {
  const total = totalOf(ended.map(({ end }) => end.summary));
  const seed = ended[0]?.end.seed ?? '';
  return `${[
    `${ended.length === 1 ? 'The stream' : `All ${ended.length} streams`} ended after ${time(total.elapsedMs)}.`,
    ...ended.flatMap(problemsOf),
    '',
    ...columns([
      ['', ...TERMS.map(([head]) => head), ''],
      ...ended.map(({ stream, end }) => [stream, ...counted(end.summary), endText(end)]),
      ['total', ...counted(total), uncertain(total)],
    ]),
    '',
    ...aligned([
      ['rate', `${rate(total.average)}/s accepted`],
      ...traffic(total),
      ['seed', seed],
      ...ended.flatMap(({ stream, end: { faults } }) =>
        faults === undefined ? [] : [['faults', `${stream}: ${faultsText(faults)}`] as const],
      ),
    ]),
  ].join('\n')}\n`;
}

const counted = (counts: Counts): string[] => TERMS.map(([, count]) => whole(count(counts)));

const uncertain = ({ uncertain: count }: Counts): string =>
  count === 0 ? '' : `${whole(count)} failed events are uncertain: they may have been stored`;

/** The problems of a stream, besides its counts. */
function problemsOf({ stream, end: { summary, reason, missed, part } }: Ended): string[] {
  const { error } = summary;
  const lines = [
    ...(reason === 'failed' && error !== undefined ? errorLines(error) : []),
    ...missed,
    ...lostLines(part.earlier ?? []),
  ];
  return lines.map((line) => `${stream}: ${line}`);
}

/** Columns of numbers, between names on the left and text on the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const last = widths.length - 1;
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 || i === last ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .replace(/^/, '  ')
      .trimEnd(),
  );
}
