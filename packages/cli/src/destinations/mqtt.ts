import { flag, optionalText, setting, text, type Destination } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, hostOf, password, username } from './broker.ts';

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

const config = z.object({
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

/** Any broker of MQTT 5. https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html */
export const mqtt: Destination<MqttConfig> = {
  name: 'MQTT',
  command: 'mqtt',
  title: 'MQTT 5',
  summary: 'Publishes each event to a topic of an MQTT broker.',
  acknowledgement:
    'QoS 1: a PUBACK without an error. QoS 2: a PUBCOMP without an error. QoS 0: the broker’s answer to a packet sent after it.',
  call: 'PUBLISH',
  docs: 'https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html',
  config,
  limits: () => ({
    // One batch after another, so that events arrive in their order.
    rows: 2000,
    bytes: 4_000_000,
    inFlight: 1,
  }),
  host: ({ url }) => hostOf(url),
  open: async (config) => (await import('./mqtt-connection.ts')).open(config),
  check: async (config, _env, signal) => (await import('./mqtt-connection.ts')).check(config, signal),
};
