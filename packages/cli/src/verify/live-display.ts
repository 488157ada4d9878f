import { newBoard } from '../report/board.ts';
import { serveText, exposition, gauge, type Metric } from '../report/prometheus.ts';
import type { Listening } from '../transport/listening.ts';
import type { Messages } from '../terminal.ts';
import type { TableLook } from './live-table.ts';
import { type Counts, type LagReport, count, duration } from '@catbird/verify';

/** Shows what is known while tables are followed. */
export interface Display {
  readonly show: (looks: readonly TableLook[]) => void;
  readonly close: () => Promise<void>;
}

/** Longest time without a line, where lines stay, while only times change. */
const EVERY_MS = 10_000;

/** Shows a line that is overwritten in a terminal, else one whenever counts change, unless it is quiet. Serves metrics if there is a port. @throws Node's error if the port is not available */
export async function newDisplay(
  err: Messages,
  { port, quiet }: { readonly port: number | undefined; readonly quiet: boolean | undefined },
): Promise<Display> {
  const board = newBoard(err, () => false);
  let latest: readonly TableLook[] = [];
  let printed = '';
  let printedMs = -Infinity;
  const server: Listening | undefined =
    port === undefined ? undefined : await serveText(port, '127.0.0.1', () => statusMetrics(latest));
  const print = (line: string): void => {
    const counts = line.replace(/^[^·]*/, '');
    const nowMs = performance.now();
    if (counts === printed && nowMs - printedMs < EVERY_MS) return;
    printed = counts;
    printedMs = nowMs;
    err.write(`${line}\n`);
  };
  return {
    show(looks) {
      latest = looks;
      const line = quiet === true ? '' : statusLine(looks);
      if (line === '') return;
      if (err.isTerminal) board.show(0, line);
      else print(line);
    },
    async close() {
      if (err.isTerminal && latest.length > 0 && quiet !== true) err.write('\n');
      await server?.close();
    },
  };
}

type Read = TableLook & { readonly look: NonNullable<TableLook['look']> };

const readIn = (looks: readonly TableLook[]): readonly Read[] =>
  looks.filter((each): each is Read => each.look !== undefined);

/** What is known of all tables, in a line: `complete through 12:29:04 (lag 8.2 s, p99 14 s) · missing 3 · doubled 0`. */
function statusLine(looks: readonly TableLook[]): string {
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
  gauge(
    'catbird_verify_complete_timestamp_seconds',
    'Every row that was acknowledged before this time is judged.',
    ({ completeMs }) => (Number.isFinite(completeMs) ? completeMs / 1000 : 0),
  ),
  gauge(
    'catbird_verify_expected_rows',
    'Rows that must be there: right, changed, missing and pending.',
    ({ look }) => look.counts.expected,
  ),
  gauge(
    'catbird_verify_rows',
    'Rows by what became of them.',
    ({ look: { counts } }) => {
      const { right, changed, missing, pending, late, doubled, extra, unsent, unreadable } = counts;
      return { right, changed, missing, pending, late, doubled, extra, unsent, unreadable };
    },
    'state',
  ),
  gauge(
    'catbird_verify_lag_seconds',
    'Time from acknowledgement to arrival, or to reading if the place knows no times.',
    ({ look: { lag } }): Readonly<Record<string, number>> =>
      lag === undefined ? {} : { '0.5': lag.p50 / 1000, '0.99': lag.p99 / 1000, '1': lag.max / 1000 },
    'quantile',
  ),
];

/** The same for Prometheus. */
const statusMetrics = (looks: readonly TableLook[]): string =>
  exposition(
    METRICS,
    readIn(looks).map((each) => ({ labels: [['table', each.name]], of: each })),
  );
