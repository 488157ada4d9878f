import { texts, type Batch } from '@catbird/engine';
import { awsJson, type AwsJsonService, type EntryResult } from './aws-json.ts';
import type { AwsCredentials } from './aws-json-errors.ts';
import type { DestinationEnv } from './destination.ts';
import { isText, member } from './response.ts';
import { rowIds } from './body.ts';

/** The settings that a request uses. */
interface Target extends AwsCredentials {
  readonly queueUrl: string;
  readonly isFifo: boolean;
}

const service: AwsJsonService = {
  title: 'AWS SQS',
  signingName: 'sqs',
  version: '1.0',
  target: 'AmazonSQS',
  permission: 'sqs:SendMessage',
  slower:
    'The rate exceeds the quota of the queue. Lower the rate, or enable high throughput for a FIFO queue.',
  missing: 'The queue does not exist. Check its address and region.',
  invalid:
    'SQS rejected an event. Check the message group field: groups have 1–128 letters, digits and punctuation.',
  address: 'the address of the queue, and its region or endpoint',
  tooLarge: /too large|too long|(?:greater|longer|larger) than|must be shorter/i,
  codes: {
    QueueDoesNotExist: ['not-found', 'The queue does not exist. Check its address and region.'],
    'AWS.SimpleQueueService.NonExistentQueue': [
      'not-found',
      'The queue does not exist. Check its address and region.',
    ],
    InvalidAddress: ['not-found', 'The address of the queue is invalid. Copy it from the SQS console.'],
    BatchRequestTooLong: [
      'too-large',
      'The events of a request exceed the maximum message size of the queue.',
    ],
    TooManyEntriesInBatchRequest: ['too-large', 'The endpoint accepts fewer than 10 messages per request.'],
    InvalidMessageContents: [
      'rejected',
      'The event has a character that SQS does not accept, such as U+FFFF.',
    ],
    UnsupportedOperation: [
      'rejected',
      'The queue does not support this. A message group may need a FIFO queue.',
    ],
  },
};

/** Connections to the service, and their tests. */
export const { open, check } = awsJson<Target>(service, {
  write: (target, env) => ({
    operation: 'SendMessageBatch',
    body: (batch, id) => ({ QueueUrl: target.queueUrl, Entries: entriesOf(batch, target, env, id) }),
    results: resultsById,
  }),
  describe: (target) => ({
    operation: 'GetQueueAttributes',
    body: { QueueUrl: target.queueUrl, AttributeNames: ['QueueArn'] },
    noun: 'queue',
    judge: (answer) =>
      isText(member(answer, 'Attributes', 'QueueArn')) ? { ok: true, about: 'the queue exists' } : undefined,
  }),
});

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
}

function entriesOf(batch: Batch, { isFifo }: Target, { stream }: DestinationEnv, id: string): Entry[] {
  const ids = rowIds(batch, stream, id);
  return Array.from(texts(batch), (text, place) => {
    const key = batch.sides?.[place]?.key;
    // A FIFO queue requires a group.
    const group = key === undefined || key.length === 0 ? (isFifo ? 'catbird' : undefined) : String(key);
    return {
      Id: String(place),
      MessageBody: text,
      ...(group !== undefined && { MessageGroupId: group }),
      ...(isFifo && { MessageDeduplicationId: `${ids.prefix}${ids.numberAt(place)}` }),
    };
  });
}

/** Reads two lists, of entries by their ids, which are their places. An entry in both contradicts itself. */
function resultsById(answer: unknown, rows: number): EntryResult[] {
  const successful = byId(member(answer, 'Successful'));
  const failed = byId(member(answer, 'Failed'));
  return Array.from({ length: rows }, (_, place): EntryResult => {
    const success = successful.get(String(place));
    const failure = failed.get(String(place));
    if ((success === undefined) === (failure === undefined)) return undefined;
    if (failure === undefined) return isText(member(success, 'MessageId')) ? 'taken' : undefined;
    const code = member(failure, 'Code');
    if (!isText(code)) return undefined;
    return {
      code,
      message: member(failure, 'Message'),
      isServers: member(failure, 'SenderFault') === false,
    };
  });
}

const byId = (list: unknown): ReadonlyMap<unknown, unknown> =>
  new Map(Array.isArray(list) ? list.map((entry: unknown) => [member(entry, 'Id'), entry]) : []);
