import type { Destination } from '@catbird/send';
import { hostOf, withoutCredentials } from './broker.ts';
import { config, type RabbitmqConfig } from './rabbitmq-config.ts';

/** RabbitMQ over AMQP 0-9-1. https://www.rabbitmq.com/docs/publishers */
export const rabbitmq: Destination<RabbitmqConfig> = {
  name: 'RabbitMQ',
  command: 'rabbitmq',
  title: 'RabbitMQ',
  summary: 'Publish each event to a RabbitMQ queue or exchange.',
  acknowledgement: 'A publisher confirm (`basic.ack`) for a message that was not returned.',
  call: 'basic.publish',
  docs: 'https://www.rabbitmq.com/docs/publishers',
  config,
  formats: ['lines', 'records'],
  normalise: (input) => withoutCredentials(input, 'endpoint'),
  limits: () => ({
    // RabbitMQ publishes no limit for unconfirmed messages; a message may have at least 16 MiB.
    rows: 2000,
    bytes: 8_000_000,
    source: 'https://www.rabbitmq.com/docs/publishers#message-size',
  }),
  host: ({ endpoint }) => hostOf(endpoint),
  open: async (config, env) => (await import('./rabbitmq-connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./rabbitmq-connection.ts')).check(config, signal),
};
