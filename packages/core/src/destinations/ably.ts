import * as z from 'zod/mini';
import { addressCheck, originFault, trimSlashes } from './address.ts';
import type { Destination } from './destination.ts';
import { optionalTextSetting, textSetting } from './setting.ts';

/** https://ably.com/docs/api/rest-api#base */
const ADDRESS = 'https://rest.ably.io';

/** Size of one publish on every plan, summed over name and data. https://ably.com/docs/platform/pricing/limits#message */
const PUBLISH_BYTES = 65_536;

/** The name `publish`, the brackets around the rows, and room for the message's id. */
const ENVELOPE_BYTES = 64;

const config = z.object({
  channelId: textSetting(
    {
      label: 'Channel ID',
      help: 'The name of the channel; it need not exist yet.',
      example: 'events',
    },
    // An address drops such a part of its path, however it is encoded.
    z.regex(/^(?!\.{1,2}$)/, 'Must be another name than . or ..'),
  ),
  apiKey: textSetting(
    {
      label: 'API Key',
      help: 'A key with the capability to publish to this channel.',
      example: 'xVLyHw.dHBYNQ:…',
      secret: true,
    },
    z.regex(/^[^:\s]+:\S+$/, 'Must be a whole API key, with the part after its colon'),
  ),
  endpoint: optionalTextSetting(
    {
      label: 'Endpoint',
      help: 'Another address of the REST interface. Leave empty for rest.ably.io.',
      example: 'https://main.realtime.ably.net',
    },
    addressCheck(originFault),
  ),
});

type Config = z.output<typeof config>;

const addressOf = ({ endpoint }: Config): string => trimSlashes(endpoint ?? ADDRESS);

/** Ably's channels, by REST. https://ably.com/docs/api/rest-api#publish */
export const ably: Destination<Config> = {
  name: 'Ably',
  command: 'ably',
  title: 'Ably',
  summary: 'Publishes events to an Ably channel, many in one message.',
  acknowledgement:
    'A 2xx answer with a `messageId` and no `error`. All events of a request form one message.',
  call: 'POST /channels/{id}/messages',
  docs: 'https://ably.com/docs/api/rest-api#publish',
  signUp: 'https://ably.com/sign-up',
  config,
  limits: () => ({
    // The smallest row is {} with its newline, so bytes bound the rows.
    rows: Math.floor(PUBLISH_BYTES / 3),
    bytes: PUBLISH_BYTES - ENVELOPE_BYTES,
    requestsPerSecond: 50,
    source: 'https://ably.com/docs/platform/pricing/limits',
  }),
  ownAddress: ({ endpoint }) =>
    endpoint === undefined ? undefined : { setting: 'endpoint', address: endpoint },
  host: (config) => new URL(addressOf(config)).host,
  credentialScope: (config) => new URL(addressOf(config)).origin,
  open: async (config, env) => (await import('./ably-connection.ts')).open(addressOf(config), config, env),
  check: async (config, env, signal) =>
    (await import('./ably-connection.ts')).check(addressOf(config), config, env, signal),
};
