import { inOrder, NODE_DESTINATIONS } from '@catbird/core/config';
import { destinations } from '@catbird/core/destinations';
import type { CheckedConfig, ConfigView, StreamOfConfig } from '../../state/streams.ts';
import { newQuestions } from '../../worker/questions.ts';
import type { ConfigCheckRequest, ConfigText, SentConfig, SentStream } from '../../worker/read-protocol.ts';

/** Reads and checks configs in a worker: a large one takes seconds, in which the page has to go on. */
export interface Reader {
  read(config: ConfigText): Promise<ConfigView>;
  /** Checks a config that was read. */
  check(request: ConfigCheckRequest): Promise<CheckedConfig>;
}

/** A reader with a worker, which starts with the first question. */
export function newReader(): Reader {
  const ask = newQuestions();
  return {
    async read(config) {
      const answer = await ask({ kind: 'read', ...config });
      if (answer.kind !== 'read') throw new Error(`Unexpected answer: ${answer.kind}`);
      return viewOf(answer.config);
    },
    async check(request) {
      const answer = await ask({ kind: 'examine', ...request });
      if (answer.kind !== 'examined') throw new Error(`Unexpected answer: ${answer.kind}`);
      return answer.checked;
    },
  };
}

const viewOf = (sent: SentConfig): ConfigView =>
  sent.ok ? { ...sent, streams: sent.streams.flatMap(streamOf) } : sent;

function streamOf({ settingsPath, destination: command, ...stream }: SentStream): readonly StreamOfConfig[] {
  const destination = inOrder([...destinations, ...NODE_DESTINATIONS]).find(
    (each) => each.command === command,
  );
  return destination === undefined
    ? []
    : [{ ...stream, destination, nameOf: (setting) => settingsPath + setting }];
}
