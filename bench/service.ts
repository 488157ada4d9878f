import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import type { Http } from '@catbird/core';

/** What the counting sink has seen. */
export interface Count {
  readonly lines: number;
  readonly bodyBytes: number;
  readonly requests: number;
  /** Milliseconds since 1970 of the first request; 0 before it. */
  readonly firstAt: number;
}

/** A counting sink in a process of its own, on a free port of 127.0.0.1. */
export interface Service {
  readonly url: string;
  count(): Promise<Count>;
  reset(): Promise<Count>;
  close(): void;
}

/** Starts the sink; it answers after `delayMs`. */
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

/** HTTP by undici, whose `request` sends a view of the rows without copying them. */
export function undiciHttp(origin: string, connections: number): Http & { close(): Promise<void> } {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const http: Http = async ({ method, url, headers, body, signal }) => {
    const { pathname, search } = new URL(url);
    const answer = await pool.request({
      method,
      path: pathname + search,
      headers,
      body: body ?? null,
      signal,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, text, header: (name) => answer.headers[name]?.toString() };
  };
  return Object.assign(http, { close: () => pool.close() });
}
