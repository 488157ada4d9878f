import { optionalTextSetting, customSetting, routeSetting } from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, password } from './broker.ts';

/** Schema of the settings. */
export const config = z.object({
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
