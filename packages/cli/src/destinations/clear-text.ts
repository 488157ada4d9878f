import { isClearText, secretsOf, type Destination } from '@catbird/core/destinations';

/** A sentence where credentials would go over the network for others to read; none where there are none, or they are encrypted. */
export function clearTextNotes<Config>(destination: Destination<Config>, config: Config): readonly string[] {
  const own = destination.customEndpoint?.(config);
  if (own === undefined || !isClearText(own.address) || secretsOf(destination, config).length === 0)
    return [];
  return [
    `Credentials go to ${destination.host(config)} in clear text: others on the way can read them. Use https:// where you can`,
  ];
}
