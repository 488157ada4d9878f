import { startService, type Answer, type Service } from './service.ts';

/** Options of a stand-in for a Confluent Cloud cluster. */
export interface ConfluentOptions {
  readonly clusterId?: string;
  readonly topic?: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** Error code of a single record; undefined (default) accepts it. */
  readonly refuses?: (row: unknown) => number | undefined;
}

/** An accepted record. */
export interface ConfluentRecord {
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly key?: { readonly type: string; readonly data: unknown };
  readonly timestamp?: string;
  readonly value: { readonly type: string; readonly data: unknown };
}

/** A stand-in for Confluent Cloud, and the records it accepted. */
export interface ConfluentService extends Service {
  readonly records: readonly ConfluentRecord[];
}

/** Starts a strict stand-in for the Kafka REST API v3 of Confluent Cloud. https://docs.confluent.io/cloud/current/api.html#tag/Records-(v3) */
export async function startConfluent(options: ConfluentOptions = {}): Promise<ConfluentService> {
  const { clusterId, topic, apiKey, apiSecret, refuses } = {
    clusterId: 'lkc-vo9pz',
    topic: 'events',
    apiKey: 'ABCDEFGHIJKLMNOP',
    apiSecret: 'a+secret/of:confluent',
    refuses: () => undefined,
    ...options,
  };
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
  const records: ConfluentRecord[] = [];
  const service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond({ method, path, headers, body }, fault, take) {
      if (headers['authorization'] !== authorization) return confluentError(401, 401, 'Unauthorized');
      const [, cluster, name, action] =
        /^\/kafka\/v3\/clusters\/([^/]+)\/topics(?:\/([^/]+)(\/records)?)?$/.exec(path) ?? [];
      if (cluster === undefined) return confluentError(404, 404, 'HTTP 404 Not Found');
      if (cluster !== clusterId) return confluentError(404, 40401, 'Cluster cannot be found.');
      if (method === 'GET' && name === undefined)
        return json(200, [{ kind: 'KafkaTopicList', data: [{ topic_name: topic }] }]);
      if (name !== topic)
        return confluentError(404, 40403, 'This server does not host this topic-partition.');
      if (method !== 'POST' || action === undefined)
        return confluentError(405, 405, 'HTTP 405 Method Not Allowed');
      if (headers['content-type'] !== 'application/json')
        return confluentError(415, 415, 'Unsupported Media Type');
      const lines = new TextDecoder('utf-8', { fatal: true }).decode(body).trimEnd().split('\n');
      const reports = lines.map((line, offset) => {
        const given = JSON.parse(line) as ConfluentRecord;
        const wrong = wrongWith(given);
        if (wrong !== undefined) fault(wrong);
        const { key } = given;
        const record = {
          ...given,
          ...(key && { key: { ...key, data: plainOf(key) } }),
          value: { ...given.value, data: parsed(plainOf(given.value)) },
        };
        const code = refuses(record.value.data);
        if (code !== undefined) return { error_code: code, message: `Refused with ${code}: }{"` };
        take(record.value.data);
        records.push(record);
        return {
          error_code: 200,
          cluster_id: clusterId,
          topic_name: topic,
          partition_id: 0,
          offset,
          timestamp: '2026-03-01T00:00:00.000Z',
          value: { type: 'JSON', size: JSON.stringify(record.value.data).length },
        };
      });
      return json(200, reports);
    },
  });
  return { ...service, records };
}

/** The text that is in base64, if it is one. */
function plainOf({ type, data }: ConfluentRecord['value']): unknown {
  if (type !== 'BINARY' || typeof data !== 'string') return data;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'));
    return text.startsWith('\0') ? data : text;
  } catch {
    return data;
  }
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** An error in Confluent's format. */
export const confluentError = (status: number, code: number, message: string): Answer =>
  json(status, [{ error_code: code, message }]);

const json = (status: number, values: readonly unknown[]): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: values.map((value) => `${JSON.stringify(value)}\r\n`).join(''),
});

const MEMBERS = new Set(['partition_id', 'headers', 'key', 'value', 'timestamp']);
const FORMATS = new Set(['BINARY', 'JSON', 'STRING']);

function wrongWith({ value, key, headers = [], ...more }: ConfluentRecord): string | undefined {
  const unknown = Object.keys(more).filter((name) => !MEMBERS.has(name));
  if (unknown.length > 0) return `unknown members: ${unknown.join(', ')}`;
  for (const [name, part] of Object.entries({ value, ...(key && { key }) })) {
    const fault = partFault(part);
    if (fault !== undefined) return `${name} is ${fault}`;
  }
  const odd = headers.find(
    (header) => Object.keys(header).join() !== 'name,value' || !isBase64(header.value),
  );
  return odd === undefined ? undefined : `a header is ${JSON.stringify(odd)}`;
}

const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text;

function partFault({ type, data }: ConfluentRecord['value']): string | undefined {
  if (!FORMATS.has(type)) return type;
  // Without a value, a record is a tombstone.
  if (type === 'JSON' || data === null) return undefined;
  if (typeof data !== 'string') return 'no text';
  return type === 'BINARY' && !isBase64(data) ? 'no base64' : undefined;
}
