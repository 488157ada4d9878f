import { type Counts, type LagReport, count, duration } from '@catbird/verify';
import { exposition, type Metric } from '../report/prometheus.ts';
import type { TableLook } from './live-table.ts';

type Read = TableLook & { readonly look: NonNullable<TableLook['look']> };

const readIn = (looks: readonly TableLook[]): readonly Read[] =>
  looks.filter((each): each is Read => each.look !== undefined);

/** What is known of all tables, in a line: `complete through 12:29:04 (lag 8.2 s, p99 14 s) · missing 3 · doubled 0`. */
export function statusLine(looks: readonly TableLook[]): string {
  const read = readIn(looks);
  const reasons = [...new Set(looks.flatMap(({ reason }) => reason ?? []))];
  if (read.length === 0) return reasons.join(' · ');
  const sum = (of: keyof Counts & ('missing' | 'doubled' | 'changed' | 'extra' | 'late')): number =>
    read.reduce((total, { look: { counts } }) => total + counts[of], 0);
  const others = (['changed', 'extra', 'late'] as const).filter((each) => sum(each) > 0);
  return [
    `complete through ${clockOf(Math.min(...looks.map(({ completeMs }) => completeMs)))}${lagOf(read)}`,
    ...(['missing', 'doubled', ...others] as const).map((each) => `${each} ${count(sum(each))}`),
    ...reasons,
  ].join(' · ');
}

/** A time of day, as the clock of the machine shows it. */
const clockOf = (ms: number): string =>
  Number.isFinite(ms) ? new Date(ms).toLocaleTimeString('en-GB') : 'nothing yet';

/** The lag of the slowest table. */
function lagOf(read: readonly Read[]): string {
  const [slowest] = read
    .flatMap(({ look: { lag } }): readonly LagReport[] => (lag === undefined ? [] : [lag]))
    .toSorted((a, b) => b.p50 - a.p50);
  return slowest === undefined ? '' : ` (lag ${duration(slowest.p50)}, p99 ${duration(slowest.p99)})`;
}

const METRICS: readonly Metric<Read>[] = [
  {
    name: 'catbird_verify_complete_timestamp_seconds',
    type: 'gauge',
    help: 'Every row that was acknowledged before this time is judged.',
    value: ({ completeMs }) => (Number.isFinite(completeMs) ? completeMs / 1000 : 0),
  },
  {
    name: 'catbird_verify_expected_rows',
    type: 'gauge',
    help: 'Rows that must be there: right, changed, missing and pending.',
    value: ({ look }) => look.counts.expected,
  },
  {
    name: 'catbird_verify_rows',
    type: 'gauge',
    help: 'Rows by what became of them.',
    label: 'state',
    value({ look: { counts } }) {
      const { right, changed, missing, pending, late, doubled, extra, unsent, unreadable } = counts;
      return { right, changed, missing, pending, late, doubled, extra, unsent, unreadable };
    },
  },
  {
    name: 'catbird_verify_lag_seconds',
    type: 'gauge',
    help: 'Time from acknowledgement to arrival, or to reading if the place knows no times.',
    label: 'quantile',
    value: ({ look: { lag } }): Readonly<Record<string, number>> =>
      lag === undefined ? {} : { '0.5': lag.p50 / 1000, '0.99': lag.p99 / 1000, '1': lag.max / 1000 },
  },
];

/** The same for Prometheus. */
export const statusMetrics = (looks: readonly TableLook[]): string =>
  exposition(
    METRICS,
    readIn(looks).map((each) => ({ labels: [['table', each.name]], of: each })),
  );
