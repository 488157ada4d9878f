import {
  DeliveryError,
  failedCheck,
  oneLine,
  type CheckResult,
  type Connection,
  type DeliveryErrorKind,
  type DestinationEnv,
} from '@catbird/core/destinations';
import { connect as connectTo, type ChannelModel, type ConfirmChannel, type Options } from 'amqplib';
import { networkError } from '../transport/network-error.ts';
import { hostOf } from './broker.ts';
import { newLine, type Line } from './line.ts';
import type { RabbitmqConfig } from './rabbitmq.ts';
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
                  : `${stream.id}-${stream.rowNumber(batch.first + place)}`,
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
  { channel, cameBack }: Client,
  { target, queue, exchange, routingKey, publishOptions }: RabbitmqConfig,
  row: string,
  own: Options.Publish,
): Promise<void> {
  const options = {
    persistent: true,
    mandatory: true,
    contentType: 'application/json',
    ...own,
    ...given(publishOptions),
  };
  const [name, key] = target === 'queue' ? ['', queue ?? ''] : [exchange ?? '', routingKey ?? ''];
  return new Promise((resolve, reject) => {
    channel.publish(name, key, Buffer.from(row), options, (refused: unknown) => {
      // What comes back does so before it is confirmed. https://www.rabbitmq.com/docs/confirms#when-publishes-are-confirmed
      if (options.mandatory && cameBack(row)) reject(unroutable(name, key));
      else if (refused === null) resolve();
      else
        reject(
          new DeliveryError('unavailable', 'RabbitMQ did not take a message', {
            hint: 'A queue that is full, or cannot be written, refuses messages.',
            cause: refused,
          }),
        );
    });
  });
}

const unroutable = (exchange: string, key: string): DeliveryError =>
  new DeliveryError(
    'not-found',
    `No queue takes messages of the exchange "${exchange}" with the routing key "${key}"`,
    {
      hint: 'Bind a queue to the exchange, or let such messages go by publishOptions {"mandatory": false}.',
    },
  );

function lineTo(config: RabbitmqConfig, prepares = true): Line<Client> {
  return newLine({
    async connect() {
      let model: ChannelModel | undefined;
      try {
        model = await connectTo(addressOf(config), { timeout: CONNECT_MS, noDelay: true });
        // Told by the channel's own events.
        model.on('error', () => undefined);
        if (prepares) await makeQueue(model, config);
        return await openChannel(model, config);
      } catch (error) {
        if (model !== undefined) drop(model);
        throw error instanceof DeliveryError ? error : errorOf(error, config);
      }
    },
    drop: ({ model }) => drop(model),
    end: ({ model }) => model.close(),
  });
}

/** Lets go of a connection; one that is gone already says so. */
const drop = (model: ChannelModel): void => void model.close().catch(() => undefined);

/** Makes the queue where it is not there. One that is there is left as it is, unless it is said what it must be like. */
async function makeQueue(model: ChannelModel, config: RabbitmqConfig): Promise<void> {
  const { target, queue = '', assertQueueOptions } = config;
  if (target !== 'queue') return;
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  if (assertQueueOptions !== undefined) await channel.assertQueue(queue, given(assertQueueOptions));
  else if (!(await found404(channel.checkQueue(queue), config))) {
    // The answer that there is none ended the channel.
    const another = await model.createChannel();
    another.on('error', () => undefined);
    await another.assertQueue(queue);
    return another.close();
  }
  await channel.close();
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

const codeOf = (error: unknown): unknown =>
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

function errorOf(error: unknown, { endpoint, username, password }: RabbitmqConfig): DeliveryError {
  const host = hostOf(endpoint);
  const code = codeOf(error);
  // A login that is refused by closing the connection has the code in its words only.
  const said = error instanceof Error ? error.message : String(error);
  const number = typeof code === 'number' ? code : Number(/\b(403|530)\b/.exec(said)?.[1]);
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
