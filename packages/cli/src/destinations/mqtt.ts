import type { Destination } from '@catbird/core/destinations';
import { hostOf } from './broker.ts';
import { config, type MqttConfig } from './mqtt-config.ts';

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
