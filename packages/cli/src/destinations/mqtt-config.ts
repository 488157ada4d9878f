import {
  flagSetting,
  optionalTextSetting,
  customSetting,
  textSetting,
} from '@catbird/core/internal/destinations';
import * as z from 'zod/mini';
import { brokerAddress, passwordOfUser, username } from './broker.ts';

const LEVELS = ['0', '1', '2'] as const;
type Level = (typeof LEVELS)[number];

const isLevel = (value: unknown): value is Level => LEVELS.some((level) => level === value);

const qos = customSetting(
  z.prefault(
    z.pipe(
      // Config files may give a number.
      z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
      z.custom<Level>(isLevel, `Must be one of: ${LEVELS.join(', ')}`),
    ),
    '1',
  ),
  {
    label: 'Quality of service',
    help: '0: an event counts once the broker has read it, whether or not it is delivered. 1: the broker acknowledges each event; duplicates are possible. 2: exactly once, at the cost of two round trips.',
    choices: { 0: 'At most once', 1: 'At least once', 2: 'Exactly once' },
  },
);

/** Schema of the settings. */
export const config = z.object({
  url: brokerAddress(['mqtt', 'mqtts', 'ws', 'wss'], 'mqtt://localhost:1883'),
  topic: textSetting(
    { label: 'Topic', help: 'Topic to publish to.', example: 'events/web' },
    z.regex(/^[^#+\0]+$/, 'Must not contain # or +'),
  ),
  qos,
  retain: flagSetting({ label: 'Retain', help: 'The broker keeps the last event for new subscribers.' }),
  clientId: optionalTextSetting({
    label: 'Client ID',
    help: 'The broker closes an older connection with the same ID. By default, a new ID.',
  }),
  username,
  password: passwordOfUser,
});

/** The settings of the MQTT destination. */
export type MqttConfig = z.output<typeof config>;
