import * as z from 'zod/mini';
import { sendingTo, trimSlashes } from './http-address.ts';
import type { Destination } from './destination.ts';
import { textSetting, optionalAddressSetting } from './setting.ts';

/** https://ably.com/docs/api/rest-api#base */
const ADDRESS = 'https://rest.ably.io';

/** Maximum size of one publish on every plan, name and data together. https://ably.com/docs/platform/pricing/limits#message */
const PUBLISH_BYTES = 65_536;

/** Room for the name `publish`, the brackets around the rows and the message id. */
const ENVELOPE_BYTES = 64;

const config = z.object({
  channelId: textSetting(
    {
      label: 'Channel ID',
      help: 'Name of the channel. Created if missing.',
      example: 'events',
    },
    // A URL drops such a path segment, however it is encoded.
    z.regex(/^(?!\.{1,2}$)/, 'Must not be . or ..'),
  ),
  apiKey: textSetting(
    {
      label: 'API Key',
      help: 'A key that is allowed to publish to this channel.',
      example: 'xVLyHw.dHBYNQ:…',
      secret: true,
    },
    z.regex(/^[^:\s]+:\S+$/, 'Must be a complete API key, including the part after the colon'),
  ),
  endpoint: optionalAddressSetting({
    label: 'Endpoint',
    help: 'Address of the REST API. Defaults to https://rest.ably.io.',
    example: 'https://main.realtime.ably.net',
  }),
});

/** The settings of the Ably destination. */
export type AblyConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type AblySettings = z.input<typeof config>;

const addressOf = ({ endpoint }: AblyConfig): string => trimSlashes(endpoint ?? ADDRESS);

/** Ably channels, over the REST API. https://ably.com/docs/api/rest-api#publish */
export const ably: Destination<AblyConfig> = {
  name: 'Ably',
  command: 'ably',
  title: 'Ably',
  kind: 'Queues and streams',
  searchWords: 'realtime websocket',
  summary: 'Publish events to an Ably channel, many per message.',
  acknowledgement:
    'A 2xx response with a `messageId` and no `error`. All events of a request form one message.',
  call: 'POST /channels/{id}/messages',
  docs: 'https://ably.com/docs/api/rest-api#publish',
  signUp: 'https://ably.com/sign-up',
  config,
  limits: () => ({
    // The smallest row is {} and a newline, so the bytes limit the rows.
    rows: Math.floor(PUBLISH_BYTES / 3),
    bytes: PUBLISH_BYTES - ENVELOPE_BYTES,
    requestsPerSecond: 50,
    source: 'https://ably.com/docs/platform/pricing/limits',
  }),
  ...sendingTo<AblyConfig>('endpoint', () => import('./ably-connection.ts'), addressOf),
};
