import { isObject } from '@catbird/engine';
import type { SchemaObject } from '../../draft.ts';
import type { JsonObject } from '../definition.ts';

/** What a server needs to know of a message. */
export interface Sent {
  /** The address of its channel. `{{field}}` stands for a value. */
  readonly address: string;
  readonly keyField: string | undefined;
  /** Fields by their headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bindings of the channel and its operation, by protocol. */
  readonly bindings: JsonObject;
}

const objectAt = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key];
  return isObject(inner) ? inner : {};
};

/** Mechanisms by the types of security schemes. */
const MECHANISMS: Readonly<Record<string, string>> = {
  plain: 'plain',
  scramSha256: 'scram-sha-256',
  scramSha512: 'scram-sha-512',
};

/** Destinations by protocol. */
const DESTINATIONS: Readonly<Record<string, string>> = {
  kafka: 'kafka',
  'kafka-secure': 'kafka',
  mqtt: 'mqtt',
  mqtt5: 'mqtt',
  mqtts: 'mqtt',
  'secure-mqtt': 'mqtt',
  amqp: 'rabbitmq',
  amqps: 'rabbitmq',
  nats: 'nats',
  redis: 'redis',
  rediss: 'redis',
  http: 'http',
  https: 'http',
};

/** Whether rows can be sent by a protocol. */
export const isKnown = (protocol: unknown): boolean =>
  typeof protocol === 'string' && Object.hasOwn(DESTINATIONS, protocol);

/** What settings follow from. */
interface Place extends Sent {
  readonly url: string;
  readonly place: string;
  readonly isSecure: boolean;
  readonly mechanism: string | undefined;
  /** Bindings of the protocol. */
  readonly own: JsonObject;
  /** The setting of headers, if there are any. */
  readonly set: SchemaObject;
}

/** Settings by destination. */
const SETTINGS: Readonly<Record<string, (place: Place) => SchemaObject>> = {
  kafka: ({ place, own, address, keyField, set, isSecure, mechanism }) => ({
    brokers: place,
    topic: typeof own['topic'] === 'string' ? own['topic'] : address,
    ...(keyField === undefined ? {} : { keyField }),
    ...set,
    ...(isSecure ? { tls: true } : {}),
    ...(mechanism === undefined ? {} : { mechanism }),
  }),
  mqtt: ({ url, own: { qos, retain }, address, set }) => ({
    url,
    topic: address,
    ...set,
    ...(typeof qos === 'number' ? { qos: String(qos) } : {}),
    ...(retain === true ? { retain } : {}),
  }),
  rabbitmq: ({ url, own, address, set }) => {
    const [exchange, queue] = [objectAt(own, 'exchange')['name'], objectAt(own, 'queue')['name']];
    return typeof exchange === 'string' && exchange !== ''
      ? { url, target: 'exchange', exchange, routingKey: address, ...set }
      : // The name of a queue has no fields.
        { url, queue: queue ?? address.replaceAll(/\{\{|\}\}/g, ''), ...set };
  },
  nats: ({ url, address, set }) => ({ url, subject: address, ...set }),
  redis: ({ url, address }) => ({ url, stream: address }),
  http: ({ url, address, set }) => ({
    url: `${url.replace(/\/$/, '')}/${address.replace(/^\//, '')}`,
    ...set,
  }),
};

/** The destination of a message at a server, without credentials. @param schemes types of the security schemes of the server */
export function destinationOf(server: JsonObject, schemes: readonly string[], sent: Sent): SchemaObject {
  const protocol = String(server['protocol']);
  const place = placeOf(server);
  const scheme = protocol.replace('secure-mqtt', 'mqtts').replace(/^mqtt5$/, 'mqtt');
  const destination = DESTINATIONS[protocol] ?? '';
  const settings = SETTINGS[destination]?.({
    ...sent,
    url: `${scheme}://${place}`,
    place,
    isSecure: protocol === 'kafka-secure',
    mechanism: schemes.map((each) => MECHANISMS[each]).find((each) => each !== undefined),
    own: objectAt(sent.bindings, BINDINGS[destination] ?? destination),
    set: Object.keys(sent.headers).length === 0 ? {} : { headers: sent.headers },
  });
  return { destination, settings };
}

/** Names of bindings that differ from those of destinations. */
const BINDINGS: Readonly<Record<string, string>> = { rabbitmq: 'amqp' };

/** Host and path of a server, with the defaults of its variables, and without a scheme and credentials. */
function placeOf({ url, host, pathname = '', variables }: JsonObject): string {
  const text = typeof host === 'string' ? `${host}${String(pathname)}` : String(url);
  return text
    .replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
      const { default: usual, enum: values } = objectAt(isObject(variables) ? variables : {}, name);
      return String(usual ?? (Array.isArray(values) ? values[0] : name));
    })
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '');
}
