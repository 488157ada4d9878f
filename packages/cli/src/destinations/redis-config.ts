import { optionalText, setting, text } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';

/** Schema of the settings. */
export const config = z.object({
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
