import { flag, optionalText, setting, text } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';

const LEVELS = ['0', '1', '2'] as const;
type Level = (typeof LEVELS)[number];

const isLevel = (value: unknown): value is Level => LEVELS.some((level) => level === value);

const qos = setting(
  z.prefault(
    z.pipe(
      // In a config file it may be a number.
      z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
      z.custom<Level>(isLevel, `Must be one of: ${LEVELS.join(', ')}`),
    ),
    '1',
  ),
  {
    label: 'Quality of service',
    help: '0: an event counts when the broker has read it, whatever it did with it. 1: the broker answers for each event, which may come twice. 2: each event comes once, for two round trips.',
    choices: { 0: 'At most once', 1: 'At least once', 2: 'Exactly once' },
  },
);

/** Schema of the settings. */
export const config = z.object({
  url: brokerAddress(['mqtt', 'mqtts', 'ws', 'wss'], 'mqtt://localhost:1883'),
  topic: text(
    { label: 'Topic', help: 'Where every event is published.', example: 'events/web' },
    z.regex(/^[^#+\0]+$/, 'Must not contain # or +'),
  ),
  qos,
  retain: flag({ label: 'Retain', help: 'The broker keeps the last event for subscribers to come.' }),
  clientId: optionalText({
    label: 'Client id',
    help: 'Of this connection; the broker ends an older one of the same id. By default a new one.',
  }),
  username,
  password,
});

/** The settings of the MQTT destination. */
export type MqttConfig = z.output<typeof config>;
