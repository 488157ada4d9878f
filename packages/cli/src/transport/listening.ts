import { isIPv6 } from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';

/** The host name in a `Host` header or an address, normalised as in browsers. Undefined if invalid. */
export function hostName(host: string): string | undefined {
  const text = `http://${isIPv6(host) ? `[${host}]` : host}`;
  if (/[/@?#\\]/.test(host) || !URL.canParse(text)) return undefined;
  return new URL(text).hostname.replace(/\.$/, '');
}

/** Whether a name, as returned by `hostName`, always means this machine. https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(name);

/** The address of a server for people and programs. */
export const addressOf = (host: string, port: number | string): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** Any page may read. */
export const ANY_ORIGIN = '*';

/** Origins in a list with commas. */
export const originsOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** A server that listens. */
export interface Listening {
  /** Ends it, with its connections. */
  close(): Promise<void>;
}

/** Listens on an address. @throws Node's error if the port is not available */
export async function listening(server: Server, port: number, host: string): Promise<Listening> {
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Why a server cannot listen on an address, and what to do. @throws the error if it is another one */
export function listeningFailure(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `${host}:${port} is already in use. Choose another --port`;
  if (code === 'EACCES' && port < 1024)
    return `No permission to listen on port ${port}. Choose a --port of at least 1024`;
  if (error instanceof Error && code !== undefined) return error.message;
  throw error;
}
