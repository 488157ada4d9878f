import { customSetting, MISSING, optionalTextSetting } from '@catbird/send';
import * as z from 'zod/mini';

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

/** Kinds of databases, with the schemes of their addresses. */
const KINDS = {
  postgres: ['postgres:', 'postgresql:'],
  mysql: ['mysql:', 'mariadb:'],
  clickhouse: ['clickhouse:'],
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

/** The kind of database that an address names. Undefined: none. */
export const databaseKind = (address: string): DatabaseKind | undefined =>
  DATABASE_KINDS.find((kind) =>
    KINDS[kind].some((scheme) => address.toLowerCase().startsWith(`${scheme}//`)),
  );

/** Whether an argument is the address of a database instead of a file. */
export const isDatabase = (argument: string): boolean => databaseKind(argument) !== undefined;
