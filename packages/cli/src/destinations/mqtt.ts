import type { Destination } from '@catbird/send';
import { hostOf, withoutCredentials } from './broker.ts';
import { config, type MqttConfig } from './mqtt-config.ts';

/** Any MQTT 5 broker. https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html */
export const mqtt: Destination<MqttConfig> = {
  name: 'MQTT',
  command: 'mqtt',
  title: 'MQTT 5',
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
  open: async (config, env) => (await import('./mqtt-connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./mqtt-connection.ts')).check(config, signal),
};
