import * as z from 'zod/mini';
import type { CheckResult, Connection, Destination, DestinationEnv } from './destination.ts';
import { failedCheck } from './error.ts';

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Why an address is invalid, as a sentence; undefined if it is valid. It must be `https:` or `http:`, without credentials or a
 * fragment.
 */
export function addressFault(address: string): string | undefined {
  const isHost = /^(?:[\w-]+(?:\.[\w-]+)+|localhost|\[::1\])(?::\d+)?(?:[/?].*)?$/i.test(address);
  if (isHost)
    return `Must be a URL: write ${isClearText(`http://${address}`) ? 'https' : 'http'}://${address}`;
  if (!URL.canParse(address)) return 'Must be a URL such as https://example.com';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must start with https:// or http://';
  if (url.username !== '' || url.password !== '')
    return 'Must not contain a user name or password. Give them as settings of their own';
  if (url.hash !== '') return 'Must not contain a fragment (#…)';
  return undefined;
}

/** Whether the connection is unencrypted and leaves this machine. */
export function isClearText(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !LOCAL.test(hostname);
}

/**
 * Why a page can't send to an address that passed `addressFault`, as a sentence; undefined if it can. The page's content security
 * policy allows `http:` to this machine only, and can't name an IPv6 address. https://www.w3.org/TR/CSP3/#grammardef-host-source
 */
export function pageFault(address: string): string | undefined {
  if (isClearText(address)) return 'Must start with https://, or with http:// on localhost';
  const url = new URL(address);
  if (url.protocol !== 'http:' || !url.hostname.startsWith('[')) return undefined;
  url.hostname = 'localhost';
  return `The page can’t send to [::1]. Use ${url.origin} instead`;
}

/** Like `addressFault`, for an address that gets paths and queries appended, so it must not have a query. */
export function originFault(address: string): string | undefined {
  const fault = addressFault(address);
  if (fault !== undefined) return fault;
  return new URL(address).search === '' ? undefined : 'Must not contain a query (?…)';
}

/** A zod check of a text by what says its fault, as a sentence. */
export const textCheck = (fault: (text: string) => string | undefined): z.core.$ZodCheck<string> =>
  z.superRefine<string>((text, context) => {
    const message = fault(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message, input: text });
  });

/** Like `encodeURIComponent`, plus the other reserved characters of RFC 3986. https://www.rfc-editor.org/rfc/rfc3986#section-2.2 */
export const escaped = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** An address that passed `originFault`, without trailing slashes, so that a path can be appended. */
export function trimSlashes(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** What follows from the address in a setting. @param addressOf where rows go, if not to the address in the setting itself */
export const atAddress = <Config>(
  setting: keyof Config & string,
  addressOf: (config: Config) => string = (config) => String(config[setting]),
) => ({
  customEndpoint(config: Config) {
    const address = config[setting];
    return typeof address === 'string' ? { setting, address } : undefined;
  },
  host: (config: Config) => new URL(addressOf(config)).host,
  credentialScope: (config: Config) => new URL(addressOf(config)).origin,
});

/** What sends to a service. */
interface Sending<Target> {
  open(address: string, target: Target, env: DestinationEnv): Connection;
  /** Answers what was tested, and what was found. @throws DeliveryError if it failed */
  check(address: string, target: Target, env: DestinationEnv, signal: AbortSignal): Promise<CheckResult>;
}

/** Loads what sends when it is first needed. @param addressOf of the service @param targetOf what else it needs to know */
export const sendingBy = <Config, Target>(
  load: () => Promise<Sending<Target>>,
  addressOf: (config: Config) => string,
  targetOf: (config: Config) => Target,
): Pick<Destination<Config>, 'open' | 'check'> => ({
  open: async (config, env) => (await load()).open(addressOf(config), targetOf(config), env),
  async check(config, env, signal) {
    try {
      return await (await load()).check(addressOf(config), targetOf(config), env, signal);
    } catch (error) {
      return failedCheck(error);
    }
  },
});

/** The same for what needs to know the settings, and is at the address in one of them unless `addressOf` says otherwise. */
export const sendingTo = <Config>(
  setting: keyof Config & string,
  load: () => Promise<Sending<Config>>,
  addressOf: (config: Config) => string = (config) => trimSlashes(String(config[setting])),
) => ({
  ...atAddress(setting, addressOf),
  ...sendingBy(load, addressOf, (config) => config),
});
