import type { Destination } from '@catbird/send';
import { hostOf, withoutCredentials } from './broker.ts';
import { config, type RedisConfig } from './redis-config.ts';

/** Redis Streams. https://redis.io/docs/latest/develop/data-types/streams/ */
export const redis: Destination<RedisConfig> = {
  name: 'Redis',
  command: 'redis',
  title: 'Redis Streams',
  summary: 'Add each event to a Redis stream.',
  acknowledgement: 'An entry id in reply to its XADD.',
  call: 'XADD',
  docs: 'https://redis.io/docs/latest/commands/xadd/',
  config,
  normalise: (input) => withoutCredentials(input, 'url'),
  formats: ['lines', 'records'],
  limits: () => ({
    // Redis publishes no limit; these bound the memory of a pipeline.
    rows: 10_000,
    bytes: 8_000_000,
    source: 'https://redis.io/docs/latest/develop/use/pipelining/',
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./redis-connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./redis-connection.ts')).check(config, signal),
};
