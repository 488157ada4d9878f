import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Progress } from '@catbird/core';
import { hostName, isLoopback } from '../transport/host-name.ts';

/** Metrics of running streams, for Prometheus. */
export interface Metrics {
  /** @param stream its name, if there are several */
  note(stream: string | undefined, progress: Progress): void;
  close(): Promise<void>;
}

/** One metric. */
interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly value: (progress: Progress) => number | Readonly<Record<string, number>>;
  /** The label of a metric with several values. */
  readonly label?: string;
}

const METRICS: readonly Metric[] = [
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

/**
 * Serves metrics at `/metrics`. https://prometheus.io/docs/instrumenting/exposition_formats/
 *
 * @param host the address to listen on. Default: loopback. Then the `Host` header must be a loopback name, because any page may
 *   resolve its own name to this machine (DNS rebinding)
 * @throws Node's error if the port is not available
 */
export async function serveMetrics(port: number, host = '127.0.0.1'): Promise<Metrics> {
  const isStranger = ({ headers }: IncomingMessage): boolean =>
    isLocalName(host) && !isLocalName(headers.host);
  const latest = new Map<string | undefined, Progress>();
  const server = createServer((request, response) => {
    const status = isStranger(request) ? 403 : request.url === '/metrics' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(status === 200 && latest.size > 0 ? exposition(latest) : '');
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    note(stream, progress) {
      latest.set(stream, progress);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const isLocalName = (host = ''): boolean => isLoopback(hostName(host) ?? '');

/** The metrics in Prometheus' text format. */
function exposition(latest: ReadonlyMap<string | undefined, Progress>): string {
  return METRICS.map(({ name, type, help, value, label = '' }) => {
    const samples = [...latest].flatMap(([stream, progress]) => {
      const own: readonly Label[] = stream === undefined ? [] : [['stream', stream]];
      const values = value(progress);
      return typeof values === 'number'
        ? [sample(name, own, values)]
        : Object.entries(values).map(([key, each]) => sample(name, [...own, [label, key]], each));
    });
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ''].join('\n');
  }).join('');
}

type Label = readonly [name: string, value: string];

function sample(name: string, labels: readonly Label[], value: number): string {
  const inBraces = labels.map(([label, text]) => `${label}="${text}"`).join(',');
  return `${name}${inBraces === '' ? '' : `{${inBraces}}`} ${value === Infinity ? '+Inf' : String(value)}`;
}
