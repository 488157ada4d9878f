import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/send';
import { networkError } from '../transport/network-error.ts';
import { hostOf, loginHint } from './broker.ts';
import type { RabbitmqConfig } from './rabbitmq-config.ts';

/** The broker's reply code. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const PERMISSIONS = 'Check the user name, the password and the user’s permissions.';

/** Reply codes. https://www.rabbitmq.com/amqp-0-9-1-reference#constants */
const KINDS: Readonly<Record<number, readonly [kind: DeliveryErrorKind, hint: string]>> = {
  311: ['too-large', 'The message exceeds the broker’s size limit.'],
  320: ['network', 'The broker closed the connection.'],
  402: ['auth', 'The user is not allowed to write to it.'],
  403: ['auth', PERMISSIONS],
  404: ['not-found', 'Check the names of the queue, the exchange and the virtual host.'],
  405: ['not-found', 'Another connection has exclusive use of this queue.'],
  406: ['not-found', 'The queue exists with other options: omit the queue options to use it as it is.'],
  506: ['unavailable', 'The broker lacks resources.'],
  530: [
    'auth',
    'Check the virtual host (the path of the address), and that the user is allowed to access it.',
  ],
  541: ['unavailable', 'The broker had an internal error.'],
};

/** An error of the broker, the client or the network as a `DeliveryError`. */
export function errorOf(error: unknown, { endpoint, username, password }: RabbitmqConfig): DeliveryError {
  const host = hostOf(endpoint);
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const number = typeof code === 'number' ? code : codeIn(message);
  const known = KINDS[number];
  if (known === undefined) return networkError(host, error);
  const [kind, hint] = known;
  const words = oneLine(message, [password ?? '', `${username}:${password}`]);
  return new DeliveryError(kind, `${host} responded: ${words}`, {
    code: String(number),
    detail: words,
    hint:
      hint === PERMISSIONS && username !== undefined
        ? loginHint({ password }, 'CATBIRD_RABBITMQ_PASSWORD', hint)
        : hint,
    cause: error,
  });
}

/** The code in the client's message, for errors while the connection opens. Without a code, the last step failed: opening the virtual host. */
const codeIn = (message: string): number =>
  /ConnectionOpenOk.*ConnectionClose/.test(message) ? 530 : Number(/\b(403|530)\b/.exec(message)?.[1]);
