import { DeliveryError } from '@catbird/core/destinations';

/**
 * The error for a host that gave no answer, with what to do about it where that is known. A certificate that proves nothing today
 * proves nothing at the next attempt either: it ends the run.
 */
export function networkError(host: string, cause: unknown): DeliveryError {
  const code = codeOf(cause);
  const detail = cause instanceof Error && cause.message !== '' ? cause.message : code;
  const untrusted = CERTIFICATES[code ?? ''];
  if (untrusted !== undefined) {
    const message = `The certificate of ${host} is not trusted`;
    return new DeliveryError('not-found', message, { code, detail, hint: untrusted, cause });
  }
  return new DeliveryError('network', `No response from ${host}`, {
    code,
    detail,
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
  EMFILE: 'Too few file descriptors. Raise the limit, ulimit -n 1024, or lower --in-flight.',
  EPIPE: 'The connection was cut. Is it the right port, and the right protocol?',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'Nothing answered at that address. Check host, port and firewall.',
};

const ISSUER = 'Give the certificate of its issuer, a PEM file, to Node by NODE_EXTRA_CA_CERTS.';

/** Why a certificate proves nothing, and what to do about it. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It is self-signed: give it, a PEM file, to Node by NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN: ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ISSUER,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'It is for other names: give the host by one of them. What a cluster calls its members must be one, too.',
  CERT_HAS_EXPIRED: 'It has expired: the host needs a new one.',
};
