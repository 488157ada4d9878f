import { DeliveryError } from '@catbird/core/destinations';

/** The error for a host that gave no answer, with what to do about it where that is known. */
export function networkError(host: string, cause: unknown): DeliveryError {
  const code = codeOf(cause);
  return new DeliveryError('network', `No answer from ${host}`, {
    code,
    detail: cause instanceof Error && cause.message !== '' ? cause.message : code,
    hint: HINTS[code ?? ''] ?? 'Check the address and the network.',
    cause,
  });
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What to do about the usual codes. https://nodejs.org/api/errors.html#common-system-errors */
const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Check host and port.',
  ENOTFOUND: 'There is no such host. Check the address.',
  EAI_AGAIN: 'The name could not be looked up. Check the network.',
  ECONNRESET: 'The connection was cut. Is it the right port, and the right protocol (http or https)?',
  EPIPE: 'The connection was cut. Is it the right port, and the right protocol?',
  UND_ERR_SOCKET: 'The connection was cut. Is it the right port, and the right protocol (http or https)?',
  UND_ERR_CONNECT_TIMEOUT: 'Nothing answered at that address. Check host, port and firewall.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed: give it to Node by NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The certificate is not trusted: give its issuer to Node by NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate is not trusted: give its issuer to Node by NODE_EXTRA_CA_CERTS.',
  CERT_HAS_EXPIRED: 'The certificate of that host has expired.',
};
