import { isClearText, secretsOf, type Destination } from '@catbird/core/destinations';

/** A warning if credentials would be sent unencrypted; empty if there are none, or the connection is encrypted. */
export function clearTextNotes<Config>(destination: Destination<Config>, config: Config): readonly string[] {
  const own = destination.customEndpoint?.(config);
  if (own === undefined || !isClearText(own.address) || secretsOf(destination, config).length === 0)
    return [];
  return [
    `Credentials are sent to ${destination.host(config)} in clear text, so anyone on the network path can read them. Use https:// if the server supports it`,
  ];
}
