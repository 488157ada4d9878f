import * as z from 'zod/mini';

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Why an address is invalid, as a sentence; undefined if it is valid. It must be `https:` or `http:`, without credentials or a
 * fragment.
 */
export function addressFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'Must be a URL such as https://example.com';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must start with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'Must not contain a user name or password';
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

/** A zod check by one of the functions above. */
export const addressCheck = (fault: (address: string) => string | undefined): z.core.$ZodCheck<string> =>
  z.superRefine<string>((address, context) => {
    const message = fault(address);
    if (message !== undefined) context.addIssue({ code: 'custom', message, input: address });
  });

/** An address that passed `originFault`, without trailing slashes, so that a path can be appended. */
export function trimSlashes(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
