import * as z from 'zod/mini';
import { addressCheck, originFault, trimSlashes } from './address.ts';
import type { Destination } from './destination.ts';
import { flagSetting, jsonSetting, optionalTextSetting, textSetting, singleWord } from './setting.ts';

/** Bytes of one Publish or PublishBatch. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const MESSAGE_BYTES = 262_144;

/** Entries of one PublishBatch. https://docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html */
const BATCH_ENTRIES = 10;

const config = z.object({
  region: textSetting(
    { label: 'Region', help: 'The region of the topic.', example: 'us-east-1' },
    z.regex(/^[a-z0-9-]+$/, 'Must be a region such as us-east-1'),
  ),
  topicArn: textSetting(
    {
      label: 'Topic ARN',
      help: 'As the console shows it.',
      example: 'arn:aws:sns:us-east-1:123456789012:events',
    },
    z.regex(
      /^arn:[^:\s]+:sns:[^:\s]*:\d*:\S+$/,
      'Must be the ARN of a topic: arn:aws:sns:region:account:name',
    ),
  ),
  accessKeyId: textSetting(
    {
      label: 'Access Key',
      help: 'The id of an access key that may publish to the topic.',
      example: 'AKIAIOSFODNN7EXAMPLE',
    },
    singleWord,
  ),
  secretAccessKey: textSetting({ label: 'Secret Key', help: 'The secret of that access key.', secret: true }),
  sessionToken: optionalTextSetting(
    { label: 'Session Token', help: 'Only for temporary credentials.', secret: true },
    singleWord,
  ),
  subject: optionalTextSetting(
    {
      label: 'Subject',
      help: 'Sent with every message; e-mail subscriptions show it.',
      example: 'Mock event',
    },
    z.maxLength(100, 'Must have at most 100 characters'),
    z.regex(/^\P{Cc}*$/u, 'Must be one line'),
  ),
  batch: flagSetting({
    label: 'Ten events a request',
    help: 'PublishBatch in place of one Publish an event.',
  }),
  snsOptions: jsonSetting(
    {
      label: 'SNS options',
      help: 'JSON. `endpoint` sends to another address, an emulator on this machine, say.',
      example: '{"endpoint": "http://localhost:4566"}',
    },
    z.strictObject(
      { endpoint: z.optional(z.string('endpoint must be text').check(addressCheck(originFault))) },
      'Must be an object with nothing but an endpoint',
    ),
  ),
});

const encoder = new TextEncoder();

type Config = z.output<typeof config>;

const addressOf = ({ region, snsOptions }: Config): string =>
  trimSlashes(
    snsOptions?.endpoint ?? `https://sns.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  );

/** Amazon's Simple Notification Service. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export const awsSns: Destination<Config> = {
  name: 'AWSSNS',
  command: 'aws-sns',
  title: 'AWS SNS',
  summary: 'Publishes each event as a message to an SNS topic.',
  acknowledgement:
    'A 2xx answer with a `MessageId` for it. With ten events per request, its id must be listed under `Successful` and not under `Failed`.',
  call: 'Publish',
  docs: 'https://docs.aws.amazon.com/sns/latest/api/API_Publish.html',
  logsAnswers: true,
  config,
  limits: ({ batch, subject }) => {
    // A newline after each row is not sent.
    const unsent = batch ? 0 : 1;
    return {
      rows: batch ? BATCH_ENTRIES : 1,
      bytes: MESSAGE_BYTES + unsent - encoder.encode(subject).length * (batch ? BATCH_ENTRIES : 1),
      // One event a request takes many requests at once to reach a rate.
      inFlight: 16,
      source: 'https://docs.aws.amazon.com/general/latest/gr/sns.html',
    };
  },
  ownAddress: ({ snsOptions: { endpoint } = {} }) =>
    endpoint === undefined ? undefined : { setting: 'snsOptions', address: endpoint },
  host: (config) => new URL(addressOf(config)).host,
  credentialScope(config) {
    const { origin } = new URL(addressOf(config));
    // SNS names its region in its host, any other endpoint does not.
    return config.snsOptions?.endpoint === undefined ? origin : `${origin} in ${config.region}`;
  },
  open: async (config, env) => (await import('./aws-sns-connection.ts')).open(addressOf(config), config, env),
  check: async (config, env, signal) =>
    (await import('./aws-sns-connection.ts')).check(addressOf(config), config, env, signal),
};
