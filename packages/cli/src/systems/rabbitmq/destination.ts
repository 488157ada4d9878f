import {
  choiceSetting,
  headersSetting,
  jsonSetting,
  optionalRouteSetting,
  optionalTextSetting,
  recordTimeSetting,
  type Destination,
} from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, password, username, hostOf, withoutCredentials } from '../address.ts';

const optionalString = z.optional(z.string());
const optionalNumber = z.optional(z.number());
const optionalFlag = z.optional(z.boolean());
const table = z.optional(z.record(z.string(), z.unknown()));
const oneOrMore = z.optional(z.union([z.string(), z.array(z.string())]));

/** Options for creating a queue. https://amqp-node.github.io/amqplib/channel_api.html#channel_assertQueue */
const queueOptions = z.strictObject({
  exclusive: optionalFlag,
  durable: optionalFlag,
  autoDelete: optionalFlag,
  arguments: table,
  messageTtl: optionalNumber,
  expires: optionalNumber,
  deadLetterExchange: optionalString,
  deadLetterRoutingKey: optionalString,
  maxLength: optionalNumber,
  maxPriority: optionalNumber,
});

/** Options for publishing a message. https://amqp-node.github.io/amqplib/channel_api.html#channel_publish */
const publishOptions = z.strictObject({
  expiration: z.optional(z.union([z.string(), z.number()])),
  userId: optionalString,
  CC: oneOrMore,
  BCC: oneOrMore,
  mandatory: optionalFlag,
  persistent: optionalFlag,
  deliveryMode: z.optional(z.union([z.boolean(), z.number()])),
  contentType: optionalString,
  contentEncoding: optionalString,
  headers: table,
  priority: optionalNumber,
  correlationId: optionalString,
  replyTo: optionalString,
  messageId: optionalString,
  timestamp: optionalNumber,
  type: optionalString,
  appId: optionalString,
});

/** https://www.rabbitmq.com/resources/specs/amqp0-9-1.pdf */
const SHORT_BYTES = 255;

const shortTextFault = (text: string): string | undefined =>
  Buffer.byteLength(text) > SHORT_BYTES ? `Must be at most ${SHORT_BYTES} bytes long` : undefined;

const config = z.object({
  url: brokerAddress(['amqp', 'amqps'], 'amqp://localhost'),
  target: choiceSetting({
    label: 'Publish to',
    help: 'Implied by --exchange.',
    choices: { queue: 'Queue', exchange: 'Exchange' },
  }),
  queue: optionalTextSetting({
    label: 'Queue',
    help: 'Created if missing.',
    example: 'events',
    when: { target: 'queue' },
    needed: true,
  }),
  queueOptions: jsonSetting(
    {
      label: 'Queue options',
      help: 'JSON. Options to create the queue with; an existing queue must have the same.',
      example: '{"durable": true, "messageTtl": 60000}',
      when: { target: 'queue' },
    },
    queueOptions,
  ),
  exchange: optionalTextSetting({
    label: 'Exchange',
    help: 'Must exist.',
    example: 'events',
    when: { target: 'exchange' },
    needed: true,
  }),
  routingKey: optionalRouteSetting({
    label: 'Routing key',
    help: 'Empty by default. {{field}} stands for a value of the event.',
    example: 'events.mock',
    when: { target: 'exchange' },
    fault: shortTextFault,
  }),
  headers: headersSetting({ label: 'Headers' }, undefined, shortTextFault),
  recordTime: recordTimeSetting('message'),
  publishOptions: jsonSetting(
    {
      label: 'Publish options',
      help: 'JSON. By default, messages are persistent and must reach a queue (mandatory).',
      example: '{"persistent": false, "expiration": "60000"}',
    },
    publishOptions,
  ),
  username,
  password,
});

/** The settings of the RabbitMQ destination. */
export type RabbitmqConfig = z.output<typeof config>;

/** RabbitMQ over AMQP 0-9-1. https://www.rabbitmq.com/docs/publishers */
export const rabbitmq: Destination<RabbitmqConfig> = {
  name: 'RabbitMQ',
  command: 'rabbitmq',
  title: 'RabbitMQ',
  kind: 'Queues and streams',
  summary: 'Publish each event to a RabbitMQ queue or exchange.',
  acknowledgement: 'A publisher confirm (`basic.ack`) for a message that was not returned.',
  call: 'basic.publish',
  docs: 'https://www.rabbitmq.com/docs/publishers',
  config,
  formats: ['lines', 'records'],
  normalise: (input) => withoutCredentials(input, 'url'),
  limits: () => ({
    // RabbitMQ publishes no limit for unconfirmed messages; a message may have at least 16 MiB.
    rows: 2000,
    bytes: 8_000_000,
    source: 'https://www.rabbitmq.com/docs/publishers#message-size',
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./connection.ts')).check(config, signal),
};
