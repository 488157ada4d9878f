import { jsonOf } from '@catbird/engine';
import { randomUUID, createHash } from 'node:crypto';
import { respond, linesOf, type Service, type Reply, respondJson, linesIn } from './services.ts';

/** SNS and SQS accept 10 entries, and SNS 262,144 bytes of messages. Form encoding may triple them. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 2 ** 20;

/** SNS's Publish and PublishBatch, with any credentials and topic. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export const awsSns: Service = {
  name: 'aws-sns',
  matches: ({ method, path, type }) =>
    method === 'POST' && path === '/' && type === 'application/x-www-form-urlencoded',
  reply({ body }) {
    if (body.length > MAX_BYTES)
      return failure('BatchRequestTooLong', 'The length of all messages put together is more than the limit');
    const form = new URLSearchParams(body.toString('utf8'));
    const action = form.get('Action');
    if (action === 'Publish') return publish(form);
    if (action === 'PublishBatch') return publishBatch(form);
    return failure('InvalidAction', `Could not find operation ${action}`);
  },
};

function publish(form: URLSearchParams): Reply {
  const message = form.get('Message') ?? '';
  if (message === '') return failure('InvalidParameter', 'Invalid parameter: Empty message');
  const result = `<MessageId>${randomUUID()}</MessageId>`;
  return { ...success('Publish', result), ...linesOf([rowOf(message)]) };
}

function publishBatch(form: URLSearchParams): Reply {
  const given = entriesOf(form);
  if (given.length > MAX_ENTRIES)
    return failure('TooManyEntriesInBatchRequest', `A batch may have at most ${MAX_ENTRIES} entries`);
  const entries = given.filter(({ id }) => id !== undefined);
  if (entries.length === 0) return failure('EmptyBatchRequest', 'The batch request has no entries');
  const members = entries.map(
    ({ id = '' }) => `<member><Id>${escape(id)}</Id><MessageId>${randomUUID()}</MessageId></member>`,
  );
  return {
    ...success('PublishBatch', `<Failed/><Successful>${members.join('')}</Successful>`),
    ...linesOf(entries.map(({ message = '' }) => rowOf(message))),
  };
}

interface Entry {
  id?: string;
  message?: string;
}

/** The entries of a batch, up to one more than allowed. */
function entriesOf(form: URLSearchParams): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const [name, value] of form) {
    const [, number = '', part] =
      /^PublishBatchRequestEntries\.member\.(\d+)\.(Id|Message)$/.exec(name) ?? [];
    if (part === undefined) continue;
    const entry = entries.get(number) ?? {};
    entry[part === 'Id' ? 'id' : 'message'] ??= value;
    entries.set(number, entry);
    if (entries.size > MAX_ENTRIES) break;
  }
  return [...entries.values()];
}

/** A message is a row if it is JSON, else a string. */
const rowOf = (message: string): unknown => jsonOf(message) ?? message;

const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/';

const success = (action: string, result: string): Reply =>
  respond(
    200,
    'text/xml',
    `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${result}</${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`,
  );

const failure = (code: string, message: string): Reply =>
  respond(
    400,
    'text/xml',
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escape(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** SQS accepts 1 MiB of them. Escapes in JSON may double them. */
const SQS_BYTES = 4 * 2 ** 20;

/** SQS's SendMessageBatch in JSON, with any credentials and queue. It drops no duplicates. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const awsSqs: Service = {
  name: 'aws-sqs',
  matches: ({ method, path, type }) =>
    method === 'POST' && path === '/' && type === 'application/x-amz-json-1.0',
  reply({ body }) {
    if (body.length > SQS_BYTES)
      return sqsFailure(
        'BatchRequestTooLong',
        'The length of all messages put together is more than the limit',
      );
    const request = new Map<string, unknown>(Object.entries(jsonOf(body.toString('utf8')) ?? {}));
    if (typeof request.get('QueueUrl') !== 'string')
      return sqsFailure('QueueDoesNotExist', 'The specified queue does not exist');
    const entries = request.get('Entries');
    if (Array.isArray(entries)) return sendBatch(entries.map(entryOf));
    return request.has('AttributeNames')
      ? respondJson(200, { receiver: 'catbird', Attributes: { QueueArn: 'arn:aws:sqs:us-east-1:0:catbird' } })
      : sqsFailure('UnsupportedOperation', 'Send SendMessageBatch');
  },
};

interface Message {
  readonly id: unknown;
  readonly body: unknown;
}

function entryOf(entry: unknown): Message {
  const members = new Map<string, unknown>(Object.entries(entry ?? {}));
  return { id: members.get('Id'), body: members.get('MessageBody') };
}

function sendBatch(entries: readonly Message[]): Reply {
  if (entries.length === 0) return sqsFailure('EmptyBatchRequest', 'The batch request has no entries');
  if (entries.length > MAX_ENTRIES)
    return sqsFailure('TooManyEntriesInBatchRequest', `A batch may have at most ${MAX_ENTRIES} entries`);
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    return sqsFailure('BatchEntryIdsNotDistinct', 'Two entries have the same Id');
  const valid = entries.flatMap(({ id, body }) =>
    typeof id === 'string' && typeof body === 'string' && body !== '' ? [{ id, body }] : [],
  );
  if (valid.length < entries.length)
    return sqsFailure('MissingParameter', 'Each entry needs Id and MessageBody');
  const Successful = valid.map(({ id, body }) => ({
    Id: id,
    MessageId: randomUUID(),
    MD5OfMessageBody: createHash('md5').update(body).digest('hex'),
  }));
  // A message is a row if it is JSON, else a string.
  return { ...respondJson(200, { Successful }), ...linesOf(valid.map(({ body }) => jsonOf(body) ?? body)) };
}

const sqsFailure = (code: string, message: string): Reply =>
  respondJson(400, { __type: `com.amazonaws.sqs#${code}`, message });

/** Objects of text, also compressed, which has been undone. */
const TEXT = /\.(?:ndjson|jsonl|csv|tsv|txt|log)(?:\.gz)?$/;

/** S3's PutObject and HeadBucket, with any credentials and bucket. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const s3: Service = {
  name: 's3',
  matches: ({ headers }) => /\/s3\/aws4_request/.test(headers['authorization'] ?? ''),
  reply({ method, path, query, body }) {
    if (method === 'HEAD') return respond(200, 'application/xml', '');
    if (query.has('uploads') || query.has('uploadId'))
      return s3Failure(
        501,
        'NotImplemented',
        'Uploads in parts are not supported. Choose a smaller object size',
      );
    if (method !== 'PUT')
      return s3Failure(405, 'MethodNotAllowed', 'Only PutObject and HeadBucket are supported');
    if (!TEXT.test(path))
      return s3Failure(501, 'NotImplemented', 'Only objects of lines of text are supported');
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    return { ...respond(200, 'application/xml', ''), headers: { etag }, ...linesIn(body) };
  },
};

const s3Failure = (status: number, code: string, message: string): Reply =>
  respond(status, 'application/xml', `<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
