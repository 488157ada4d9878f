import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { findDestination, parseConfig } from '@catbird/core/destinations';
import type { Connection, Http } from '@catbird/send';

/** The counts of the sink. */
export interface Count {
  readonly lines: number;
  readonly bodyBytes: number;
  readonly requests: number;
  /** Time of the first request, milliseconds since 1970; 0 before it. */
  readonly firstAt: number;
}

/** A counting sink in a separate process, on a free port of 127.0.0.1. */
export interface Service {
  readonly url: string;
  count(): Promise<Count>;
  reset(): Promise<Count>;
  close(): void;
}

/** Starts the sink, which responds after `delayMs`. */
export async function startService(delayMs = 0): Promise<Service> {
  const child = fork(new URL('./sink.js', import.meta.url), [String(delayMs)], { execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async (message: string): Promise<Count> => {
    child.send(message);
    const [count] = (await once(child, 'message')) as [Count];
    return count;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => ask('count'),
    reset: () => ask('reset'),
    close: () => child.disconnect(),
  };
}

/** HTTP as in the command line: Node's own client, which sends the rows without copying them. */
function nodeHttp(connections: number): Http & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const http: Http = async ({ method, url, headers, body, signal }) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending = request(url, { agent, method, headers, signal }, resolve);
      sending.on('error', reject).end(body);
    });
    const { statusCode: status = 0 } = answer;
    return { status, text: await text(answer), header: (name) => answer.headers[name]?.toString() };
  };
  return Object.assign(http, { close: () => agent.destroy() });
}

/** The Tinybird destination, opened on a sink. */
export async function tinybird(
  { url }: Service,
  inFlight: number,
): Promise<{ readonly connection: Connection; readonly close: () => void }> {
  const destination = findDestination('Tinybird');
  if (destination === undefined) throw new Error('There is no Tinybird destination');
  const settings = parseConfig(destination, { host: 'custom', endpoint: url, datasource: 'd', token: 't' });
  if (!settings.ok) throw new Error(JSON.stringify(settings.issues));
  const http = nodeHttp(inFlight);
  const env = { http, now: () => Date.now(), random: () => Math.random(), write: () => undefined };
  return { connection: await destination.open(settings.config, env), close: () => http.close() };
}
