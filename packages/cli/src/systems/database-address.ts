import { invalid, type Result } from '@catbird/engine';
import { fromEnvironment, offerNotes } from '../environment/offer.ts';
import type { Environment, Settings } from '../environment/tool.ts';
import { databaseKind, withoutCredentials, type DatabaseAddress, type DatabaseKind } from './address.ts';

/** A database that was found, with what of it is from the environment, for people. */
export type DatabaseReading = Result<{
  readonly address: DatabaseAddress;
  readonly notes: readonly string[];
}>;

const NO_HOST = 'The address of a database must have a host, such as postgres://localhost:5432/shop';

/** Reads the address of a database on a command line, or says in a sentence what is wrong with it. Does not repeat it, as it may hold a password. */
export function readAddress(address: string, env: Environment): DatabaseReading {
  const kind = databaseKind(address);
  if (kind === undefined || !URL.canParse(address)) return invalid(NO_HOST);
  const { password, searchParams } = new URL(address);
  return password === '' && !searchParams.has('password')
    ? databaseIn(kind, { url: address }, env)
    : invalid(
        `The address must not contain a password, because other people on the machine can read command lines: set CATBIRD_${kind.toUpperCase()}_PASSWORD or ${OTHERS[kind]}`,
      );
}

/** Variables of the tools of each kind. */
const OTHERS = { postgres: 'PGPASSWORD', mysql: 'MYSQL_PWD', clickhouse: 'CLICKHOUSE_PASSWORD' } as const;

/** The database in settings with an address and a login. What is missing comes from the environment. @param isOwn as for `fromEnvironment`. Default: yes */
export function databaseIn(
  kind: DatabaseKind,
  given: Settings,
  env: Environment,
  { isOwn = true }: { readonly isOwn?: boolean } = {},
): DatabaseReading {
  const offer = fromEnvironment(kind, withoutCredentials(given, 'url'), env, { isOwn });
  const settings = withoutCredentials(offer.settings, 'url');
  const { url, username, password } = settings;
  if (url === undefined) return invalid(`Set url: nothing in ${offer.looked}`);
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).hostname === '') return invalid(NO_HOST);
  if (databaseKind(url) !== kind) return invalid(`The address must start with ${kind}://`);
  const { searchParams, hash, password: twice } = new URL(url);
  if (searchParams.has('password') || twice !== '')
    return invalid('The address must not contain a password: use its own setting');
  if (hash !== '') return invalid('The address must not contain a fragment (#…)');
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const address = { kind, url, username: textOf(username), password: textOf(password) };
  return { ok: true, address, notes: offerNotes(offer) };
}
