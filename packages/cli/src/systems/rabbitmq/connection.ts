import { rowIndex, type Side } from '@catbird/engine';
import {
  DeliveryError,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  oneLine,
  type DeliveryErrorKind,
} from '@catbird/send';
import { setImmediate } from 'node:timers/promises';
import {
  connect as connectTo,
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type Options,
} from 'amqplib';
import { hostOf, loginHint } from '../address.ts';
import { checked, newLazyClient, type LazyClient } from '../lazy-client.ts';
import type { RabbitmqConfig } from './destination.ts';
import { sendRows } from '../row-by-row.ts';
import { messageOf } from '../../files/error-code.ts';
import { networkError } from '../../transport/network-error.ts';

const CONNECT_MS = 10_000;
/** Heartbeat interval in seconds: a broker that is silent for two counts as gone. https://www.rabbitmq.com/docs/heartbeats */
const HEARTBEAT_S = 30;

/** An open channel in confirm mode. */
interface Client {
  readonly model: ChannelModel;
  readonly channel: ConfirmChannel;
  /** Rejects with the reason when the channel closes. */
  readonly gone: Promise<never>;
  /** Whether a message was returned as unroutable; forgets one return of it. @param message as by `returnOf` */
  readonly wasReturned: (message: string) => boolean;
}

/** Opens a connection to a broker. */
export function open(config: RabbitmqConfig, { stream, format, now }: DestinationEnv): Connection {
  const lazy = clientFor(config);
  return {
    send: (batch, { signal, id }) =>
      lazy.use(signal, (client) =>
        sendRows(batch, {
          window: batch.count,
          gone: client.gone,
          publish: (row, place) =>
            publish(client, addressed(config, batch.sides?.[place]), row, {
              timestamp: Math.floor((batch.sides?.[place]?.ms ?? now()) / 1000),
              contentType: format?.contentType ?? 'application/json',
              messageId:
                stream === undefined
                  ? `${id}-${place}`
                  : `${stream.id}-${stream.rowNumber(rowIndex(batch, place))}`,
            }),
        }),
      ),
    close: () => lazy.close(),
  };
}

/** Looks for the queue or exchange without creating it. */
export const check = (config: RabbitmqConfig, signal: AbortSignal): Promise<CheckResult> =>
  checked(clientFor(config, false), signal, async ({ channel }) => {
    const { target, queue = '', exchange = '' } = config;
    const isQueue = target === 'queue';
    const found = await exists(isQueue ? channel.checkQueue(queue) : channel.checkExchange(exchange), config);
    const what = isQueue ? `queue ${queue}` : `exchange ${exchange}`;
    const host = hostOf(config.url);
    if (!found && !isQueue) return { ok: false, message: `${host} has no ${what}` };
    const state = found ? 'exists' : 'will be created by the first event';
    return `${host} accepted the login; the ${what} ${state}. Nothing was written.`;
  });

/** The settings for one message. */
const addressed = (
  { routingKey: sameKey, headers: sameHeaders, ...config }: RabbitmqConfig,
  { route: routingKey = sameKey, headers = sameHeaders }: Side = {},
): RabbitmqConfig => ({ ...config, routingKey, headers });

async function publish(
  { channel, gone, wasReturned }: Client,
  config: RabbitmqConfig,
  row: Buffer,
  own: Options.Publish,
): Promise<void> {
  const { target, queue, exchange, routingKey, headers, publishOptions } = config;
  const options = {
    persistent: true,
    mandatory: true,
    ...own,
    ...given(publishOptions),
    ...(headers !== undefined && { headers: { ...publishOptions?.headers, ...headers } }),
  };
  const [name, key] = target === 'queue' ? ['', queue ?? ''] : [exchange ?? '', routingKey ?? ''];
  if (headerBytes(options.headers) > MAX_HEADER_BYTES)
    throw new DeliveryError('rejected', 'The headers of an event are too large for RabbitMQ', {
      hint: `Together they may have ${MAX_HEADER_BYTES.toLocaleString('en')} bytes.`,
    });
  return new Promise((resolve, reject) => {
    const onConfirm = (nack: unknown): void => {
      // A message is returned before it is confirmed. https://www.rabbitmq.com/docs/confirms#when-publishes-are-confirmed
      if (options.mandatory && wasReturned(returnOf(key, row))) reject(unroutable(name, key));
      else if (nack === null) resolve();
      // The client reports a nack both for a rejected message and for a channel that closes; only the latter is followed by `gone`.
      else Promise.race([gone, setImmediate()]).then(() => reject(nacked(nack, target)), reject);
    };
    try {
      channel.publish(name, key, row, options, onConfirm);
    } catch (error) {
      reject(errorOf(error, config));
    }
  });
}

/** The client encodes the headers of a message in a buffer of 64 KiB, without checking its end. */
const MAX_HEADER_BYTES = 64_000;
/** Of a header, besides its name and its text. */
const HEADER_BYTES = 6;

const headerBytes = (headers: Options.Publish['headers']): number =>
  Object.entries(headers ?? {}).reduce(
    (sum, [name, text]) => sum + Buffer.byteLength(`${name}${String(text)}`) + HEADER_BYTES,
    0,
  );

/** One queue of an exchange may reject a message that others stored. https://www.rabbitmq.com/docs/maxlength#overflow-behaviour */
const nacked = (cause: unknown, target: RabbitmqConfig['target']): DeliveryError =>
  new DeliveryError('unavailable', 'RabbitMQ rejected a message (nack)', {
    hint: 'The queue may be full or unavailable.',
    uncertain: target === 'exchange',
    cause,
  });

