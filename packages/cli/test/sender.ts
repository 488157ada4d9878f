import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request. Default: a POST to `/` without a body. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A response. */
export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with any headers, as a browser might. */
export async function send(
  port: number,
  { method = 'POST', path = '/', headers = {}, body }: Sent,
): Promise<Answer> {
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  // The response may come, and the connection close, before the whole body is sent.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, headers: incoming.headers, body: await text(incoming) };
}

/** A row as a body. */
export const ROW = '{"i":1}\n';

/** The header of a compressed body. */
export const GZIP = { 'content-encoding': 'gzip' };
