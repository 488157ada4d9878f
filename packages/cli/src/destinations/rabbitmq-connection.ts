import { rowIndex } from '@catbird/core';
import { setImmediate } from 'node:timers/promises';
import {
  DeliveryError,
  failedCheck,
  type CheckResult,
  type Connection,
  type DestinationEnv,
} from '@catbird/core/destinations';
import {
  connect as connectTo,
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type Options,
} from 'amqplib';
import { hostOf } from './broker.ts';
import { newLine, type Line } from './line.ts';
import { codeOf, errorOf } from './rabbitmq-errors.ts';
import type { RabbitmqConfig } from './rabbitmq-config.ts';
import { sendRows } from './row-by-row.ts';

const CONNECT_MS = 10_000;
/** Seconds after which a silent broker counts as gone, twice. https://www.rabbitmq.com/docs/heartbeats */
const HEARTBEAT_S = 30;

/** An open channel that confirms. */
interface Client {
  readonly model: ChannelModel;
  readonly channel: ConfirmChannel;
  /** Rejects when the channel is gone, with the reason. */
  readonly gone: Promise<never>;
  /** Takes a message that came back because no queue takes it; false when this one did not. */
  readonly cameBack: (content: string) => boolean;
}

/** Opens a line to a broker. */
export function open(config: RabbitmqConfig, { stream }: DestinationEnv): Connection {
  const line = lineTo(config);
  return {
    send: (batch, { signal, id }) =>
      line.use(signal, (client) =>
        sendRows(batch, {
          window: batch.count,
          gone: client.gone,
          publish: (row, place) =>
            publish(client, config, row, {
              messageId:
                stream === undefined
                  ? `${id}-${place}`
                  : `${stream.id}-${stream.rowNumber(rowIndex(batch, place))}`,
            }),
        }),
      ),
    close: () => line.close(),
  };
}

/** Asks for the queue or the exchange, without making either. */
export async function check(config: RabbitmqConfig, signal: AbortSignal): Promise<CheckResult> {
  const line = lineTo(config, false);
  try {
    const found = await line.use(signal, (client) => found404(isThere(client, config), config));
    const what = config.target === 'queue' ? `queue ${config.queue}` : `exchange ${config.exchange}`;
    const host = hostOf(config.endpoint);
    if (!found && config.target === 'exchange') return { ok: false, message: `${host} has no ${what}` };
    const state = found ? 'is there' : 'will be made by the first event';
    return { ok: true, message: `${host} took the login; the ${what} ${state}. Nothing was written.` };
  } catch (error) {
    return failedCheck(error);
  } finally {
    await line.close();
  }
}

function publish(
  { channel, gone, cameBack }: Client,
  config: RabbitmqConfig,
  row: string,
  own: Options.Publish,
): Promise<void> {
  const { target, queue, exchange, routingKey, publishOptions } = config;
  const options = {
    persistent: true,
    mandatory: true,
    contentType: 'application/json',
    ...own,
    ...given(publishOptions),
  };
  const [name, key] = target === 'queue' ? ['', queue ?? ''] : [exchange ?? '', routingKey ?? ''];
  return new Promise((resolve, reject) => {
    const confirmed = (refused: unknown): void => {
      // What comes back does so before it is confirmed. https://www.rabbitmq.com/docs/confirms#when-publishes-are-confirmed
      if (options.mandatory && cameBack(row)) reject(unroutable(name, key));
      else if (refused === null) resolve();
      // The client says the same of a message that was refused and of one on a channel that ends: only the latter is followed by its end.
      else Promise.race([gone, setImmediate()]).then(() => reject(notTaken(refused, target)), reject);
    };
    try {
      channel.publish(name, key, Buffer.from(row), options, confirmed);
    } catch (error) {
      reject(errorOf(error, config));
    }
  });
}

/** Of an exchange's queues one may refuse a message that others took. https://www.rabbitmq.com/docs/maxlength#overflow-behaviour */
const notTaken = (cause: unknown, target: RabbitmqConfig['target']): DeliveryError =>
  new DeliveryError('unavailable', 'RabbitMQ did not take a message', {
    hint: 'A queue that is full, or cannot be written, refuses messages.',
    uncertain: target === 'exchange',
    cause,
  });

