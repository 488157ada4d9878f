import { isIPv6 } from 'node:net';

/** The host name in a `Host` header or an address, normalised as in browsers. Undefined if invalid. */
export function hostName(host: string): string | undefined {
  const text = `http://${isIPv6(host) ? `[${host}]` : host}`;
  if (/[/@?#\\]/.test(host) || !URL.canParse(text)) return undefined;
  return new URL(text).hostname.replace(/\.$/, '');
}

/** Whether a name, as returned by `hostName`, always means this machine. https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(name);
