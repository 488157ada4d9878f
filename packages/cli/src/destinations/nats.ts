import type { Destination } from '@catbird/send';
import { hostOf, withoutCredentials } from './broker.ts';
import { config, type NatsConfig } from './nats-config.ts';

/** NATS, with or without JetStream. https://docs.nats.io/ */
export const nats: Destination<NatsConfig> = {
  name: 'NATS',
  command: 'nats',
  title: 'NATS',
  summary: 'Publish each event to a NATS subject or a JetStream stream.',
  acknowledgement:
    'With JetStream: an acknowledgement with the stream’s name and a sequence number. Without: the server’s response to a ping sent after it.',
  call: 'PUB',
  docs: 'https://docs.nats.io/nats-concepts/jetstream',
  config,
  normalise: (input) => withoutCredentials(input, 'url'),
  formats: ['lines', 'records'],
  limits: () => ({
    // NATS publishes no limit for messages; these bound the unacknowledged ones.
    rows: 5000,
    bytes: 4_000_000,
    source: 'https://docs.nats.io/running-a-nats-service/configuration#limits',
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./nats-connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./nats-connection.ts')).check(config, signal),
};
