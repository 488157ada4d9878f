import {
  choiceSetting,
  flagSetting,
  optionalTextSetting,
  textSetting,
} from '@catbird/core/internal/destinations';
import * as z from 'zod/mini';
import { brokerAddress, passwordOfUser, username } from './broker.ts';

const shape = {
  url: brokerAddress(['nats', 'tls'], 'nats://localhost:4222'),
  subject: textSetting(
    { label: 'Subject', help: 'Subject to publish to.', example: 'events.web' },
    z.regex(/^[^\s.*>]+(\.[^\s.*>]+)*$/, 'Must be words separated by dots, without spaces, * or >'),
  ),
  jetstream: flagSetting({
    label: 'JetStream',
    help: 'Publish to a stream, which stores and acknowledges each event. Without JetStream, an event counts once the server has read it, even with no subscribers.',
  }),
  streamName: optionalTextSetting({
    label: 'Stream',
    help: 'JetStream only. The stream that must store the events. Default: any stream with this subject.',
    example: 'EVENTS',
  }),
  messageIds: choiceSetting({
    label: 'Message IDs',
    help: 'JetStream only. By row: Nats-Msg-Id is derived from schema, seed and event number, so a retried event is stored once within the stream’s duplicate window (2 minutes by default).',
    choices: { row: 'By row', none: 'None' },
  }),
  username,
  password: passwordOfUser,
  token: optionalTextSetting({ label: 'Token', help: 'Instead of a user name and password.', secret: true }),
};

/** Schema of the settings. */
export const config = z.object(shape).check(
  z.refine(({ token, username }) => token === undefined || username === undefined, {
    path: ['token'],
    error: 'Must not be given together with a user name',
  }),
);

/** The settings of the NATS destination. */
export type NatsConfig = z.output<typeof config>;
