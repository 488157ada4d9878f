import type { Progress } from '@catbird/send';
import { exposition, serveText, type Metric } from '../report/prometheus.ts';
import type { Listening } from '../transport/listening.ts';

/** Metrics of running streams, for Prometheus. */
export interface Metrics extends Listening {
  /** @param stream its name, if there are several */
  note(stream: string | undefined, progress: Progress): void;
}

const METRICS: readonly Metric<Progress>[] = [
  {
    name: 'catbird_rows_generated_total',
    type: 'counter',
    help: 'Rows generated for delivery.',
    value: (p) => p.generated,
  },
  {
    name: 'catbird_rows_total',
    type: 'counter',
    help: 'Rows by outcome.',
    label: 'outcome',
    value: ({ accepted, quarantined, rejected, failed, dropped }) => ({
      accepted,
      quarantined,
      rejected,
      failed,
      dropped,
    }),
  },
  {
    name: 'catbird_rows_in_flight',
    type: 'gauge',
    help: 'Rows waiting or being sent.',
    value: (p) => p.inFlight,
  },
  {
    name: 'catbird_rows_per_second_asked',
    type: 'gauge',
    help: 'Target rate.',
    value: (p) => p.asked,
  },
  {
    name: 'catbird_rows_per_second',
    type: 'gauge',
    help: 'Current rate of accepted rows.',
    value: (p) => p.achieved,
  },
  {
    name: 'catbird_behind_seconds',
    type: 'gauge',
    help: 'How far the stream is behind schedule.',
    value: (p) => p.behind.seconds,
  },
  {
    name: 'catbird_requests_total',
    type: 'counter',
    help: 'Requests by response.',
    label: 'status',
    value: (p) => p.requests,
  },
  {
    name: 'catbird_requests_retried_total',
    type: 'counter',
    help: 'Retries.',
    value: (p) => p.retried,
  },
  {
    name: 'catbird_bytes_total',
    type: 'counter',
    help: 'Acknowledged body bytes.',
    value: (p) => p.bytes,
  },
  {
    name: 'catbird_latency_milliseconds',
    type: 'gauge',
    help: 'Time from request to response.',
    label: 'quantile',
    value: ({ latency: { p50, p95, p99 } }) => ({ '0.5': p50, '0.95': p95, '0.99': p99 }),
  },
];

/** Serves the metrics of running streams. @throws Node's error if the port is not available */
export async function serveMetrics(port: number, host = '127.0.0.1'): Promise<Metrics> {
  const latest = new Map<string | undefined, Progress>();
  const server = await serveText(port, host, () =>
    exposition(
      METRICS,
      [...latest].map(([stream, of]) => ({ labels: stream === undefined ? [] : [['stream', stream]], of })),
    ),
  );
  return {
    note: (stream, progress) => void latest.set(stream, progress),
    close: () => server.close(),
  };
}
