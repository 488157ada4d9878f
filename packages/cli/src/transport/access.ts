import { invalid, type Result } from '@catbird/engine';
import type { IncomingMessage } from 'node:http';
import { hostName, isLoopback } from './listening.ts';

/** Who may send requests, besides programs and pages of this machine. */
export interface Allowed {
  /** The address that the server listens on, and its other host names. */
  readonly hosts: readonly string[];
  /** Origins of pages, such as `https://app.example.com`. */
  readonly origins: readonly string[];
}

/** Whether a request is allowed: the CORS headers for its page, or why not. */
type Access = Result<{ readonly headers: Readonly<Record<string, string>> }>;

/**
 * Checks the sender of a request. Any page may send here through a browser, with its origin in `Origin`. A page may also resolve its
 * own name to this machine and thereby be of the same origin: then its name is in `Host` (DNS rebinding).
 *
 * @param methods that pages may use
 */
export function accessOf(incoming: IncomingMessage, { hosts, origins }: Allowed, methods: string): Access {
  const { host = '', origin } = incoming.headers;
  const name = hostName(host);
  const names = [...hosts, ownAddress(incoming)].map(hostName);
  if (name === undefined || !/^[\w.:[\]-]+$/.test(name))
    return invalid(`Invalid Host header: ${JSON.stringify(host)}`);
  if (!(isLoopback(name) || names.includes(name))) {
    const known = name.replaceAll(/[[\]]/g, '');
    return invalid(`Unknown host name ${known}. To accept it, use --allow-host ${known}`);
  }
  if (origin === undefined) return { ok: true, headers: {} };
  if (!isLocalPage(origin) && !origins.includes(origin))
    return invalid(`Pages of ${origin} may not send here.${remedy(origin)}`);
  return { ok: true, headers: crossOrigin(origin, incoming, methods) };
}

/** The address that the request was sent to. Only names can be rebound, so an address in `Host` is genuine. */
const ownAddress = ({ socket }: IncomingMessage): string =>
  (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');

/** The flag that accepts an origin, if it is one: a program may send any text, even shell commands. */
const remedy = (origin: string): string =>
  /^(?:null|[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]*)$/i.test(origin)
    ? ` To accept them, use --origin ${origin}`
    : '';

const isLocalPage = (origin: string): boolean =>
  /^https?:/.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin).hostname);

/** Lets a page send and read the response, even from a public address. https://wicg.github.io/private-network-access/ */
const crossOrigin = (
  origin: string,
  { headers }: IncomingMessage,
  methods: string,
): Record<string, string> => ({
  vary: 'origin',
  'access-control-allow-origin': origin,
  'access-control-allow-methods': methods,
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  'access-control-allow-private-network': 'true',
  'access-control-expose-headers': '*',
  'access-control-max-age': '600',
});
