import type { StreamRequest, SentRows } from '../worker/run-protocol.ts';
import type { Config } from './config.ts';
import { keysOf } from './options.ts';
import type { State } from './state.ts';

/** A stream as it was started, and what was sent of it; undefined: not known. */
export interface SentStream {
  readonly stream: StreamRequest | undefined;
  readonly sent: SentRows | undefined;
}

/** The stream of the page's steps, as a config with one stream would have it. */
export function ownStream(
  config: Config,
  { lenient, seed, content }: Pick<State, 'lenient' | 'seed' | 'content'>,
): StreamRequest {
  const { generatorName, settings, eps } = config;
  const { delivery, starts, ...keys } = keysOf(config);
  return {
    target: { generatorName, settings },
    schema: { source: { text: content }, entities: undefined, files: {}, lenient },
    seed,
    options: {
      ...keys,
      ...delivery,
      eps,
      // Only for a schema with journeys: they may have been set for another.
      ...(starts !== undefined && { startsOfAll: String(starts) }),
    },
    optionNames: {},
    nowMs: Date.now(),
  };
}
