import { DeliveryError, type DeliveryErrorKind } from '@catbird/send';
import { networkError } from '../transport/network-error.ts';
import { hostOf, loginHint } from './broker.ts';
import type { MqttConfig } from './mqtt-config.ts';

type Reason = readonly [kind: DeliveryErrorKind, words: string, hint?: string];

const CREDENTIALS =
  'Check the user name and password, and that the user is allowed to publish to this topic.';

/** Reason codes of MQTT 5. https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901031 */
const REASONS: Readonly<Record<number, Reason>> = {
  0x80: ['unavailable', 'unspecified error'],
  0x81: ['rejected', 'malformed packet'],
  0x82: ['rejected', 'protocol error'],
  0x83: ['unavailable', 'implementation specific error'],
  0x84: ['not-found', 'unsupported version', 'The broker must support MQTT 5.'],
  0x85: ['auth', 'client ID not valid', 'Choose another client ID.'],
  0x86: ['auth', 'bad user name or password', CREDENTIALS],
  0x87: ['auth', 'not authorized', CREDENTIALS],
  0x88: ['unavailable', 'server unavailable'],
  0x89: ['unavailable', 'server busy'],
  0x8a: ['auth', 'banned'],
  0x8b: ['unavailable', 'server shutting down'],
  0x8c: ['auth', 'bad authentication method'],
  0x8e: ['not-found', 'session taken over', 'Another client uses the same client ID.'],
  0x90: ['not-found', 'topic name invalid', 'The broker rejects this topic.'],
  0x92: ['unavailable', 'packet identifier not found'],
  0x93: ['unavailable', 'receive maximum exceeded'],
  0x95: ['too-large', 'packet too large', 'Raise the size limit of the broker, or make events smaller.'],
  0x96: ['rate-limited', 'message rate too high'],
  0x97: ['rate-limited', 'quota exceeded'],
  0x99: ['rejected', 'payload format invalid'],
  0x9a: ['rejected', 'retain not supported', 'The broker does not support retained messages: omit --retain.'],
  0x9b: ['rejected', 'QoS not supported', 'Choose a lower QoS.'],
  0x9c: ['not-found', 'use another server'],
  0x9d: ['not-found', 'server moved'],
  0x9f: ['rate-limited', 'connection rate exceeded'],
};

/** Final response of QoS 2 if the broker already has the event. https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901156 */
const ID_NOT_FOUND = 0x92;

/** Connection return codes of MQTT 3.1.1, from brokers that do not support MQTT 5. */
const MQTT_3_CODES: Readonly<Record<number, number>> = { 1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87 };

/** The error of a reason code. */
export function reasonError(code: number, { url, password }: MqttConfig): DeliveryError {
  const [kind, words, hint] =
    REASONS[MQTT_3_CODES[code] ?? code] ?? (['unavailable', 'an unknown reason'] as const);
  return new DeliveryError(kind, `${hostOf(url)} responded: ${words} (${code})`, {
    code: String(code),
    detail: words,
    hint:
      hint === CREDENTIALS
        ? loginHint({ password }, 'CATBIRD_MQTT_PASSWORD, and --username', CREDENTIALS)
        : hint,
    uncertain: code === ID_NOT_FOUND || undefined,
  });
}

/** An error of the broker, the client or the network as a `DeliveryError`. */
export function failureOf(error: unknown, config: MqttConfig): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? reasonError(code, config) : networkError(hostOf(config.url), error);
}
