import { FAULT_KINDS, type FaultCounts } from '@catbird/engine';
import type { Counts, Summary } from '@catbird/send';
import { lostLines } from './lost.ts';
import type { End, EndReason } from './report.ts';
import { bytes, errorLines, plural, rate, time as duration, whole } from './words.ts';

const REASONS: Readonly<Record<EndReason, string>> = {
  limit: 'Reached its limit',
  duration: 'Reached its duration',
  end: 'Reached its end',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  failed: 'Failed',
};

/** The summary of a stream in aligned columns: the outcome of every row, then rates and traffic. */
export function summaryText({
  summary,
  reason,
  lateMs,
  missed,
  seed,
  part: { digest, earlier = [] },
  time,
  changes,
  faults,
  faultChanges,
  started,
}: End): string {
  const { error } = summary;
  const lines = [
    `${endText({ summary, reason, lateMs })}.`,
    ...(reason === 'failed' && error !== undefined ? errorLines(error) : []),
    ...missed,
    ...lostLines(earlier),
    '',
    ...identity(summary),
    '',
    ...aligned([
      ['rate', `${rate(summary.average)}/s accepted${live(summary)}${target(summary)}`],
      ...traffic(summary),
      ...latency(summary),
      ...(time === undefined ? [] : timeRows(time)),
      ...changeRows(changes ?? time?.changes ?? [], faultChanges, started),
      ...(faults === undefined ? [] : [['faults', faultsText(faults)] as const]),
      ['seed', seed],
      ...(digest === undefined ? [] : [['digest', digest] as const]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Event times and their plan, and how often the rate changed. */
const timeRows = ({ from, to, plan, changes }: NonNullable<End['time']>): [string, string][] => [
  ['events', to === null ? `from ${from}` : `from ${from} to ${to}`],
  ['plan', changes.length === 0 ? plan : `${plan}; ${plural(changes.length, 'change')}`],
];

/** What was changed while the stream ran, as its options repeat it. */
const changeRows = (
  changes: readonly unknown[],
  faultChanges: End['faultChanges'],
  started: End['started'],
): [string, string][] => [
  ...(changes.length === 0 ? [] : [['changes', JSON.stringify(changes)] as [string, string]]),
  ...(faultChanges === undefined
    ? []
    : [['fault changes', JSON.stringify(faultChanges)] as [string, string]]),
  ...(started === undefined ? [] : [['started', JSON.stringify(started)] as [string, string]]),
];

/** Why a stream ended and when: `Reached its limit after 12.0 s`, `Reached its duration after 12.0 s, 2.0 s late`. */
export const endText = ({ summary, reason, lateMs }: Pick<End, 'summary' | 'reason' | 'lateMs'>): string =>
  `${REASONS[reason]} after ${duration(summary.elapsedMs)}${lateMs === undefined ? '' : `, ${duration(lateMs)} late`}`;

/** Requests and bytes, as text. */
export const traffic = (
  summary: Pick<Summary, 'requests' | 'retried' | 'bytes'>,
): (readonly [string, string])[] => [
  ['requests', requests(summary)],
  ['sent', bytes(summary.bytes)],
];

/** Counts of injected faults, worded differently from delivery outcomes. */
export const faultsText = (counts: FaultCounts): string =>
  FAULT_KINDS.filter((kind) => counts[kind] > 0 || !RARE.has(kind))
    .map((kind) => `${whole(counts[kind])} ${FAULT_WORDS[kind]}`)
    .join(', ');

const FAULT_WORDS: Readonly<Record<keyof FaultCounts, string>> = {
  duplicate: 'sent twice',
  late: 'late',
  reordered: 'out of order',
  malformed: 'malformed',
  dropped: 'skipped',
  held: 'held while offline',
  lost: 'lost while offline',
  drifted: 'drifted',
};
/** Not mentioned if there are none. */
const RARE: ReadonlySet<keyof FaultCounts> = new Set(['held', 'lost', 'drifted'] as const);

/** The rate since history was done, which is what the target is for. */
function live({ average, time }: Summary): string {
  const since = time?.liveAverage;
  return since === undefined || since === average ? '' : `; live ${rate(since)}/s`;
}

/** The rate that was asked for last. Nothing for a stream that is at the end of its time, or paused. */
function target({ asked: perSecond }: Summary): string {
  if (perSecond === 0) return '';
  return Number.isFinite(perSecond) ? `, target ${rate(perSecond)}/s` : ', at full speed';
}

/** The terms of the sum that holds for every stream. */
export const TERMS = [
  ['generated', ({ generated }) => generated],
  ['= accepted', ({ accepted }) => accepted],
  ['+ quarantined', ({ quarantined }) => quarantined],
  ['+ rejected', ({ rejected }) => rejected],
  ['+ failed', ({ failed }) => failed],
  ['+ dropped', ({ dropped }) => dropped],
] as const satisfies readonly (readonly [string, (counts: Counts) => number])[];

/** The sum that holds for every stream, a term per line. */
export function identity(summary: Counts): readonly string[] {
  const width = Math.max(...TERMS.map(([, count]) => whole(count(summary)).length));
  return TERMS.map(([name, count]) => {
    const term = `${name.replace(/^\w/, '  $&').padEnd(15)}${whole(count(summary)).padStart(width)}`;
    return name === '+ failed' && summary.uncertain > 0
      ? `${term}  ${whole(summary.uncertain)} of them uncertain: they may have been stored`
      : term;
  });
}

function requests({ requests: byStatus, retried }: Pick<Summary, 'requests' | 'retried'>): string {
  const all = Object.entries(byStatus).map(([status, count]) => `${whole(count)} × ${status}`);
  return `${all.length === 0 ? 'none' : all.join(', ')}${retried === 0 ? '' : `; ${whole(retried)} retried`}`;
}

/** Percentiles of the response times, as text. Nothing if there were no responses. */
export const latency = ({ latency: { p50, p95, p99 } }: Pick<Summary, 'latency'>): [string, string][] =>
  p99 === 0 ? [] : [['latency', `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`]];

/** Least width of a column of names. */
const NAME_WIDTH = 13;

/** Names and values, indented. */
export function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(NAME_WIDTH, ...rows.map(([name]) => name.length + 1));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
}
