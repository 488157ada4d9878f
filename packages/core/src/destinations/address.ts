import * as z from 'zod/mini';

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Why an address must not be sent to, as a sentence; undefined when it may. It must be `https:` or `http:`, and may hold neither
 * credentials nor a fragment.
 */
export function addressFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'Must be an address such as https://example.com';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must begin with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'Must not contain a user name or password';
  if (url.hash !== '') return 'Must not contain a fragment (#…)';
  return undefined;
}

/** Whether others on the way can read what is sent to an address: it is `http:`, and not on this machine. */
export function isClearText(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !LOCAL.test(hostname);
}

/**
 * Why a page must not or cannot send to an address that passed `addressFault`, as a sentence; undefined when it may. Its policy
 * lets it send to this machine over `http:`, but cannot name an IPv6 address. https://www.w3.org/TR/CSP3/#grammardef-host-source
 */
export function pageFault(address: string): string | undefined {
  if (isClearText(address)) return 'Must begin with https://, or with http:// on localhost';
  const url = new URL(address);
  if (url.protocol !== 'http:' || !url.hostname.startsWith('[')) return undefined;
  url.hostname = 'localhost';
  return `A page cannot send to [::1]. Use ${url.origin} instead`;
}

/** As `addressFault`, for an address to which paths and queries are added: it may have no query of its own. */
export function originFault(address: string): string | undefined {
  const fault = addressFault(address);
  if (fault !== undefined) return fault;
  return new URL(address).search === '' ? undefined : 'Must not contain a query (?…)';
}

/** A check of a text by one of the rules above. */
export const addressCheck = (fault: (address: string) => string | undefined): z.core.$ZodCheck<string> =>
  z.superRefine<string>((address, context) => {
    const message = fault(address);
    if (message !== undefined) context.addIssue({ code: 'custom', message, input: address });
  });

/** An address that passed `originFault`, without the slashes at its end: ready for a path. */
export function trimSlashes(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
