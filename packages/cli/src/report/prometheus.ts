import { createServer, type IncomingMessage } from 'node:http';
import { hostName, isLoopback, listening, type Listening } from '../transport/listening.ts';

/** One metric of several things. */
export interface Metric<Thing> {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly value: (thing: Thing) => number | Readonly<Record<string, number>>;
  /** The label of a metric with several values. */
  readonly label?: string;
}

const metric =
  (type: Metric<never>['type']) =>
  <Thing>(name: string, help: string, value: Metric<Thing>['value'], label?: string): Metric<Thing> => ({
    name,
    type,
    help,
    value,
    ...(label !== undefined && { label }),
  });

/** A metric that only grows. @param label of a metric with several values */
export const counter = metric('counter');

/** A metric that goes up and down. @param label of a metric with several values */
export const gauge = metric('gauge');

type Label = readonly [name: string, value: string];

/** A thing that is measured, with the labels that tell it from others. */
export interface Measured<Thing> {
  readonly labels: readonly Label[];
  readonly of: Thing;
}

/**
 * Serves metrics at `/metrics`. https://prometheus.io/docs/instrumenting/exposition_formats/
 *
 * @param host the address to listen on. Default: loopback. Then the `Host` header must be a loopback name, because any page may
 *   resolve its own name to this machine (DNS rebinding)
 * @param text the metrics of now
 * @throws Node's error if the port is not available
 */
export async function serveText(port: number, host: string, text: () => string): Promise<Listening> {
  const isStranger = ({ headers }: IncomingMessage): boolean =>
    isLocalName(host) && !isLocalName(headers.host);
  const server = createServer((request, response) => {
    const status = isStranger(request) ? 403 : request.url === '/metrics' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(status === 200 ? text() : '');
  });
  return listening(server, port, host);
}

const isLocalName = (host = ''): boolean => isLoopback(hostName(host) ?? '');

/** Metrics in Prometheus' text format. Empty: there is nothing to measure. */
export const exposition = <Thing>(
  metrics: readonly Metric<Thing>[],
  things: readonly Measured<Thing>[],
): string =>
  things.length === 0
    ? ''
    : metrics
        .map(({ name, type, help, value, label = '' }) => {
          const samples = things.flatMap(({ labels, of }) => {
            const values = value(of);
            return typeof values === 'number'
              ? [sample(name, labels, values)]
              : Object.entries(values).map(([key, each]) => sample(name, [...labels, [label, key]], each));
          });
          return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ''].join('\n');
        })
        .join('');

function sample(name: string, labels: readonly Label[], value: number): string {
  const inBraces = labels.map(([label, text]) => `${label}="${escaped(text)}"`).join(',');
  return `${name}${inBraces === '' ? '' : `{${inBraces}}`} ${value === Infinity ? '+Inf' : String(value)}`;
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
