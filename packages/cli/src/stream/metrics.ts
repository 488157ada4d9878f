import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Progress } from '@catbird/core';
import { hostName, isLoopback } from '../transport/host-name.ts';

/** Figures of streams under way, for Prometheus. */
export interface Metrics {
  /** @param stream its name, where there are several */
  note(stream: string | undefined, progress: Progress): void;
  close(): Promise<void>;
}

/** One figure. */
interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly value: (progress: Progress) => number | Readonly<Record<string, number>>;
  /** What the keys are, for a figure that has many. */
  readonly label?: string;
}

const METRICS: readonly Metric[] = [
  {
    name: 'catbird_rows_generated_total',
    type: 'counter',
    help: 'Rows taken up for delivery.',
    value: (p) => p.generated,
  },
  {
    name: 'catbird_rows_total',
    type: 'counter',
    help: 'Rows by what became of them.',
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
    help: 'Rows waiting or on their way.',
    value: (p) => p.inFlight,
  },
  {
    name: 'catbird_rows_per_second_asked',
    type: 'gauge',
    help: 'The rate that was asked.',
    value: (p) => p.asked,
  },
  {
    name: 'catbird_rows_per_second',
    type: 'gauge',
    help: 'Rows accepted a second, lately.',
    value: (p) => p.achieved,
  },
  {
    name: 'catbird_behind_seconds',
    type: 'gauge',
    help: 'How late the stream is.',
    value: (p) => p.behind.seconds,
  },
  {
    name: 'catbird_requests_total',
    type: 'counter',
    help: 'Requests by their answer.',
    label: 'status',
    value: (p) => p.requests,
  },
  {
    name: 'catbird_requests_retried_total',
    type: 'counter',
    help: 'Attempts after the first.',
    value: (p) => p.retried,
  },
  {
    name: 'catbird_bytes_total',
    type: 'counter',
    help: 'Bytes of bodies acknowledged.',
    value: (p) => p.bytes,
  },
  {
    name: 'catbird_latency_milliseconds',
    type: 'gauge',
    help: 'From request to answer.',
    label: 'quantile',
    value: ({ latency: { p50, p95, p99 } }) => ({ '0.5': p50, '0.95': p95, '0.99': p99 }),
  },
];

/**
 * Serves the figures at `/metrics`. https://prometheus.io/docs/instrumenting/exposition_formats/
 *
 * @param host the address to listen at. Default: of this machine only; then requests must also call it by such a name, since a
 *   page may give its own name the address of this machine (DNS rebinding)
 * @throws what Node says when the port cannot be had
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

/** The figures as Prometheus reads them. */
function exposition(latest: ReadonlyMap<string | undefined, Progress>): string {
  return METRICS.map(({ name, type, help, value, label = '' }) => {
    const samples = [...latest].flatMap(([stream, progress]) => {
      const own: readonly Label[] = stream === undefined ? [] : [['stream', stream]];
      const figure = value(progress);
      return typeof figure === 'number'
        ? [sample(name, own, figure)]
        : Object.entries(figure).map(([key, each]) => sample(name, [...own, [label, key]], each));
    });
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ''].join('\n');
  }).join('');
}

type Label = readonly [name: string, value: string];

function sample(name: string, labels: readonly Label[], value: number): string {
  const inBraces = labels.map(([label, text]) => `${label}="${text}"`).join(',');
  return `${name}${inBraces === '' ? '' : `{${inBraces}}`} ${value === Infinity ? '+Inf' : String(value)}`;
}
