import { setting, optionalText } from '@catbird/core/destinations';
import * as z from 'zod/mini';

/** The address of a broker or database: one of these schemes, a host, and no credentials, which have settings of their own. */
export const brokerAddress = (schemes: readonly string[], example: string): z.ZodMiniString =>
  setting(
    z.string('Required').check(
      z.minLength(1, { error: 'Required', abort: true }),
      z.superRefine<string>((address, context) => {
        const message = fault(address, schemes);
        if (message !== undefined) context.addIssue({ code: 'custom', message, input: address });
      }),
    ),
    { label: 'Address', help: `Begins with ${schemes.map((each) => `${each}://`).join(' or ')}.`, example },
  );

function fault(address: string, schemes: readonly string[]): string | undefined {
  const begin = `Must begin with ${schemes.map((each) => `${each}://`).join(' or ')}, then the host`;
  if (!URL.canParse(address)) return begin;
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (!schemes.includes(protocol.slice(0, -1)) || hostname === '') return begin;
  if (username !== '' || password !== '')
    return 'Must not contain a user name or password: they have settings of their own';
  return hash === '' ? undefined : 'Must not contain a fragment (#…)';
}

/** The host of an address, with its port where one is said. */
export const hostOf = (address: string): string => new URL(address).host;

/** The user's name. */
export const username = optionalText({ label: 'User name' });

/** The user's password. */
export const password = optionalText({ label: 'Password', secret: true });

/**
 * The settings with the user name and password of an address, `amqp://me:secret@host`, moved to the settings of their own, where they are
 * not shown. Those win where they are given.
 */
export function withoutCredentials(
  input: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> {
  const address = input[name];
  if (typeof address !== 'string' || !URL.canParse(address)) return input;
  const url = new URL(address);
  const found = { username: decoded(url.username), password: decoded(url.password) };
  if (found.username === undefined && found.password === undefined) return input;
  url.username = '';
  url.password = '';
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  return { ...found, ...Object.fromEntries(given), [name]: url.href };
}

function decoded(part: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    // A bare % is itself.
    return part;
  }
}
