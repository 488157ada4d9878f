import {
  customSetting,
  flagSetting,
  headersSetting,
  optionalTextSetting,
  routeSetting,
  type Destination,
} from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, passwordOfUser, username, hostOf, withoutCredentials } from '../address.ts';

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

/** Longest text of the protocol. https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901010 */
const MAX_BYTES = 65_535;

/** Brokers close the connection on a topic with wildcards, or a text with control characters or without end. */
const propertyFault = (text: string): string | undefined => {
  // Control characters are what it looks for.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x1f\x7f-\x9f]/.test(text)) return 'Must not contain control characters';
  return Buffer.byteLength(text) > MAX_BYTES
    ? `Must be at most ${MAX_BYTES.toLocaleString('en')} bytes long`
    : undefined;
};

const topicFault = (topic: string): string | undefined =>
  /[#+]/.test(topic) ? 'Must not contain # or +' : propertyFault(topic);

/** Schema of the settings. */
const config = z.object({
  url: brokerAddress(['mqtt', 'mqtts', 'ws', 'wss'], 'mqtt://localhost:1883'),
  topic: routeSetting({
    label: 'Topic',
    help: 'Topic to publish to. {{field}} stands for a value of the event.',
    example: 'events/web',
    fault: topicFault,
  }),
  headers: headersSetting({ label: 'User properties' }, propertyFault, propertyFault),
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

/** Any MQTT 5 broker. https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html */
export const mqtt: Destination<MqttConfig> = {
  name: 'MQTT',
  command: 'mqtt',
  title: 'MQTT 5',
  kind: 'Queues and streams',
  summary: 'Publish each event to an MQTT topic.',
  acknowledgement:
    'QoS 1: a PUBACK without an error. QoS 2: a PUBCOMP without an error. QoS 0: the broker’s response to a packet sent after it.',
  call: 'PUBLISH',
  docs: 'https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html',
  config,
  normalise: (input) => withoutCredentials(input, 'url'),
  formats: ['lines', 'records'],
  keepsOrder: true,
  limits: () => ({
    // One batch at a time, so that events arrive in order.
    rows: 2000,
    bytes: 4_000_000,
    inFlight: 1,
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./connection.ts')).check(config, signal),
};
