import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/core/destinations';
import { networkError } from '../transport/network-error.ts';
import { hostOf } from './broker.ts';
import type { RabbitmqConfig } from './rabbitmq-config.ts';

/** The broker's reply code. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Reply codes. https://www.rabbitmq.com/amqp-0-9-1-reference#constants */
const KINDS: Readonly<Record<number, readonly [kind: DeliveryErrorKind, hint: string]>> = {
  311: ['too-large', 'The message is larger than the broker allows.'],
  320: ['network', 'The broker closed the connection.'],
  402: ['auth', 'The user must be allowed to write there.'],
  403: ['auth', 'Check user name, password and what the user may write.'],
  404: ['not-found', 'Check the names of queue, exchange and virtual host.'],
  405: ['not-found', 'Another connection holds that queue for itself.'],
  406: [
    'not-found',
    'The queue was made with other options: leave the queue options out to use it as it is.',
  ],
  506: ['unavailable', 'The broker is short of resources.'],
  530: ['auth', 'Check the virtual host, the path of the endpoint, and that the user may use it.'],
  541: ['unavailable', 'The broker had a fault of its own.'],
};

/** The error for what the broker did not take, or for its silence. */
export function errorOf(error: unknown, { endpoint, username, password }: RabbitmqConfig): DeliveryError {
  const host = hostOf(endpoint);
  const code = codeOf(error);
  const said = error instanceof Error ? error.message : String(error);
  const number = typeof code === 'number' ? code : codeIn(said);
  const known = KINDS[number];
  if (known === undefined) return networkError(host, error);
  const [kind, hint] = known;
  const words = oneLine(said, [password ?? '', `${username}:${password}`]);
  return new DeliveryError(kind, `${host} answered: ${words}`, {
    code: String(number),
    detail: words,
    hint,
    cause: error,
  });
}

/** A refusal while the connection opens has its code in the client's words only, or none: then it is about the virtual host, which comes last. */
const codeIn = (said: string): number =>
  /ConnectionOpenOk.*ConnectionClose/.test(said) ? 530 : Number(/\b(403|530)\b/.exec(said)?.[1]);
