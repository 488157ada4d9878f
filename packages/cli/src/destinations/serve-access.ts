import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostName, isLoopback } from '../transport/host-name.ts';
import { ANY_ORIGIN, originsOf, type ServeConfig } from './serve-config.ts';

/** Why a request may not read. */
export interface Refused {
  readonly status: number;
  readonly message: string;
}

/** Path and query of a request. */
export const targetOf = ({ url = '/' }: IncomingMessage): URL =>
  new URL(URL.canParse(url, 'http://localhost') ? url : '/', 'http://localhost');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The token of a request, in its header or query. */
const tokenOf = (request: IncomingMessage): string =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
  targetOf(request).searchParams.get('token') ??
  '';

/** Whether a page of this origin is that of the server itself. */
const isOwn = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;

const isAllowed = (origin: string, list = ''): boolean =>
  originsOf(list).some((each) => each === origin || each === ANY_ORIGIN);

/**
 * Why a request may not read; undefined if it may. Without a token, only this machine can connect, but a page may resolve its own name
 * to this machine (DNS rebinding): then that name is in `Host`. Browsers do not stop pages from opening WebSockets, but name their origin.
 */
export function refusalOf(
  request: IncomingMessage,
  { token, origin: origins }: Pick<ServeConfig, 'token' | 'origin'>,
): Refused | undefined {
  const { host = '', origin } = request.headers;
  if (token !== undefined && !timingSafeEqual(digest(tokenOf(request)), digest(token)))
    return {
      status: 401,
      message: 'Missing or wrong token. Send it as Authorization: Bearer TOKEN, or as ?token=TOKEN',
    };
  if (token === undefined && !isLoopback(hostName(host) ?? ''))
    return { status: 403, message: 'The Host header must name this machine, such as 127.0.0.1' };
  if (origin !== undefined && !isOwn(origin, host) && !isAllowed(origin, origins))
    return { status: 403, message: 'Pages of this origin may not read. To allow them, use --origin' };
  return undefined;
}

/** Headers that let a page read the response. */
export function crossOrigin(
  { headers: { origin } }: IncomingMessage,
  { origin: origins }: Pick<ServeConfig, 'origin'>,
): Readonly<Record<string, string>> {
  if (origin === undefined || !isAllowed(origin, origins)) return {};
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, last-event-id',
    'access-control-allow-private-network': 'true',
    'access-control-max-age': '600',
  };
}
