import { atAddress, sendingBy, isClearText, originFault, trimSlashes } from './http-address.ts';
import { isText, member } from './response.ts';
import * as z from 'zod/mini';
import type { Destination } from './destination.ts';
import { isFilled, jsonOf } from '@catbird/engine';
import {
  choiceSetting,
  optionalTextSetting,
  singleWord,
  textSetting,
  headersSetting,
  optionalRouteSetting,
  optionalAddressSetting,
} from './setting.ts';

/** The key of a service account of Google Cloud. */
export interface ServiceAccount {
  readonly email: string;
  readonly keyId: string | undefined;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** Where its tokens come from. */
  readonly tokenUrl: string;
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token';

/** Reads the JSON of a key, as Google Cloud makes it. Undefined if it is another. https://cloud.google.com/iam/docs/keys-create-delete */
function serviceAccountIn(text: string): ServiceAccount | undefined {
  const value = jsonOf(text);
  const [email, privateKey, keyId] = ['client_email', 'private_key', 'private_key_id'].map((name) =>
    member(value, name),
  );
  const tokenUrl = member(value, 'token_uri') ?? TOKEN_URL;
  if (!isText(email) || !isText(privateKey) || !isText(tokenUrl)) return undefined;
  if (originFault(tokenUrl) !== undefined || isClearText(tokenUrl)) return undefined;
  return { email, privateKey, keyId: isText(keyId) ? keyId : undefined, tokenUrl };
}

/** https://cloud.google.com/pubsub/quotas#resource_limits */
const MESSAGES = 1000;
const REQUEST_BYTES = 10_000_000;
const MAX_ATTRIBUTES = 100;
const NAME_BYTES = 256;
const VALUE_BYTES = 1024;
const KEY_BYTES = 1024;

const encoder = new TextEncoder();

const atMost =
  (bytes: number) =>
  (text: string): string | undefined =>
    encoder.encode(text).length > bytes ? `Must have at most ${bytes} bytes` : undefined;

const config = z
  .object({
    project: textSetting(
      { label: 'Project', help: 'ID of the project of the topic.', example: 'my-project' },
      z.regex(/^[a-z0-9.:-]+$/, 'Must be a project ID such as my-project'),
    ),
    topic: textSetting(
      { label: 'Topic', help: 'ID of the topic. It must exist.', example: 'events' },
      z.regex(
        /^(?!goog)[A-Za-z][A-Za-z0-9._~+%-]{2,254}$/,
        'Must be the ID of a topic: 3–255 letters, digits and - . _ ~ + %, the first a letter',
      ),
    ),
    orderingKey: optionalRouteSetting({
      label: 'Ordering key',
      help: '{{field}} stands for a value of the event. Events with the same key stay in order, so requests are sent one after the other, each with one key.',
      example: '{{user_id}}',
      fault: atMost(KEY_BYTES),
    }),
    attributes: headersSetting(
      {
        label: 'Attributes',
        help: 'JSON. {{field}} stands for a value of the event. One with a value that is null or missing is left out.',
        example: '{"source": "catbird", "country": "{{country}}"}',
      },
      atMost(VALUE_BYTES),
      (name) =>
        name === '' || name.startsWith('goog')
          ? 'Must be the name of an attribute, which does not start with goog'
          : atMost(NAME_BYTES)(name),
    ),
    auth: choiceSetting({
      label: 'Authentication',
      help: 'Implied by the credentials. none is for the emulator.',
      choices: { token: 'Access token', serviceAccount: 'Service account', none: 'None' },
    }),
    accessToken: optionalTextSetting(
      {
        label: 'Access token',
        help: 'As gcloud auth print-access-token prints it. It ends after an hour.',
        secret: true,
        when: { auth: 'token' },
        needed: true,
      },
      singleWord,
    ),
    serviceAccount: optionalTextSetting(
      {
        label: 'Service account key',
        help: 'Key of a service account with the role Pub/Sub Publisher: on the command line, the path of its JSON file; in the page, its text.',
        secret: true,
        isFile: true,
        when: { auth: 'serviceAccount' },
        needed: true,
      },
      z.refine(
        (text) => serviceAccountIn(text) !== undefined,
        'Must be the JSON of a key, with client_email and private_key',
      ),
    ),
    endpoint: optionalAddressSetting({
      label: 'Endpoint',
      help: 'Another address: that of a region, which keeps the order of keys, or of the emulator.',
      example: 'https://us-east1-pubsub.googleapis.com',
    }),
  })
  .check(
    z.refine(({ attributes = {} }) => Object.keys(attributes).length <= MAX_ATTRIBUTES, {
      path: ['attributes'],
      error: `Must have at most ${MAX_ATTRIBUTES} attributes`,
    }),
  );

/** The settings of the Pub/Sub destination. */
export type PubSubConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type PubSubSettings = z.input<typeof config>;

const addressOf = ({ endpoint }: PubSubConfig): string =>
  trimSlashes(endpoint ?? 'https://pubsub.googleapis.com');

/** `{"messages":[` and its end. */
const AROUND_BYTES = 20;

/** `{"data":"","orderingKey":"","attributes":},`, and what base64 adds to the last bytes. */
const ROW_BYTES = 48;

/** Room for a value of an event in attributes or keys. Requests that become too large are sent in parts. */
const FIELD_BYTES = 64;

/** Bytes of rows of which base64 has so many. */
const beforeBase64 = (bytes: number): number => Math.floor((bytes * 3) / 4);

/** Google Cloud Pub/Sub. https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish */
export const gcpPubSub: Destination<PubSubConfig> = {
  name: 'GCPPubSub',
  command: 'gcp-pubsub',
  title: 'Google Cloud Pub/Sub',
  kind: 'Queues and streams',
  searchWords: 'queue',
  summary: 'Publish each event as a message to a Pub/Sub topic.',
  acknowledgement:
    'A 2xx response with one id per event under `messageIds`. A request is stored as a whole or not at all.',
  call: 'POST …:publish',
  docs: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish',
  config,
  limits: ({ orderingKey = '', attributes = {} }) => {
    const beside = JSON.stringify([orderingKey, attributes]);
    const perRow =
      ROW_BYTES +
      encoder.encode(beside).length +
      (isFilled(beside) ? FIELD_BYTES * (beside.split('{{').length - 1) : 0);
    return {
      rows: MESSAGES,
      bytes: beforeBase64(REQUEST_BYTES - AROUND_BYTES),
      bytesPerRow: beforeBase64(perRow),
      // All messages of a request have the same key, and two requests at once could overtake each other.
      ...(orderingKey !== '' && { oneRoute: true, inFlight: 1 }),
      source: 'https://cloud.google.com/pubsub/quotas#resource_limits',
    };
  },
  ...atAddress<PubSubConfig>('endpoint', addressOf),
  ...sendingBy(
    () => import('./gcp-pubsub-connection.ts'),
    addressOf,
    (settings: PubSubConfig) => ({
      ...settings,
      account:
        settings.auth === 'serviceAccount' ? serviceAccountIn(settings.serviceAccount ?? '') : undefined,
    }),
  ),
};
