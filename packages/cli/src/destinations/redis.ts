import { optionalText, setting, text, type Destination } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, hostOf, password, username } from './broker.ts';

const config = z.object({
  url: brokerAddress(['redis', 'rediss'], 'redis://localhost:6379'),
  stream: text({ label: 'Stream', help: 'Its key. The first event makes the stream.', example: 'events' }),
  field: setting(z.prefault(z.string('Must be text'), 'event'), {
    label: 'Field',
    help: 'The field of each entry that holds the event as JSON.',
  }),
  idField: optionalText({
    label: 'Field of an id',
    help: 'A second field, with an id that an event keeps when it is sent again: its reader can tell repetitions.',
    example: 'id',
  }),
  maxLength: optionalText(
    {
      label: 'Longest length',
      help: 'Entries that the stream keeps, about; older ones go (MAXLEN ~).',
      example: '1000000',
    },
    z.regex(/^[1-9]\d{0,14}$/, 'Must be a whole number above 0'),
  ),
  username,
  password,
});

/** The settings of the Redis destination. */
export type RedisConfig = z.output<typeof config>;

/** Redis Streams. https://redis.io/docs/latest/develop/data-types/streams/ */
export const redis: Destination<RedisConfig> = {
  name: 'Redis',
  command: 'redis',
  title: 'Redis Streams',
  summary: 'Adds each event as an entry to a Redis stream.',
  acknowledgement: 'An entry id in reply to its XADD.',
  call: 'XADD',
  docs: 'https://redis.io/docs/latest/commands/xadd/',
  config,
  limits: () => ({
    // No number of commands is published; these only keep one pipeline from taking all memory.
    rows: 10_000,
    bytes: 8_000_000,
    source: 'https://redis.io/docs/latest/develop/use/pipelining/',
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./redis-connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./redis-connection.ts')).check(config, signal),
};
