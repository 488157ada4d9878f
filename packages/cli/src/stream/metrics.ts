import type { Progress } from '@catbird/send';
import { counter, exposition, gauge, type Measured, serveText, type Metric } from '../report/prometheus.ts';
import type { Listening } from '../transport/listening.ts';

/** Metrics of running streams, for Prometheus. */
export interface Metrics extends Listening {
  /** @param stream its name, if there are several */
  note(stream: string | undefined, progress: Progress, incidents?: Readonly<Record<string, number>>): void;
}

const METRICS: readonly Metric<Progress>[] = [
  counter('catbird_rows_generated_total', 'Rows generated for delivery.', (p) => p.generated),
  counter(
    'catbird_rows_total',
    'Rows by outcome.',
    ({ accepted, quarantined, rejected, failed, dropped }) => ({
      accepted,
      quarantined,
      rejected,
      failed,
      dropped,
    }),
    'outcome',
  ),
  gauge('catbird_rows_in_flight', 'Rows waiting or being sent.', (p) => p.inFlight),
  gauge('catbird_rows_per_second_asked', 'Target rate.', (p) => p.asked),
  gauge('catbird_rows_per_second', 'Current rate of accepted rows.', (p) => p.achieved),
  gauge('catbird_behind_seconds', 'How far the stream is behind schedule.', (p) => p.behind.seconds),
  counter('catbird_requests_total', 'Requests by response.', (p) => p.requests, 'status'),
  counter('catbird_requests_retried_total', 'Retries.', (p) => p.retried),
  counter('catbird_bytes_total', 'Acknowledged body bytes.', (p) => p.bytes),
  gauge(
    'catbird_latency_milliseconds',
    'Time from request to response.',
    ({ latency: { p50, p95, p99 } }) => ({ '0.5': p50, '0.95': p95, '0.99': p99 }),
    'quantile',
  ),
];

const INCIDENTS: Metric<Readonly<Record<string, number>>> = gauge(
  'catbird_incident',
  'Strength of each incident at the latest event time, 0 outside.',
  (strengths) => strengths,
  'incident',
);

/** Serves the metrics of running streams. @throws Node's error if the port is not available */
export async function serveMetrics(port: number, host = '127.0.0.1'): Promise<Metrics> {
  const latest = new Map<string | undefined, Progress>();
  const strengths = new Map<string | undefined, Readonly<Record<string, number>>>();
  const server = await serveText(
    port,
    host,
    () => exposition(METRICS, measured(latest)) + exposition([INCIDENTS], measured(strengths)),
  );
  return {
    note(stream, progress, incidents = {}) {
      latest.set(stream, progress);
      if (Object.keys(incidents).length > 0) strengths.set(stream, incidents);
    },
    close: () => server.close(),
  };
}

/** What was noted of each stream. */
const measured = <Thing>(all: ReadonlyMap<string | undefined, Thing>): readonly Measured<Thing>[] =>
  [...all].map(([stream, of]) => ({ labels: stream === undefined ? [] : [['stream', stream]], of }));
