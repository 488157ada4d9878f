import { destinations } from '@catbird/send';
import { inOrder, NODE_DESTINATIONS, shareConfig } from '@catbird/stream';
import type { ShareableConfig } from '../state/streams.ts';

/** A config for the address, a link and a file, with variables for what may be a credential; undefined if more may be in it. */
export function shareable(name: string, text: string, value: unknown): ShareableConfig | undefined {
  const shared = shareConfig(value, text, inOrder([...destinations, ...NODE_DESTINATIONS]));
  if (shared === undefined) return undefined;
  return {
    // JSON is YAML, too: the command names the file that people have.
    name,
    text: shared.text,
    replaced: shared.replaced,
    variables: shared.variables,
  };
}
