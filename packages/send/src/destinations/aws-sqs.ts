import * as z from 'zod/mini';
import { textCheck, originFault, sendingBy } from './http-address.ts';
import { awsKeySettings, regionCheck } from './aws-settings.ts';
import type { Destination } from './destination.ts';
import { optionalTextSetting, textSetting, keyFieldSetting } from './setting.ts';

/** Entries of one SendMessageBatch. */
const ENTRIES = 10;

/** Bytes of a message, and of all messages of a request. */
const REQUEST_BYTES = 1_048_576;

/** The region in the address of a queue; undefined if it has none. https://docs.aws.amazon.com/general/latest/gr/sqs-service.html */
const regionIn = (queueUrl: string): string | undefined => {
  const [, region, legacy] =
    /^(?:.*\.)?sqs(?:-fips)?\.([a-z]+(?:-[a-z]+)+-\d+)\.|^([a-z]+(?:-[a-z]+)+-\d+)\.queue\.amazonaws\./.exec(
      new URL(queueUrl).hostname,
    ) ?? [];
  return region ?? legacy;
};

const queueFault = (address: string): string | undefined =>
  originFault(address) ??
  (new URL(address).pathname.length > 1 ? undefined : 'Must contain the account and the name of the queue');

const config = z
  .object({
    queueUrl: textSetting(
      {
        label: 'Queue URL',
        help: 'Address of the queue, as shown in the SQS console. The name of a FIFO queue ends with .fifo.',
        example: 'https://sqs.us-east-1.amazonaws.com/123456789012/events',
      },
      textCheck(queueFault),
    ),
    region: optionalTextSetting(
      {
        label: 'Region',
        help: 'Region of the queue. Required only if its address does not contain it.',
        example: 'us-east-1',
      },
      regionCheck,
    ),
    ...awsKeySettings('send messages to the queue'),
    messageGroupField: keyFieldSetting({
      label: 'Message group field',
      help: 'Field to use as message group. May be hidden; user.id reads a nested field. Events of a FIFO queue without it are in one group, catbird.',
      example: 'user_id',
    }),
  })
  .check(
    z.superRefine(({ queueUrl, region }, context) => {
      if (region === undefined && regionIn(queueUrl) === undefined)
        context.addIssue({
          code: 'custom',
          path: ['region'],
          message: 'Required, as the address of the queue does not contain it',
          input: region,
        });
    }),
  );

/** The settings of the SQS destination. */
export type SqsConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type SqsSettings = z.input<typeof config>;

/** Whether a queue keeps the order of its messages, and drops messages whose id it got in the last five minutes. */
const isFifo = ({ queueUrl }: SqsConfig): boolean => new URL(queueUrl).pathname.endsWith('.fifo');

const isAmazons = (queueUrl: string): boolean =>
  /^https:\/\/[^/]+\.amazonaws\.com(\.cn)?(:443)?\//.test(queueUrl);

/** Requests go to the host of the queue; its path is in the body. */
const addressOf = ({ queueUrl }: SqsConfig): string => new URL(queueUrl).origin;

const targetOf = (settings: SqsConfig) => ({
  ...settings,
  region: settings.region ?? regionIn(settings.queueUrl) ?? '',
  isFifo: isFifo(settings),
});

/** Amazon Simple Queue Service (SQS). https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const awsSqs: Destination<SqsConfig> = {
  name: 'AWSSQS',
  command: 'aws-sqs',
  title: 'AWS SQS',
  kind: 'Queues and streams',
  searchWords: 'amazon',
  summary: 'Send each event as a message to an SQS queue.',
  acknowledgement:
    'A 2xx response that lists it under `Successful`, with a `MessageId`, and not under `Failed`. A FIFO queue also confirms a message that it drops because it got its id within five minutes.',
  call: 'SendMessageBatch',
  docs: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html',
  config,
  limits: (settings) => ({
    rows: ENTRIES,
    // The newline after each row is not sent.
    bytes: REQUEST_BYTES + 1,
    // Requests of ten events must be concurrent for a high rate, which does not keep the order of events.
    inFlight: isFifo(settings) ? 1 : 16,
    source: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html',
  }),
  customEndpoint: ({ queueUrl }) =>
    isAmazons(queueUrl) ? undefined : { setting: 'queueUrl', address: queueUrl },
  host: ({ queueUrl }) => new URL(queueUrl).host,
  credentialScope: ({ queueUrl, region }) =>
    `${new URL(queueUrl).origin}${region === undefined ? '' : ` in ${region}`}`,
  ...sendingBy(() => import('./aws-sqs-connection.ts'), addressOf, targetOf),
};
