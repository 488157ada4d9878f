import { randomUUID } from 'node:crypto';
import { authorizationOf, expectedSignature } from './aws-signature.ts';
import { startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for SNS. The defaults are AWS's own examples. */
export interface AwsSnsOptions {
  /** Default `us-east-1`. */
  readonly region?: string;
  /** Default `arn:aws:sns:us-east-1:123456789012:events`. */
  readonly topicArn?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
  /** Error code of an entry of a `PublishBatch`; undefined (default) accepts it. */
  readonly refuses?: (message: string) => string | undefined;
}

/** An accepted message. */
export interface SnsMessage {
  readonly message: string;
  readonly subject: string | undefined;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
}

/** A stand-in for SNS, and the messages it accepted. */
export interface AwsSnsService extends Service {
  readonly messages: readonly SnsMessage[];
}

/** Maximum bytes of one message, and of all messages of a batch together. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const MESSAGE_BYTES = 262_144;

/** Starts a strict stand-in for Amazon SNS that verifies every signature. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export async function startAwsSns(options: AwsSnsOptions = {}): Promise<AwsSnsService> {
  const known = {
    region: 'us-east-1',
    topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    refuses: () => undefined,
    ...options,
  };
  const messages: SnsMessage[] = [];
  const service = await startService({
    cors: {
      methods: ['GET', 'POST'],
      headers: [
        'authorization',
        'content-type',
        'x-amz-date',
        'x-amz-security-token',
        'x-amz-content-sha256',
      ],
      exposed: ['x-amzn-requestid', 'x-amzn-errortype', 'x-amzn-errormessage', 'date'],
    },
    respond(request, fault, take) {
      const refused = refusalOf(request, known);
      if (refused !== undefined) return refused;
      const form = formOf(request.body, fault);
      if (form.get('Version') !== '2010-03-31')
        return snsError(400, 'NoSuchVersion', `No version ${form.get('Version')}`);
      if (form.get('TopicArn') !== known.topicArn) return snsError(404, 'NotFound', 'Topic does not exist');
      const store = (message: SnsMessage): void => {
        messages.push(message);
        take(JSON.parse(message.message));
      };
      if (form.get('Action') === 'Publish') return publish(form, known.topicArn, fault, store);
      if (form.get('Action') === 'PublishBatch') return publishBatch(form, known.refuses, store);
      return snsError(400, 'InvalidAction', `Could not find operation ${form.get('Action')}`);
    },
  });
  return { ...service, messages };
}

/** An error in the format of SNS. */
export const snsError = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">
  <Error>
    <Type>${status < 500 ? 'Sender' : 'Receiver'}</Type>
    <Code>${escape(code)}</Code>
    <Message>${escape(message)}</Message>
  </Error>
  <RequestId>${randomUUID()}</RequestId>
</ErrorResponse>
`,
});

type Known = Required<Omit<AwsSnsOptions, 'sessionToken'>> & Pick<AwsSnsOptions, 'sessionToken'>;

function refusalOf(request: Received, known: Known): Answer | undefined {
  const { method, target, headers } = request;
  if (target !== '/') return snsError(404, 'InvalidAction', `No such path: ${target}`);
  if (method !== 'POST') return snsError(405, 'InvalidAction', `${method} is not POST`);
  const authorization = authorizationOf(headers['authorization']);
  if (authorization === undefined)
    return snsError(403, 'MissingAuthenticationToken', 'Request is missing Authentication Token');
  if (
    authorization.accessKeyId !== known.accessKeyId ||
    headers['x-amz-security-token'] !== known.sessionToken
  )
    return snsError(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.');
  if (authorization.region !== known.region || authorization.service !== 'sns')
    return snsError(403, 'SignatureDoesNotMatch', `Credential should be scoped to ${known.region}/sns`);
  if (!authorization.signedHeaders.includes('host') || !authorization.signedHeaders.includes('x-amz-date'))
    return snsError(403, 'IncompleteSignature', 'host and x-amz-date must be signed');
  if (expectedSignature(request, authorization, known.secretAccessKey) !== authorization.signature)
    return snsError(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  if (headers['content-type'] !== 'application/x-www-form-urlencoded')
    return snsError(400, 'InvalidParameter', `Content type is ${headers['content-type']}`);
  return undefined;
}

function formOf(body: Buffer, fault: (words: string) => void): Map<string, string> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  if (!/^[A-Za-z0-9._~%=&-]*$/.test(text)) fault('the form has unencoded characters');
  const pairs = text.split('&').map((pair) => {
    const [name = '', value = '', ...more] = pair.split('=').map(decodeURIComponent);
    if (more.length > 0) fault(`a value contains an unencoded =: ${pair}`);
    return [name, value] as const;
  });
  const form = new Map(pairs);
  if (form.size < pairs.length) fault('a name occurs twice');
  return form;
}

const PUBLISH = [
  'Action',
  'Version',
  'TopicArn',
  'Message',
  'Subject',
  'MessageGroupId',
  'MessageDeduplicationId',
];

function publish(
  form: Map<string, string>,
  topicArn: string,
  fault: (words: string) => void,
  store: (message: SnsMessage) => void,
): Answer {
  const more = [...form.keys()].filter((name) => !PUBLISH.includes(name));
  if (more.length > 0) fault(`unknown parameters: ${more.join(', ')}`);
  const message = messageOf(form, '');
  const wrong = wrongWith(message, topicArn);
  if (wrong !== undefined) return snsError(400, 'InvalidParameter', wrong);
  store(message);
  return xml(
    'Publish',
    `<MessageId>${randomUUID()}</MessageId>${message.groupId === undefined ? '' : '<SequenceNumber>10000000000000003000</SequenceNumber>'}`,
  );
}

const prefix = (n: number): string => `PublishBatchRequestEntries.member.${n}.`;

function publishBatch(
  form: Map<string, string>,
  refuses: (message: string) => string | undefined,
  store: (message: SnsMessage) => void,
): Answer {
  const entries: { id: string; message: SnsMessage }[] = [];
  for (let n = 1; form.has(`${prefix(n)}Id`); n++)
    entries.push({ id: form.get(`${prefix(n)}Id`) ?? '', message: messageOf(form, prefix(n)) });
  if (entries.length === 0) return snsError(400, 'EmptyBatchRequest', 'The batch request is empty');
  if (entries.length > 10)
    return snsError(
      400,
      'TooManyEntriesInBatchRequest',
      'The batch request contains more entries than permissible',
    );
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    return snsError(400, 'BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id');
  const bytes = entries.reduce((sum, { message }) => sum + Buffer.byteLength(message.message), 0);
  if (bytes > MESSAGE_BYTES)
    return snsError(
      400,
      'BatchRequestTooLong',
      'The length of all the messages put together is more than the limit',
    );
  const taken: string[] = [];
  const failed: string[] = [];
  for (const { id, message } of entries) {
    const code = refuses(message.message);
    if (code === undefined) {
      store(message);
      taken.push(`<member><Id>${id}</Id><MessageId>${randomUUID()}</MessageId></member>`);
    } else
      failed.push(
        `<member><Id>${id}</Id><Code>${escape(code)}</Code><Message>Rejected</Message><SenderFault>true</SenderFault></member>`,
      );
  }
  return xml('PublishBatch', `<Successful>${taken.join('')}</Successful><Failed>${failed.join('')}</Failed>`);
}

const messageOf = (form: Map<string, string>, prefix: string): SnsMessage => ({
  message: form.get(`${prefix}Message`) ?? '',
  subject: form.get(`${prefix}Subject`),
  groupId: form.get(`${prefix}MessageGroupId`),
  deduplicationId: form.get(`${prefix}MessageDeduplicationId`),
});

function wrongWith({ message, subject, groupId }: SnsMessage, topicArn: string): string | undefined {
  if (message === '') return 'Invalid parameter: Empty message';
  if (Buffer.byteLength(message) > MESSAGE_BYTES) return 'Invalid parameter: Message too long';
  if (subject !== undefined && (subject === '' || subject.length > 100)) return 'Invalid parameter: Subject';
  if (topicArn.endsWith('.fifo') && groupId === undefined)
    return 'Invalid parameter: The MessageGroupId parameter is required for FIFO topics';
  return undefined;
}

const xml = (action: string, result: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<?xml version="1.0"?>
<${action}Response xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><${action}Result>${result}</${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>
`,
});

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