const unroutable = (exchange: string, key: string): DeliveryError =>
  new DeliveryError(
    'not-found',
    `No queue takes messages of the exchange "${exchange}" with the routing key "${key}"`,
    {
      hint: 'Bind a queue to the exchange, or let such messages go by publishOptions {"mandatory": false}.',
    },
  );

function lineTo(config: RabbitmqConfig, prepares = true): Line<Client> {
  let wasThere = false;
  return newLine({
    async connect(signal) {
      const socket = { timeout: CONNECT_MS, noDelay: true, signal };
      try {
        const model = await connectTo(addressOf(config), socket);
        // Told by the channel's own events.
        model.on('error', () => undefined);
        if (prepares) await makeQueue(model, config, wasThere && outlivesBroker(config));
        wasThere = true;
        return await openChannel(model, config);
      } catch (error) {
        throw error instanceof DeliveryError ? error : errorOf(error, config);
      }
    },
    // The signal has ended the socket: a goodbye would wait for a broker that may be silent.
    drop: () => undefined,
    end: ({ model }) => model.close(),
  });
}

/** Whether the queue, and what is in it, is to be there when the broker is started again. */
const outlivesBroker = ({
  assertQueueOptions: { durable, exclusive, autoDelete, expires } = {},
}: RabbitmqConfig): boolean =>
  durable !== false && exclusive !== true && autoDelete !== true && expires === undefined;

/**
 * Makes the queue where it is not there. One that is there is left as it is, unless it is said what it must be like.
 *
 * @param mustBeThere it was there before: made anew it would hide that the events in it are gone
 */
async function makeQueue(model: ChannelModel, config: RabbitmqConfig, mustBeThere: boolean): Promise<void> {
  const { target, queue = '', assertQueueOptions } = config;
  if (target !== 'queue') return;
  if (assertQueueOptions !== undefined && !mustBeThere)
    return void (await withChannel(model, (channel) =>
      channel.assertQueue(queue, given(assertQueueOptions)),
    ));
  // The answer that there is none ends its channel.
  const found = await withChannel(model, (channel) => found404(channel.checkQueue(queue), config));
  if (found) return;
  if (mustBeThere)
    throw new DeliveryError(
      'not-found',
      `The queue ${queue} is gone, and with it the events that were in it`,
      {
        hint: 'It was deleted, or the broker was killed before it had written down that the queue is there.',
      },
    );
  await withChannel(model, (channel) => channel.assertQueue(queue));
}

async function withChannel<Result>(
  model: ChannelModel,
  use: (channel: Channel) => Promise<Result>,
): Promise<Result> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  const result = await use(channel);
  // One that ended with an answer is closed already.
  await channel.close().catch(() => undefined);
  return result;
}

const isThere = (
  { channel }: Client,
  { target, queue = '', exchange = '' }: RabbitmqConfig,
): Promise<unknown> => (target === 'queue' ? channel.checkQueue(queue) : channel.checkExchange(exchange));

/** Whether what was asked for is there. */
async function found404(asked: Promise<unknown>, config: RabbitmqConfig): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (codeOf(error) === 404) return false;
    throw errorOf(error, config);
  }
}

async function openChannel(model: ChannelModel, config: RabbitmqConfig): Promise<Client> {
  const channel = await model.createConfirmChannel();
  const gone = new Promise<never>((_, reject) => {
    let why: unknown;
    const end = (error: unknown): void => reject(errorOf(why ?? error, config));
    channel.on('error', (error) => (why = error));
    channel.on('close', () => end(new Error('The channel was closed')));
    model.on('close', end);
  });
  gone.catch(() => undefined);
  // Messages with the same content are as good as one another.
  const back = new Map<string, number>();
  channel.on('return', ({ content }) => {
    const text = content.toString();
    back.set(text, (back.get(text) ?? 0) + 1);
  });
  return {
    model,
    channel,
    gone,
    cameBack(content) {
      const times = back.get(content) ?? 0;
      if (times > 1) back.set(content, times - 1);
      else back.delete(content);
      return times > 0;
    },
  };
}

const addressOf = ({ endpoint, username, password }: RabbitmqConfig): string => {
  const url = new URL(endpoint);
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_S));
  url.username = encodeURIComponent(username ?? 'guest');
  url.password = encodeURIComponent(password ?? 'guest');
  return url.href;
};

/** The members that are not undefined. */
const given = <Given extends object>(
  options: Given | undefined,
): { [Name in keyof Given]-?: Exclude<Given[Name], undefined> } | object =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
