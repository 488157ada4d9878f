import { invalid, type Result } from '@catbird/engine';
import { decoded } from '../../systems/address.ts';
/** The address of a shared store: where it is, and the name of the stream's state there. */
export interface StoreAddress {
  readonly kind: keyof typeof KINDS;
  /** Without credentials, for messages: `redis://state:6379/orders`. */
  readonly shown: string;
  /** The server with its database, without credentials and name; for S3 the bucket. */
  readonly server: string;
  /** Letters, digits, `.`, `_`, `-` and `/`. */
  readonly name: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** The schemes of each kind of store, and how many parts of its path belong to the server. */
const KINDS = {
  redis: { schemes: ['redis:', 'rediss:'], ownParts: (first: string) => (/^\d+$/.test(first) ? 1 : 0) },
  postgres: { schemes: ['postgres:', 'postgresql:'], ownParts: () => 1 },
  s3: { schemes: ['s3:'], ownParts: () => 0 },
} as const;

/** Whether the value of `--state` is the address of a shared store instead of a file. */
export const isStoreAddress = (state: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(state);

/** The name of a state if the address has none. */
const DEFAULT_NAME = 'catbird';

/** Reads the address of a shared store. Issues do not repeat it, as it may hold a password. */
export function readAddress(state: string): Result<StoreAddress> {
  const url = URL.canParse(state) ? new URL(state) : undefined;
  const [kind, found] = Object.entries(KINDS).find(([, { schemes }]) => hasScheme(schemes, url)) ?? [];
  if (url === undefined || found === undefined || url.hostname === '')
    return invalid(
      '--state must be a file, or start with redis://, rediss://, postgres:// or s3:// and a host',
    );
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const own = parts.slice(0, found.ownParts(parts[0] ?? ''));
  const name = parts.slice(own.length).join('/') || DEFAULT_NAME;
  if (!/^[\w./-]+$/.test(name))
    return invalid(
      '--state: the name at the end of the address must consist of letters, digits, ., _, - and /',
    );
  const { protocol, host, searchParams } = url;
  const query = credentialsOf(searchParams);
  const search = searchParams.size === 0 ? '' : `?${searchParams.toString()}`;
  const server = `${protocol}//${[host, ...own].join('/')}`;
  return {
    ok: true,
    // One of the keys of KINDS.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    kind: kind as keyof typeof KINDS,
    shown: `${server}/${name}`,
    server: `${server}${search}`,
    name,
    username: decoded(url.username) ?? query.username,
    password: decoded(url.password) ?? query.password,
  };
}

/** Takes user name and password out of a query: clients send them, too. */
function credentialsOf(query: URLSearchParams): {
  readonly username: string | undefined;
  readonly password: string | undefined;
} {
  const username = query.get('username') ?? query.get('user') ?? undefined;
  const password = query.get('password') ?? undefined;
  for (const name of ['username', 'user', 'password']) query.delete(name);
  return { username, password };
}

const hasScheme = (schemes: readonly string[], url: URL | undefined): boolean =>
  url !== undefined && schemes.includes(url.protocol);

/** The state of one of several streams: `shop.state` becomes `shop.state.orders`, and so does the name in an address. */
export function stateOfStream(state: string, stream: string): string {
  const query = isStoreAddress(state) ? state.indexOf('?') : -1;
  if (query >= 0) return `${named(state.slice(0, query), stream)}${state.slice(query)}`;
  return isStoreAddress(state) ? named(state, stream) : `${state}.${stream}`;
}

/** Without a name, the default one comes before the stream's. */
function named(address: string, stream: string): string {
  const read = readAddress(address);
  if (!read.ok) return address;
  const isNamed = address.endsWith(`/${read.name}`);
  return isNamed ? `${address}.${stream}` : `${address.replace(/\/*$/, '')}/${read.name}.${stream}`;
}
