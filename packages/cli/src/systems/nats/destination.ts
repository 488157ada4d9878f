import {
  choiceSetting,
  flagSetting,
  headersSetting,
  optionalTextSetting,
  routeSetting,
  type Destination,
} from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, passwordOfUser, username, hostOf, withoutCredentials } from '../address.ts';

/** The line before a message holds the subject, one for the reply, and sizes. https://docs.nats.io/running-a-nats-service/configuration#limits */
const MAX_SUBJECT_BYTES = 4096 - 150;

// Control characters are what these look for.
/* oxlint-disable no-control-regex */
function subjectFault(subject: string): string | undefined {
  if (!/^[^\s\0-\x1f\x7f.*>]+(\.[^\s\0-\x1f\x7f.*>]+)*$/.test(subject))
    return 'Must be words separated by dots, without spaces, * or >';
  return Buffer.byteLength(subject) > MAX_SUBJECT_BYTES
    ? `Must be at most ${MAX_SUBJECT_BYTES.toLocaleString('en')} bytes long`
    : undefined;
}

const headerFault = (text: string): string | undefined =>
  /[\0\r\n]/.test(text) ? 'Must be one line' : undefined;
/* oxlint-enable no-control-regex */

const headerNameFault = (name: string): string | undefined =>
  /^[\x21-\x39\x3b-\x7e]+$/.test(name) ? undefined : 'Must be a header name such as trace-id';

const shape = {
  url: brokerAddress(['nats', 'tls'], 'nats://localhost:4222'),
  subject: routeSetting({
    label: 'Subject',
    help: 'Subject to publish to. {{field}} stands for a value of the event.',
    example: 'events.web',
    fault: subjectFault,
  }),
  headers: headersSetting({ label: 'Headers' }, headerFault, headerNameFault),
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
const config = z.object(shape).check(
  z.refine(({ token, username }) => token === undefined || username === undefined, {
    path: ['token'],
    error: 'Must not be given together with a user name',
  }),
);

/** The settings of the NATS destination. */
export type NatsConfig = z.output<typeof config>;

/** NATS, with or without JetStream. https://docs.nats.io/ */
export const nats: Destination<NatsConfig> = {
  name: 'NATS',
  command: 'nats',
  title: 'NATS',
  kind: 'Queues and streams',
  summary: 'Publish each event to a NATS subject or a JetStream stream.',
  acknowledgement:
    'With JetStream: an acknowledgement with the stream’s name and a sequence number. Without: the server’s response to a ping sent after it.',
  call: 'PUB',
  docs: 'https://docs.nats.io/nats-concepts/jetstream',
  config,
  normalise: (input) => withoutCredentials(input, 'url'),
  formats: ['lines', 'records'],
  limits: () => ({
    // NATS publishes no limit for messages; these bound the unacknowledged ones.
    rows: 5000,
    bytes: 4_000_000,
    source: 'https://docs.nats.io/running-a-nats-service/configuration#limits',
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./connection.ts')).check(config, signal),
};
