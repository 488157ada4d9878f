import { randomUUID } from 'node:crypto';
import { respond, linesOf, tryParse, type Service, type Reply } from './services.ts';

/** SNS accepts 10 entries and 262,144 bytes of messages. Form encoding may triple them. */
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
const rowOf = (message: string): unknown => tryParse(message) ?? message;

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
