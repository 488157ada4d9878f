import type { Counts, Progress, Summary } from '@catbird/send';
import { lostLines } from './lost.ts';
import type { Ended } from './report.ts';
import { aligned, endText, faultsText, TERMS, traffic } from './summary-line.ts';
import { errorLines, rate, time, whole } from './words.ts';

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

/** The sum of several streams. As for each of them, `generated = accepted + quarantined + rejected + failed + dropped`. */
interface Total extends Counts, Pick<Summary, 'bytes' | 'retried' | 'requests'> {
  /** From the start to the end of the last stream, in milliseconds. */
  readonly elapsedMs: number;
  /** Rows accepted per second, over the longest time that the rows of a stream stand for. */
  readonly average: number;
}

/** Adds up the counts of several streams, or of the parts of one. */
export function summed(all: readonly Pick<Total, Summed>[]): Pick<Total, Summed> {
  const sum = (name: Exclude<Summed, 'requests'>): number =>
    all.reduce((total, each) => total + each[name], 0);
  const requests: Record<string, number> = {};
  for (const [status, count] of all.flatMap((each) => Object.entries(each.requests)))
    requests[status] = (requests[status] ?? 0) + count;
  return {
    generated: sum('generated'),
    accepted: sum('accepted'),
    quarantined: sum('quarantined'),
    rejected: sum('rejected'),
    failed: sum('failed'),
    uncertain: sum('uncertain'),
    dropped: sum('dropped'),
    inFlight: sum('inFlight'),
    bytes: sum('bytes'),
    retried: sum('retried'),
    requests,
  };
}

type Summed = keyof Counts | 'bytes' | 'retried' | 'requests';

/** Adds up several streams. */
export function totalOf(summaries: readonly Progress[]): Total {
  const sums = summed(summaries);
  const seconds = Math.max(
    0,
    ...summaries.map(({ accepted, average }) => (average > 0 ? accepted / average : 0)),
  );
  return {
    average: seconds > 0 ? sums.accepted / seconds : 0,
    elapsedMs: Math.max(0, ...summaries.map(({ elapsedMs }) => elapsedMs)),
    ...sums,
  };
}
