import { DeliveryError, oneLine } from '@catbird/send';

/**
 * The error for a host without a response, with a hint if the cause is known, or for a connection that failed otherwise, in the words of
 * the client. An untrusted certificate ends the run, because a retry
 * would fail, too.
 */
export function networkError(host: string, cause: unknown): DeliveryError {
  const code = codeOf(cause);
  const detail = cause instanceof Error && cause.message !== '' ? cause.message : code;
  const untrusted = CERTIFICATES[code ?? ''];
  if (untrusted !== undefined) {
    const message = `The certificate of ${host} is not trusted`;
    return new DeliveryError('not-found', message, { code, detail, hint: untrusted, cause });
  }
  const isSilence = detail === undefined || SILENCE.test(code ?? '');
  const message = isSilence
    ? `No response from ${host}`
    : `The connection to ${host} failed: ${oneLine(detail, [])}`;
  const hint = HINTS[code ?? ''] ?? (isSilence ? 'Check the address and the network.' : undefined);
  return new DeliveryError('network', message, { code, detail, hint, cause });
}

/** Codes of systems and clients for a host that cannot be reached or says nothing. All other errors of clients tell more in their words. */
const SILENCE = /^(E(CONN|HOST|NET|AI_|ADDR|TIMEDOUT|NOTFOUND|PIPE|MFILE)|(ERR_SOCKET|UND_ERR)_.*TIMEOUT$)/;

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Hints for common error codes. https://nodejs.org/api/errors.html#common-system-errors */
const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing is listening there. Check host and port.',
  ENOTFOUND: 'Unknown host. Check the address.',
  EAI_AGAIN: 'DNS lookup failed. Check the network.',
  ECONNRESET: 'The connection was closed. Check the port and the protocol (http or https).',
  EMFILE: 'Too few file descriptors. Raise the limit, ulimit -n 1024, or lower --in-flight.',
  EPIPE: 'The connection was closed. Check the port and the protocol.',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'No response from that address. Check host, port and firewall.',
};

const ISSUER = "Set NODE_EXTRA_CA_CERTS to a PEM file with the issuer's certificate.";

/** Hints for untrusted certificates. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It is self-signed. Set NODE_EXTRA_CA_CERTS to a PEM file with it.',
  SELF_SIGNED_CERT_IN_CHAIN: ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ISSUER,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'It is for other names. Use one of them as the host. A cluster must also use such names for its members.',
  CERT_HAS_EXPIRED: 'It has expired. The host needs a new one.',
};
