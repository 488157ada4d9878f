import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for a REST proxy. */
export interface KafkaRestOptions {
  /** Default `events`. */
  readonly topic?: string;
  /** Default: none is needed. */
  readonly authorization?: string;
  /** Error code of a single record; undefined (default) accepts it. */
  readonly refuses?: (row: unknown) => number | undefined;
  /** It leaves out members that are null, as Redpanda does. */
  readonly isTerse?: boolean;
}

/** An accepted record. Its key and value are texts. */
export interface KafkaRestRecord {
  readonly key?: string;
  readonly value: string | null;
  readonly timestamp?: string;
}

/** A stand-in for a REST proxy, and the records it accepted. */
export interface KafkaRestService extends Service {
  readonly records: readonly KafkaRestRecord[];
}

const CLUSTER = 'cluster-1';
const MAX_BYTES = 1_048_576;

type Take = (row: unknown) => void;
type Fault = (words: string) => void;

/** Starts a strict stand-in for Confluent's REST proxy, versions 2 and 3. https://docs.confluent.io/platform/current/kafka-rest/api.html */
export async function startKafkaRest({
  topic = 'events',
  authorization,
  refuses = () => undefined,
  isTerse = false,
}: KafkaRestOptions = {}): Promise<KafkaRestService> {
  const records: KafkaRestRecord[] = [];

  /** Stores a record. The code of its error, or its offset. */
  function store(
    record: KafkaRestRecord,
    take: Take,
  ): { readonly code: number } | { readonly offset: number } {
    const row: unknown = record.value === null ? null : JSON.parse(record.value);
    const code = refuses(row);
    if (code !== undefined) return { code };
    take(row);
    records.push(record);
    return { offset: records.length - 1 };
  }

  function produceV2({ headers, body }: Received, fault: Fault, take: Take): Answer {
    if (headers['content-type'] !== 'application/vnd.kafka.binary.v2+json')
      return kafkaRestError(415, 415, 'HTTP 415 Unsupported Media Type');
    const { records: given = [] } = JSON.parse(textOf(body)) as { records?: readonly Given[] };
    if (given.length === 0) return kafkaRestError(422, 42200, 'records may not be empty');
    const offsets = given.map(({ key, value, ...more }) => {
      if (Object.keys(more).length > 0) fault(`unknown members: ${Object.keys(more).join(', ')}`);
      const stored = store(
        {
          ...(key !== undefined && { key: decoded(key, fault) }),
          value: value === null ? null : decoded(value, fault),
        },
        take,
      );
      if ('code' in stored)
        return { partition: null, offset: null, error_code: stored.code, error: 'Not taken' };
      const { offset } = stored;
      return isTerse ? { partition: 0, offset } : { partition: 0, offset, error_code: null, error: null };
    });
    return jsonAnswer(200, { offsets, key_schema_id: null, value_schema_id: null });
  }

  function produceV3({ headers, body }: Received, fault: Fault, take: Take): Answer {
    if (headers['content-type'] !== 'application/json')
      return kafkaRestError(415, 415, 'HTTP 415 Unsupported Media Type');
    const reports = textOf(body)
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { key, value, timestamp, ...more } = JSON.parse(line) as GivenV3;
        if (Object.keys(more).length > 0) fault(`unknown members: ${Object.keys(more).join(', ')}`);
        for (const part of [key, value])
          if (part !== undefined && part.type !== 'BINARY') fault(`the type is ${part.type}`);
        const stored = store(
          {
            ...(timestamp !== undefined && { timestamp }),
            ...(typeof key?.data === 'string' && { key: decoded(key.data, fault) }),
            value: value.data === null ? null : decoded(value.data, fault),
          },
          take,
        );
        return 'code' in stored
          ? { error_code: stored.code, message: 'Not taken: }{"' }
          : {
              error_code: 200,
              cluster_id: CLUSTER,
              topic_name: topic,
              partition_id: 0,
              offset: stored.offset,
            };
      });
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: reports.map((report) => `${JSON.stringify(report)}\r\n`).join(''),
    };
  }

  function respondV2(request: Received, fault: Fault, take: Take): Answer {
    const { method, path, headers } = request;
    if (headers['accept'] !== 'application/vnd.kafka.v2+json') fault(`accept is ${headers['accept']}`);
    if (`${method} ${path}` === 'GET /topics') return jsonAnswer(200, [topic]);
    const [, name] = /^\/topics\/([^/]+)$/.exec(path) ?? [];
    if (name === undefined || method !== 'POST') return NOT_FOUND;
    return name === topic ? produceV2(request, fault, take) : kafkaRestError(404, 40401, NO_TOPIC);
  }

  function respondV3(request: Received, fault: Fault, take: Take): Answer {
    const { method, path, headers } = request;
    const topics = `/v3/clusters/${CLUSTER}/topics`;
    if (headers['accept'] !== 'application/json') fault(`accept is ${headers['accept']}`);
    if (`${method} ${path}` === `GET ${topics}`)
      return jsonAnswer(200, { kind: 'KafkaTopicList', data: [{ topic_name: topic }] });
    if (!path.startsWith(`${topics}/`) || !path.endsWith('/records') || method !== 'POST') return NOT_FOUND;
    return path === `${topics}/${topic}/records`
      ? produceV3(request, fault, take)
      : kafkaRestError(404, 40403, NO_TOPIC);
  }

  const service = await startService({
    cors: { methods: ['GET', 'POST'], headers: ['accept', 'authorization', 'content-type'], exposed: [] },
    respond(request, fault, take) {
      const { path, headers, body } = request;
      if (authorization !== undefined && headers['authorization'] !== authorization)
        return kafkaRestError(401, 40101, 'Unauthorized');
      if (body.length > MAX_BYTES) return kafkaRestError(413, 413, 'Request Entity Too Large');
      return path.startsWith('/v3/') ? respondV3(request, fault, take) : respondV2(request, fault, take);
    },
  });
  return { ...service, records };
}

interface Given {
  readonly key?: string;
  readonly value: string | null;
}

interface GivenV3 {
  readonly key?: { readonly type: string; readonly data: string };
  readonly value: { readonly type: string; readonly data: string | null };
  readonly timestamp?: string;
}

const textOf = (body: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(body);

function decoded(text: string, fault: Fault): string {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) fault('no base64');
  return bytes.toString();
}

/** An error in the format of the REST API. */
export const kafkaRestError = (status: number, error_code: number, message: string): Answer =>
  jsonAnswer(status, { error_code, message });

const NOT_FOUND = kafkaRestError(404, 404, 'HTTP 404 Not Found');
const NO_TOPIC = 'This server does not host this topic-partition.';
