import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for Pub/Sub. */
export interface GcpPubSubOptions {
  /** Default `my-project`. */
  readonly project?: string;
  /** Default `events`. */
  readonly topic?: string;
  /** Tokens that may publish. Undefined: no token is needed, as for the emulator. */
  readonly tokens?: readonly string[];
  /** How long tokens of the service account live, in seconds. Default 3600. */
  readonly tokenSeconds?: number;
}

/** A message as it was sent. */
export interface PubSubMessage {
  readonly data: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly orderingKey?: string;
}

/** A stand-in for Pub/Sub. */
export interface GcpPubSubService extends Service {
  readonly messages: readonly PubSubMessage[];
  /** The JSON of a service account whose tokens may publish. */
  readonly serviceAccount: string;
  /** Tokens that it gave out, in order. */
  readonly issued: readonly string[];
}

const EMAIL = 'catbird@my-project.iam.gserviceaccount.com';
const KEY_ID = '0123456789abcdef';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE = 'https://www.googleapis.com/auth/pubsub';
const MAX_BYTES = 10_000_000;

/** One for all, as making it takes long. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = createPublicKey(privateKey);

/** Starts a strict stand-in for Google Cloud Pub/Sub and for the service that gives tokens to service accounts. https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish */
export async function startGcpPubSub({
  project = 'my-project',
  topic = 'events',
  tokens,
  tokenSeconds = 3600,
}: GcpPubSubOptions = {}): Promise<GcpPubSubService> {
  const messages: PubSubMessage[] = [];
  const issued: string[] = [];
  const path = `/v1/projects/${project}/topics/${topic}`;

  /** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
  function token({ body, headers }: Received): Answer {
    const form = new URLSearchParams(body.toString());
    const wrong =
      headers['content-type'] === 'application/x-www-form-urlencoded' && form.get('grant_type') === GRANT
        ? wrongWithAssertion(form.get('assertion') ?? '', `${service.url}/token`)
        : 'Wrong content type or grant type';
    if (wrong !== undefined) return jsonAnswer(400, { error: 'invalid_grant', error_description: wrong });
    const access_token = `ya29.token-${issued.length + 1}`;
    issued.push(access_token);
    return jsonAnswer(200, { access_token, expires_in: tokenSeconds, token_type: 'Bearer' });
  }

  function publish(
    { body, headers }: Received,
    fault: (words: string) => void,
    take: (row: unknown) => void,
  ) {
    if (headers['content-type'] !== 'application/json') fault(`the type is ${headers['content-type']}`);
    if (body.length > MAX_BYTES)
      return pubSubError(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 10485760 bytes.');
    const { messages: given = [], ...more } = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(body),
    ) as { readonly messages?: readonly PubSubMessage[] };
    if (Object.keys(more).length > 0) fault(`unknown members: ${Object.keys(more).join(', ')}`);
    if (given.length === 0)
      return pubSubError(400, 'INVALID_ARGUMENT', 'The value for message_count is too small.');
    if (given.length > 1000)
      return pubSubError(400, 'INVALID_ARGUMENT', 'The value for message_count is too large.');
    if (new Set(given.map(({ orderingKey }) => orderingKey)).size > 1)
      return pubSubError(
        400,
        'INVALID_ARGUMENT',
        'In a single publish request, all messages must have the same ordering key.',
      );
    for (const message of given) {
      for (const words of faultsOf(message)) fault(words);
      take(JSON.parse(Buffer.from(message.data, 'base64').toString()));
      messages.push(message);
    }
    return jsonAnswer(200, {
      messageIds: given.map((_, i) => String(19_000_000_000_000 + messages.length + i)),
    });
  }

  const isKnown = ({ headers }: Received): boolean =>
    tokens === undefined ||
    [...tokens, ...issued].some((each) => headers['authorization'] === `Bearer ${each}`);

  const service = await startService({
    cors: { methods: ['GET', 'POST'], headers: ['authorization', 'content-type'], exposed: [] },
    respond(request, fault, take) {
      const { method, path: at } = request;
      if (`${method} ${at}` === 'POST /token') return token(request);
      if (!isKnown(request))
        return pubSubError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      switch (`${method} ${at}`) {
        case `GET ${path}`:
          return jsonAnswer(200, { name: path.slice('/v1/'.length) });
        case `POST ${path}:testIamPermissions`:
          return jsonAnswer(200, JSON.parse(request.body.toString()));
        case `POST ${path}:publish`:
          return publish(request, fault, take);
        default:
          return pubSubError(404, 'NOT_FOUND', `Resource not found (resource=${at}).`);
      }
    },
  });
  const serviceAccount = JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key_id: KEY_ID,
    private_key: pem,
    client_email: EMAIL,
    token_uri: `${service.url}/token`,
  });
  return { ...service, messages, serviceAccount, issued };
}

/** Why a token would be refused; undefined if it would not. */
function wrongWithAssertion(assertion: string, audience: string): string | undefined {
  const [header = '', claims = '', signature = ''] = assertion.split('.');
  const isSigned = createVerify('RSA-SHA256')
    .update(`${header}.${claims}`)
    .verify(publicKey, signature, 'base64url');
  if (!isSigned) return 'Invalid JWT Signature.';
  const read = (text: string) =>
    JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  const { iat, exp, ...others } = read(claims);
  if (!isDeepStrictEqual(read(header), { alg: 'RS256', typ: 'JWT', kid: KEY_ID }))
    return 'Invalid JWT header';
  if (!isDeepStrictEqual(others, { iss: EMAIL, scope: SCOPE, aud: audience })) return 'Invalid JWT claims';
  const ageSeconds = Math.abs(Number(iat) - Date.now() / 1000);
  return ageSeconds < 3600 && exp === Number(iat) + 3600
    ? undefined
    : 'Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
}

/** An error in the format of Google's APIs. */
export const pubSubError = (code: number, status: string, message: string): Answer =>
  jsonAnswer(code, { error: { code, message, status } });

const MEMBERS = ['data', 'attributes', 'orderingKey'];

function faultsOf({ data, attributes = {}, orderingKey = 'x', ...more }: PubSubMessage): string[] {
  return [
    ...(Object.keys(more).length > 0 ? [`members beside ${MEMBERS.join(', ')}`] : []),
    ...(Buffer.from(data, 'base64').toString('base64') === data && data !== '' ? [] : ['data is no base64']),
    ...(orderingKey === '' || Buffer.byteLength(orderingKey) > 1024 ? ['the ordering key is invalid'] : []),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      name !== '' && Buffer.byteLength(name) <= 256 && Buffer.byteLength(value) <= 1024
        ? []
        : [`the attribute ${name} is invalid`],
    ),
  ];
}
