import * as z from 'zod/mini';
import { textCheck, originFault, sendingBy } from './http-address.ts';
import { awsAddress, awsKeySettings, regionSetting } from './aws-settings.ts';
import type { Destination } from './destination.ts';
import { flagSetting, jsonSetting, optionalTextSetting, textSetting } from './setting.ts';

/** Bytes of one Publish or PublishBatch. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const MESSAGE_BYTES = 262_144;

/** Entries of one PublishBatch. https://docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html */
const BATCH_ENTRIES = 10;

const config = z.object({
  region: regionSetting('topic'),
  topicArn: textSetting(
    {
      label: 'Topic ARN',
      help: 'ARN of the topic, as shown in the SNS console.',
      example: 'arn:aws:sns:us-east-1:123456789012:events',
    },
    z.regex(
      /^arn:[^:\s]+:sns:[^:\s]*:\d*:\S+$/,
      'Must be a topic ARN such as arn:aws:sns:us-east-1:123456789012:events',
    ),
  ),
  ...awsKeySettings('publish to the topic'),
  subject: optionalTextSetting(
    {
      label: 'Subject',
      help: 'Subject of every message, shown by email subscriptions.',
      example: 'Mock event',
    },
    z.maxLength(100, 'Must have at most 100 characters'),
    z.regex(/^\P{Cc}*$/u, 'Must be one line'),
  ),
  batch: flagSetting({
    label: 'Batch 10 events per request',
    help: 'Use PublishBatch instead of one Publish per event.',
  }),
  snsOptions: jsonSetting(
    {
      label: 'SNS options',
      help: 'JSON. Set `endpoint` to send elsewhere, such as to a local emulator.',
      example: '{"endpoint": "http://localhost:4566"}',
    },
    z.strictObject(
      { endpoint: z.optional(z.string('endpoint must be text').check(textCheck(originFault))) },
      'Must be an object with only an endpoint',
    ),
  ),
});

const encoder = new TextEncoder();

/** The settings of the SNS destination. */
export type SnsConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type SnsSettings = z.input<typeof config>;

const addressOf = ({ region, snsOptions }: SnsConfig): string =>
  awsAddress('sns', region, snsOptions?.endpoint);

/** Amazon Simple Notification Service (SNS). https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export const awsSns: Destination<SnsConfig> = {
  name: 'AWSSNS',
  command: 'aws-sns',
  title: 'AWS SNS',
  kind: 'Queues and streams',
  searchWords: 'amazon',
  summary: 'Publish each event as a message to an SNS topic.',
  acknowledgement:
    'A 2xx response with a `MessageId` for it. With 10 events per request, its id must be listed under `Successful` and not under `Failed`.',
  call: 'Publish',
  docs: 'https://docs.aws.amazon.com/sns/latest/api/API_Publish.html',
  logsAnswers: true,
  checkSends: true,
  config,
  limits: ({ batch, subject }) => {
    // The newline after a single row is not sent.
    const unsent = batch ? 0 : 1;
    return {
      rows: batch ? BATCH_ENTRIES : 1,
      bytes: MESSAGE_BYTES + unsent - encoder.encode(subject).length * (batch ? BATCH_ENTRIES : 1),
      // One event per request needs many concurrent requests to reach a high rate.
      inFlight: 16,
      source: 'https://docs.aws.amazon.com/general/latest/gr/sns.html',
    };
  },
  customEndpoint: ({ snsOptions: { endpoint } = {} }) =>
    endpoint === undefined ? undefined : { setting: 'snsOptions', address: endpoint },
  host: (config) => new URL(addressOf(config)).host,
  credentialScope(config) {
    const { origin } = new URL(addressOf(config));
    // Hosts of SNS contain the region; custom endpoints do not.
    return config.snsOptions?.endpoint === undefined ? origin : `${origin} in ${config.region}`;
  },
  ...sendingBy(
    () => import('./aws-sns-connection.ts'),
    addressOf,
    (settings: SnsConfig) => settings,
  ),
};
