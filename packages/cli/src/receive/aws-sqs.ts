import { createHash, randomUUID } from 'node:crypto';
import { linesOf, respondJson, tryParse, type Reply, type Service } from './services.ts';

/** SQS accepts 10 messages and 1 MiB of them. Escapes in JSON may double them. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 4 * 2 ** 20;

/** SQS's SendMessageBatch in JSON, with any credentials and queue. It drops no duplicates. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const awsSqs: Service = {
  name: 'aws-sqs',
  matches: ({ method, path, type }) =>
    method === 'POST' && path === '/' && type === 'application/x-amz-json-1.0',
  reply({ body }) {
    if (body.length > MAX_BYTES)
      return failure('BatchRequestTooLong', 'The length of all messages put together is more than the limit');
    const request = new Map<string, unknown>(Object.entries(tryParse(body.toString('utf8')) ?? {}));
    if (typeof request.get('QueueUrl') !== 'string')
      return failure('QueueDoesNotExist', 'The specified queue does not exist');
    const entries = request.get('Entries');
    if (Array.isArray(entries)) return sendBatch(entries.map(entryOf));
    return request.has('AttributeNames')
      ? respondJson(200, { receiver: 'catbird', Attributes: { QueueArn: 'arn:aws:sqs:us-east-1:0:catbird' } })
      : failure('UnsupportedOperation', 'Send SendMessageBatch');
  },
};

interface Entry {
  readonly id: unknown;
  readonly body: unknown;
}

function entryOf(entry: unknown): Entry {
  const members = new Map<string, unknown>(Object.entries(entry ?? {}));
  return { id: members.get('Id'), body: members.get('MessageBody') };
}

function sendBatch(entries: readonly Entry[]): Reply {
  if (entries.length === 0) return failure('EmptyBatchRequest', 'The batch request has no entries');
  if (entries.length > MAX_ENTRIES)
    return failure('TooManyEntriesInBatchRequest', `A batch may have at most ${MAX_ENTRIES} entries`);
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    return failure('BatchEntryIdsNotDistinct', 'Two entries have the same Id');
  const valid = entries.flatMap(({ id, body }) =>
    typeof id === 'string' && typeof body === 'string' && body !== '' ? [{ id, body }] : [],
  );
  if (valid.length < entries.length)
    return failure('MissingParameter', 'Each entry needs Id and MessageBody');
  const Successful = valid.map(({ id, body }) => ({
    Id: id,
    MessageId: randomUUID(),
    MD5OfMessageBody: createHash('md5').update(body).digest('hex'),
  }));
  // A message is a row if it is JSON, else a string.
  return { ...respondJson(200, { Successful }), ...linesOf(valid.map(({ body }) => tryParse(body) ?? body)) };
}

const failure = (code: string, message: string): Reply =>
  respondJson(400, { __type: `com.amazonaws.sqs#${code}`, message });
