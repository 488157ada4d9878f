import { customSetting, MISSING, optionalTextSetting } from '@catbird/send';
import * as z from 'zod/mini';
import { invalid, type Result } from '@catbird/engine';

/** The address of a broker or database: one of these schemes and a host. `withoutCredentials` moves credentials to their own settings. */
export const brokerAddress = (schemes: readonly string[], example: string): z.ZodMiniString<string> =>
  customSetting(
    z.string(MISSING).check(
      z.minLength(1, { error: MISSING, abort: true }),
      z.superRefine<string>((address, context) => {
        const message = fault(address, schemes);
        if (message !== undefined) context.addIssue({ code: 'custom', message, input: address });
      }),
    ),
    { label: 'Address', help: `Starts with ${schemes.map((each) => `${each}://`).join(' or ')}.`, example },
  );

function fault(address: string, schemes: readonly string[]): string | undefined {
  const wrongStart = `Must start with ${schemes.map((each) => `${each}://`).join(' or ')}, followed by a host`;
  if (!URL.canParse(address)) return wrongStart;
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (!schemes.includes(protocol.slice(0, -1)) || hostname === '') return wrongStart;
  if (username !== '' || password !== '')
    return 'Must not contain a user name or password: use their own settings';
  return hash === '' ? undefined : 'Must not contain a fragment (#…)';
}

/** The hosts of a list with commas, each with its port. */
export const hostsIn = (list: string): string[] => list.split(',').map((each) => each.trim());

/** The host of an address, with its port if it has one. */
export const hostOf = (address: string): string => new URL(address).host;

/** Setting for the user name. */
export const username = optionalTextSetting({ label: 'User name', literal: true });

/** Setting for the password. */
export const password = optionalTextSetting({ label: 'Password', secret: true });

/** Setting for the password of a service without a default user. */
export const passwordOfUser = optionalTextSetting({ label: 'Password', secret: true, needs: 'username' });

/** Who logs in. */
export interface Login {
  readonly password?: string | undefined;
  /** What to do if the password is missing, as a sentence. Default: to set the variable of the destination. */
  readonly passwordAdvice?: string | undefined;
}

/** What to do about a rejected login. @param variable that of the password @param hint for a password that is wrong */
export const loginHint = (
  { password, passwordAdvice = '' }: Login,
  variable: string,
  hint = 'Check the user name and password.',
): string => {
  if (password !== undefined && password !== '') return hint;
  return `The password is missing. ${passwordAdvice === '' ? `Set ${variable}.` : passwordAdvice}`;
};

/**
 * Moves the user name and password of an address, `amqp://me:secret@host`, to their own settings, which are redacted. If one of these is
 * given, too, the address stays as it is, which is an error.
 */
export function withoutCredentials(
  input: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> {
  const address = input[name];
  if (typeof address !== 'string' || !URL.canParse(address)) return input;
  const url = new URL(address);
  const { username = decoded(url.username), password = decoded(url.password) } = input;
  const isTwice = (setting: 'username' | 'password'): boolean =>
    url[setting] !== '' && input[setting] !== undefined;
  if (url.username + url.password === '' || isTwice('username') || isTwice('password')) return input;
  url.username = '';
  url.password = '';
  return { ...input, username, password, [name]: url.href };
}

/** A part of an address without its escapes; undefined if it is empty. */
export function decoded(part: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone % stands for itself.
    return part;
  }
}

/** Kinds of databases by the scheme of their address, and the variables with their user and password: that of the destination comes first. */
const KINDS = {
  postgres: {
    schemes: ['postgres:', 'postgresql:'],
    users: ['CATBIRD_POSTGRES_USERNAME', 'PGUSER'],
    passwords: ['CATBIRD_POSTGRES_PASSWORD', 'PGPASSWORD'],
  },
  mysql: {
    schemes: ['mysql:', 'mariadb:'],
    users: ['CATBIRD_MYSQL_USERNAME'],
    passwords: ['CATBIRD_MYSQL_PASSWORD', 'MYSQL_PWD'],
  },
  clickhouse: {
    schemes: ['clickhouse:'],
    users: ['CATBIRD_CLICKHOUSE_USERNAME', 'CLICKHOUSE_USER'],
    passwords: ['CATBIRD_CLICKHOUSE_PASSWORD', 'CLICKHOUSE_PASSWORD'],
  },
} as const;

/** A database of which a catalog can be read. */
export type DatabaseKind = keyof typeof KINDS;

/** Where a database is, and who reads it. */
export interface DatabaseAddress {
  readonly kind: DatabaseKind;
  /** Without credentials. */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

const DATABASE_KINDS: readonly DatabaseKind[] = ['postgres', 'mysql', 'clickhouse'];

type Environment = Readonly<Record<string, string | undefined>>;

const kindOf = (address: string): DatabaseKind | undefined =>
  DATABASE_KINDS.find((kind) =>
    KINDS[kind].schemes.some((scheme) => address.toLowerCase().startsWith(`${scheme}//`)),
  );

/** Whether an argument is the address of a database instead of a file. */
export const isDatabase = (argument: string): boolean => kindOf(argument) !== undefined;

/** Reads the address of a database, or says in a sentence what is wrong with it. Does not repeat it, as it may hold a password. */
export function readAddress(
  address: string,
  env: Environment,
): Result<{ readonly address: DatabaseAddress }> {
  const kind = kindOf(address);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (kind === undefined || url === undefined || url.hostname === '')
    return invalid('The address of a database must have a host, such as postgres://localhost:5432/shop');
  const { users, passwords } = KINDS[kind];
  if (url.password !== '' || url.searchParams.has('password'))
    return invalid(
      `The address must not contain a password, because other people on the machine can read command lines: set ${passwords.join(' or ')}`,
    );
  if (url.hash !== '') return invalid('The address must not contain a fragment (#…)');
  const given = withoutCredentials({ url: address }, 'url');
  const valueOf = (names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  const username = typeof given['username'] === 'string' ? given['username'] : valueOf(users);
  return {
    ok: true,
    address: { kind, url: String(given['url']), username, password: valueOf(passwords) },
  };
}
