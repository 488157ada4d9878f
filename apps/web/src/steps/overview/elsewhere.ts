import { compress } from '../../link/compress.ts';
import { withConfig, withoutSecrets, withSchema, type QueryOptions } from '../../link/link.ts';
import type { commandOf } from '../../state/command.ts';
import type { Config } from '../../state/config.ts';
import { CUSTOM, type State } from '../../state/state.ts';

/** The stream of the page, to be used elsewhere. */
export function takenStream(
  config: Config,
  { template, content, seed, run }: State,
): Parameters<typeof commandOf>[0] {
  const { timing, faultChanges = [] } = run ?? {};
  return { config, template, content, seed, timing, faultChanges };
}

/** A link that restores it. */
export async function linkTo(
  config: Config,
  { template, content, seed }: State,
  { secrets }: QueryOptions,
): Promise<string> {
  const packed = template === CUSTOM ? await compress(content) : '';
  const query = withSchema(withConfig('', config, { secrets }), { template, packed, seed });
  return `${location.origin}${location.pathname}${secrets ? query : withoutSecrets(query)}`;
}
