import { choice, flag, optionalText, text } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';

/** Schema of the settings. */
export const config = z.object({
  url: brokerAddress(['nats', 'tls'], 'nats://localhost:4222'),
  subject: text(
    { label: 'Subject', help: 'Where every event is published.', example: 'events.web' },
    z.regex(/^[^\s.*>]+(\.[^\s.*>]+)*$/, 'Must be words with dots between, without spaces, * and >'),
  ),
  jetstream: flag({
    label: 'JetStream',
    help: 'Publish to a stream, which stores events and answers for each of them. Without, an event counts when the server has read it, whoever listens.',
  }),
  streamName: optionalText({
    label: 'Stream',
    help: 'Of JetStream: the stream that must take the events; by default any that listens to the subject.',
    example: 'EVENTS',
  }),
  messageIds: choice({
    label: 'Message ids',
    help: 'Of JetStream. By row: made of schema, seed and the event’s number (Nats-Msg-Id), so that an event which is sent again is stored once, within the stream’s duplicate window (2 minutes unless it says otherwise).',
    choices: { row: 'By row', none: 'None' },
  }),
  username,
  password,
  token: optionalText({ label: 'Token', help: 'In place of user name and password.', secret: true }),
});

/** The settings of the NATS destination. */
export type NatsConfig = z.output<typeof config>;
