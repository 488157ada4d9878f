import { invalid, type Result } from '@catbird/engine';
import { withoutCredentials } from '../../destinations/broker.ts';

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
