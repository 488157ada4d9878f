import { optionalTextSetting, customSetting, routeSetting, type Destination } from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, password, hostOf, withoutCredentials } from '../address.ts';

/** Schema of the settings. */
const config = z.object({
  url: brokerAddress(['redis', 'rediss'], 'redis://localhost:6379'),
  stream: routeSetting({
    label: 'Stream',
    help: 'Key of the stream. Created by the first event. {{field}} stands for a value of the event.',
    example: 'events',
    fault: () => undefined,
  }),
  field: customSetting(z.prefault(z.string('Must be text'), 'event'), {
    label: 'Field',
    help: 'Entry field that holds the event as JSON.',
  }),
  idField: optionalTextSetting({
    label: 'ID field',
    help: 'A second entry field with an ID that stays the same on retries, so that consumers can detect duplicates.',
    example: 'id',
  }),
  maxLength: optionalTextSetting(
    {
      label: 'Maximum length',
      help: 'Approximate maximum length; older entries are trimmed (MAXLEN ~).',
      example: '1000000',
    },
    z.regex(/^[1-9]\d{0,14}$/, 'Must be a whole number above 0'),
  ),
  username: optionalTextSetting({ label: 'User name', literal: true, needs: 'password' }),
  password,
});

/** The settings of the Redis destination. */
export type RedisConfig = z.output<typeof config>;

/** Redis Streams. https://redis.io/docs/latest/develop/data-types/streams/ */
export const redis: Destination<RedisConfig> = {
  name: 'Redis',
  command: 'redis',
  title: 'Redis Streams',
  kind: 'Queues and streams',
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
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./connection.ts')).check(config, signal),
};
