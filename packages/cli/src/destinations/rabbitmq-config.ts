import { choice, json, optionalText, shownAreGiven } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';

const optionalString = z.optional(z.string());
const optionalNumber = z.optional(z.number());
const optionalFlag = z.optional(z.boolean());
const table = z.optional(z.record(z.string(), z.unknown()));
const oneOrMore = z.optional(z.union([z.string(), z.array(z.string())]));

/** What a queue is made with. https://amqp-node.github.io/amqplib/channel_api.html#channel_assertQueue */
const assertQueueOptions = z.strictObject({
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

/** What a message is sent with. https://amqp-node.github.io/amqplib/channel_api.html#channel_publish */
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

const shape = {
  endpoint: brokerAddress(['amqp', 'amqps'], 'amqp://localhost'),
  target: choice({
    label: 'To',
    help: 'An exchange is chosen also by giving one.',
    choices: { queue: 'A queue', exchange: 'An exchange' },
  }),
  queue: optionalText({
    label: 'Queue',
    help: 'Made where it is not there.',
    example: 'events',
    when: { target: 'queue' },
    needed: true,
  }),
  assertQueueOptions: json(
    {
      label: 'Queue options',
      help: 'JSON. What the queue is made with, or must have been made with.',
      example: '{"durable": true, "messageTtl": 60000}',
      when: { target: 'queue' },
    },
    assertQueueOptions,
  ),
  exchange: optionalText({
    label: 'Exchange',
    help: 'It must be there.',
    example: 'events',
    when: { target: 'exchange' },
    needed: true,
  }),
  routingKey: optionalText({
    label: 'Routing key',
    help: 'By default empty.',
    example: 'events.mock',
    when: { target: 'exchange' },
  }),
  publishOptions: json(
    {
      label: 'Publish options',
      help: 'JSON. Messages are persistent, and refused where no queue takes them, unless this says otherwise.',
      example: '{"persistent": false, "expiration": "60000"}',
    },
    publishOptions,
  ),
  username,
  password,
};

/** Schema of the settings. */
export const config = z.object(shape).check(shownAreGiven(shape));

/** The settings of the RabbitMQ destination. */
export type RabbitmqConfig = z.output<typeof config>;
