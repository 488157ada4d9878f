import { createHash } from 'node:crypto';
import { awsJsonAnswer, awsJsonError, awsJsonRefusal, EXAMPLE_KEYS, type AwsJsonKeys } from './aws-json.ts';
import { startService, type Answer, type Service } from './service.ts';

/** Options of a stand-in for SQS. */
export interface AwsSqsOptions extends Partial<AwsJsonKeys> {
  /** Path of the queue. One that ends with `.fifo` drops messages whose id it knows. Default `/123456789012/events`. */
  readonly queue?: string;
  /** Error code of a message, and whether the sender is at fault; undefined (default) accepts it. */
  readonly refuses?: (row: unknown) => { readonly code: string; readonly senderFault: boolean } | undefined;
}

/** An entry as it was sent. */
export interface SqsEntry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
}

/** A stand-in for SQS, and the entries it accepted. */
export interface AwsSqsService extends Service {
  readonly entries: readonly SqsEntry[];
}

interface Send {
  readonly QueueUrl: string;
  readonly Entries?: readonly SqsEntry[];
}

const MAX_BYTES = 1_048_576;

/** Characters that SQS does not accept. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
// eslint-disable-next-line no-control-regex
const OTHER_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Starts a strict stand-in for Amazon SQS that verifies every signature. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export async function startAwsSqs(options: AwsSqsOptions = {}): Promise<AwsSqsService> {
  const { queue, refuses, ...known } = {
    ...EXAMPLE_KEYS,
    queue: '/123456789012/events',
    refuses: () => undefined,
    ...options,
  };
  const isFifo = queue.endsWith('.fifo');
  const entries: SqsEntry[] = [];
  const ids = new Set<string>();

  function send(
    { Entries: given = [] }: Send,
    fault: (words: string) => void,
    take: (row: unknown) => void,
  ): Answer {
    const wrong = wrongWith(given);
    if (wrong !== undefined) return awsJsonError(400, `com.amazonaws.sqs#${wrong}`, `Not taken: ${wrong}`);
    const Successful: unknown[] = [];
    const Failed: unknown[] = [];
    for (const entry of given) {
      for (const words of faultsOf(entry, isFifo)) fault(words);
      const row: unknown = JSON.parse(entry.MessageBody);
      const refused = refuses(row);
      if (refused !== undefined) {
        Failed.push({
          Id: entry.Id,
          Code: refused.code,
          Message: 'Not taken',
          SenderFault: refused.senderFault,
        });
        continue;
      }
      const id = entry.MessageDeduplicationId;
      if (id === undefined || !ids.has(id)) {
        take(row);
        entries.push(entry);
      }
      if (id !== undefined) ids.add(id);
      const MD5OfMessageBody = createHash('md5').update(entry.MessageBody).digest('hex');
      Successful.push({ Id: entry.Id, MessageId: `message-${entries.length}`, MD5OfMessageBody });
    }
    return awsJsonAnswer(200, { Successful, ...(Failed.length > 0 && { Failed }) });
  }

  const service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond(request, fault, take) {
      const refused = awsJsonRefusal(request, 'sqs', 'application/x-amz-json-1.0', known);
      if (refused !== undefined) return refused;
      const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) as Send;
      if (!body.QueueUrl.endsWith(queue))
        return awsJsonError(
          400,
          'com.amazonaws.sqs#QueueDoesNotExist',
          'The specified queue does not exist.',
        );
      const operation = request.headers['x-amz-target'];
      if (operation === 'AmazonSQS.GetQueueAttributes')
        return awsJsonAnswer(200, { Attributes: { QueueArn: 'arn:aws:sqs:us-east-1:123456789012:events' } });
      if (operation !== 'AmazonSQS.SendMessageBatch')
        return awsJsonError(400, 'UnknownOperationException', String(operation));
      return send(body, fault, take);
    },
  });
  return { ...service, entries };
}

/** The code of the error that all entries together get; undefined if they are valid. */
function wrongWith(entries: readonly SqsEntry[]): string | undefined {
  const bytes = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
  if (entries.length === 0) return 'EmptyBatchRequest';
  if (entries.length > 10) return 'TooManyEntriesInBatchRequest';
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) return 'BatchEntryIdsNotDistinct';
  if (entries.some(({ Id }) => !/^[\w-]{1,80}$/.test(Id))) return 'InvalidBatchEntryId';
  if (bytes > MAX_BYTES) return 'BatchRequestTooLong';
  return entries.some(({ MessageBody }) => OTHER_CHARACTERS.test(MessageBody))
    ? 'InvalidMessageContents'
    : undefined;
}

const MEMBERS = ['Id', 'MessageBody', 'MessageGroupId', 'MessageDeduplicationId'];
const ID = /^[\x21-\x7e]{1,128}$/;

function faultsOf(entry: SqsEntry, isFifo: boolean): string[] {
  const { MessageGroupId: group, MessageDeduplicationId: id } = entry;
  const more = Object.keys(entry).filter((name) => !MEMBERS.includes(name));
  return [
    ...(more.length > 0 ? [`unknown members: ${more.join(', ')}`] : []),
    ...(isFifo === (id !== undefined) ? [] : ['only messages of a FIFO queue have deduplication ids']),
    ...(isFifo && group === undefined ? ['a message of a FIFO queue needs a group'] : []),
    ...[group, id].flatMap((each) => (each === undefined || ID.test(each) ? [] : [`${each} is invalid`])),
  ];
}
