import type { IncomingMessage } from 'node:http';
import { hostName, isLoopback } from '../transport/host-name.ts';

/** Who may send besides programs and pages of this machine. */
export interface Guests {
  /** The address that the receiver listens at, and other names that it is known by. */
  readonly hosts: readonly string[];
  /** Origins of pages: `https://app.example.com`. */
  readonly origins: readonly string[];
}

/** Whether a request may come in: the headers that its page needs to read the answer, or why not. */
export type Admission =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks who sends. A browser lets any page send here; the page's `Origin` tells whose it is. A page may also give its own name
 * the address of this machine, and then counts as the same origin: its name is in `Host` (DNS rebinding).
 */
export function admit(incoming: IncomingMessage, { hosts, origins }: Guests): Admission {
  const { host = '', origin } = incoming.headers;
  const name = hostName(host);
  const names = [...hosts, ownAddress(incoming)].map(hostName);
  if (name === undefined || !/^[\w.:[\]-]+$/.test(name))
    return { ok: false, reason: `The Host header is no name of a host: ${JSON.stringify(host)}` };
  if (!(isLoopback(name) || names.includes(name))) {
    const known = name.replaceAll(/[[\]]/g, '');
    return {
      ok: false,
      reason: `This receiver is not known as ${known}. To admit it: --allow-host ${known}`,
    };
  }
  if (origin === undefined) return { ok: true, headers: {} };
  if (!isLocalPage(origin) && !origins.includes(origin))
    return { ok: false, reason: `Pages of ${origin} may not send here.${remedy(origin)}` };
  return { ok: true, headers: crossOrigin(origin, incoming) };
}

/** The address that the request came to. Only a name can be rebound: an address in `Host` is where it went. */
const ownAddress = ({ socket }: IncomingMessage): string =>
  (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');

/** The flag that admits pages, where it would: who is no browser may send any text as an origin, one for a shell, too. */
const remedy = (origin: string): string =>
  /^(?:null|[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]*)$/i.test(origin) ? ` To admit them: --origin ${origin}` : '';

const isLocalPage = (origin: string): boolean =>
  /^https?:/.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin).hostname);

/** What lets a page send and read the answer, also from a public address. https://wicg.github.io/private-network-access/ */
const crossOrigin = (origin: string, { headers }: IncomingMessage): Record<string, string> => ({
  vary: 'origin',
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  'access-control-allow-private-network': 'true',
  'access-control-expose-headers': '*',
  'access-control-max-age': '600',
});