const unroutable = (exchange: string, key: string): DeliveryError =>
  new DeliveryError('not-found', `The exchange "${exchange}" has no queue for the routing key "${key}"`, {
    hint: 'Bind a queue to the exchange, or allow unroutable messages with --publish-options \'{"mandatory": false}\'.',
    ofRoute: true,
  });

function clientFor(config: RabbitmqConfig, createsQueue = true): LazyClient<Client> {
  let hasConnected = false;
  return newLazyClient({
    async connect(signal) {
      try {
        const socket = { timeout: CONNECT_MS, noDelay: true, signal };
        const model = await connectTo(addressOf(config), socket);
        // The channel's own events report it, too.
        model.on('error', () => undefined);
        if (createsQueue) await createQueue(model, config, hasConnected && outlivesBroker(config));
        hasConnected = true;
        return await openChannel(model, config);
      } catch (error) {
        throw error instanceof DeliveryError ? error : errorOf(error, config);
      }
    },
    // The signal has closed the socket: a clean close would wait for a broker that may be silent.
    drop: () => undefined,
    end: ({ model }) => model.close(),
  });
}

/** Whether the queue and its messages survive a restart of the broker. */
const outlivesBroker = ({
  queueOptions: { durable, exclusive, autoDelete, expires } = {},
}: RabbitmqConfig): boolean =>
  durable !== false && exclusive !== true && autoDelete !== true && expires === undefined;

/**
 * Creates the queue if it is missing. An existing one is left as it is, unless the settings say how it must be.
 *
 * @param mustExist it existed before: creating it again would hide the loss of its events
 */
async function createQueue(model: ChannelModel, config: RabbitmqConfig, mustExist: boolean): Promise<void> {
  const { target, queue = '', queueOptions } = config;
  if (target !== 'queue') return;
  if (queueOptions !== undefined && !mustExist)
    return void (await withChannel(model, (channel) => channel.assertQueue(queue, given(queueOptions))));
  // If the queue is missing, the response closes the channel.
  const found = await withChannel(model, (channel) => exists(channel.checkQueue(queue), config));
  if (found) return;
  if (mustExist)
    throw new DeliveryError('not-found', `The queue ${queue} was deleted, together with its events`, {
      hint: 'Someone deleted it, or the broker was killed before it had saved the queue.',
    });
  await withChannel(model, (channel) => channel.assertQueue(queue));
}

async function withChannel<Result>(
  model: ChannelModel,
  use: (channel: Channel) => Promise<Result>,
): Promise<Result> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  const result = await use(channel);
  // It may already be closed by its response.
  await channel.close().catch(() => undefined);
  return result;
}

/** Whether the lookup succeeds; false for 404. */
async function exists(lookup: Promise<unknown>, config: RabbitmqConfig): Promise<boolean> {
  try {
    await lookup;
    return true;
  } catch (error) {
    if (codeOf(error) === 404) return false;
    throw errorOf(error, config);
  }
}

/** Identifies returned messages. */
const returnOf = (routingKey: string, content: Buffer): string =>
  `${routingKey}\n${content.toString('latin1')}`;

async function openChannel(model: ChannelModel, config: RabbitmqConfig): Promise<Client> {
  const channel = await model.createConfirmChannel();
  const gone = new Promise<never>((_, reject) => {
    let cause: unknown;
    const end = (error: unknown): void => reject(errorOf(cause ?? error, config));
    channel.on('error', (error) => (cause = error));
    channel.on('close', () => end(new Error('The channel was closed')));
    model.on('close', end);
  });
  gone.catch(() => undefined);
  // Messages with the same content and routing key are interchangeable.
  const returned = new Map<string, number>();
  channel.on('return', ({ content, fields }) => {
    const text = returnOf(fields.routingKey, content);
    returned.set(text, (returned.get(text) ?? 0) + 1);
  });
  return {
    model,
    channel,
    gone,
    wasReturned(message) {
      const times = returned.get(message) ?? 0;
      if (times > 1) returned.set(message, times - 1);
      else returned.delete(message);
      return times > 0;
    },
  };
}

const addressOf = ({ url: own, username, password }: RabbitmqConfig): string => {
  const url = new URL(own);
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_S));
  url.username = encodeURIComponent(username ?? 'guest');
  url.password = encodeURIComponent(password ?? 'guest');
  return url.href;
};

/** The defined members. */
const given = <Given extends object>(
  options: Given | undefined,
): { [Name in keyof Given]-?: Exclude<Given[Name], undefined> } | object =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));

/** The broker's reply code. */
const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const VARIABLE = 'CATBIRD_RABBITMQ_PASSWORD';
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
function errorOf(error: unknown, { url, username, password }: RabbitmqConfig): DeliveryError {
  const host = hostOf(url);
  const code = codeOf(error);
  const message = messageOf(error);
  const number = typeof code === 'number' ? code : codeIn(message);
  const [kind, hint] = KINDS[number] ?? [];
  if (kind === undefined) return networkError(host, error);
  const words = oneLine(message, [password ?? '', `${username}:${password}`]);
  return new DeliveryError(kind, `${host} responded: ${words}`, {
    code: String(number),
    detail: words,
    hint: username !== undefined && hint === PERMISSIONS ? loginHint({ password }, VARIABLE, hint) : hint,
    cause: error,
  });
}

/** The code in the client's message, for errors while the connection opens. Without a code, the last step failed: opening the virtual host. */
const codeIn = (message: string): number =>
  /ConnectionOpenOk.*ConnectionClose/.test(message) ? 530 : Number(/\b(403|530)\b/.exec(message)?.[1]);
