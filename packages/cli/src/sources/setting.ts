import { invalid, type Result } from '@catbird/engine';
import { addressCheck, originFault } from '@catbird/send';
import * as z from 'zod/mini';

const text = z.string('Must be a text').check(z.minLength(1, 'Must not be empty'));
const login = { username: z.optional(text), password: z.optional(text) };
const database = {
  url: text,
  table: z.optional(text),
  query: z.optional(text),
  orderBy: z.optional(text),
  ...login,
};
const oneOf = z.check<{ readonly table?: string | undefined; readonly query?: string | undefined }>(
  ({ value, issues }) => {
    if ((value.table === undefined) === (value.query === undefined))
      issues.push({ code: 'custom', input: value, message: 'Set table, or query' });
  },
);
/** https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka/common/internals/Topic.java */
const topic = z
  .string('Must be the name of a topic')
  .check(z.regex(/^[a-zA-Z0-9._-]{1,249}$/, 'Must be the name of a topic'));

/** The settings of each kind of source. */
const KINDS = {
  file: text,
  postgres: z.strictObject(database).check(oneOf),
  mysql: z.strictObject(database).check(oneOf),
  clickhouse: z
    .strictObject({ ...database, final: z.optional(z.boolean('Must be true or false')) })
    .check(oneOf),
  kafka: z.strictObject({
    brokers: text,
    topic,
    isolation: z.optional(z.enum(['committed', 'uncommitted'], 'Must be committed or uncommitted')),
    tls: z.optional(z.boolean('Must be true or false')),
    mechanism: z.optional(
      z.enum(['plain', 'scram-sha-256', 'scram-sha-512'], 'Must be plain, scram-sha-256 or scram-sha-512'),
    ),
    ...login,
    schemaRegistry: z.optional(z.string('Must be an address').check(addressCheck(originFault))),
    schemaRegistryUser: z.optional(text),
    schemaRegistryPassword: z.optional(text),
    schemaRegistryToken: z.optional(text),
  }),
  s3: z.strictObject({
    bucket: text,
    prefix: z.optional(
      z
        .string('Must be a text')
        .check(z.regex(/^[^*?]*\*?$/, 'Must be what keys begin with: * may only be its end')),
    ),
    region: z.optional(text),
    endpoint: z.optional(
      z
        .string('Must be an address')
        .check(z.regex(/^https?:\/\/[^/?#]+\/*$/i, 'Must be an address such as https://host:9000')),
    ),
    addressing: z.optional(z.enum(['auto', 'host', 'path'], 'Must be auto, host or path')),
    accessKeyId: z.optional(text),
    secretAccessKey: z.optional(text),
    sessionToken: z.optional(text),
  }),
};

type Kinds = typeof KINDS;

/** Settings of a database. */
export type DatabaseSetting = z.output<Kinds['clickhouse']>;
/** Settings of a topic. */
export type KafkaSetting = z.output<Kinds['kafka']>;
/** Settings of a bucket. */
export type S3Setting = z.output<Kinds['s3']>;

/** Where rows are, as a config says it. */
export type SourceSetting =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'postgres' | 'mysql' | 'clickhouse'; readonly database: DatabaseSetting }
  | { readonly kind: 'kafka'; readonly kafka: KafkaSetting }
  | { readonly kind: 's3'; readonly s3: S3Setting };

const NAMES = Object.keys(KINDS).join(', ');

/** Reads `{ postgres: { url, table } }` and the like. A text alone is a path or an address of a command line, which must not have a password. */
export function readSource(given: unknown): Result<{ readonly source: SourceSetting }> {
  if (typeof given === 'string' && hasPassword(given))
    return invalid(
      'The address must not contain a password, because other people on the machine can read command lines: set CATBIRD_POSTGRES_PASSWORD, CATBIRD_MYSQL_PASSWORD or CATBIRD_CLICKHOUSE_PASSWORD',
    );
  const named = isFile(given) ? given.file : given;
  const parts = typeof named === 'string' ? partsOf(named) : named;
  if (typeof parts === 'string') return invalid(parts);
  const entries = typeof parts === 'object' && parts !== null ? Object.entries(parts) : [];
  const [entry, another] = entries;
  if (entry === undefined || another !== undefined)
    return invalid(`Must be a file, an address, or one of ${NAMES} with its settings`);
  return settingOf(...entry);
}

function settingOf(kind: string, value: unknown): Result<{ readonly source: SourceSetting }> {
  switch (kind) {
    case 'file':
      return checked(KINDS.file, kind, value, (file) => ({ kind, file }));
    case 'postgres':
    case 'mysql':
      return checked(KINDS[kind], kind, value, (database) => ({ kind, database }));
    case 'clickhouse':
      return checked(KINDS.clickhouse, kind, value, (database) => ({ kind, database }));
    case 'kafka':
      return checked(KINDS.kafka, kind, value, (kafka) => ({ kind, kafka }));
    case 's3':
      return checked(KINDS.s3, kind, value, (s3) => ({ kind, s3 }));
    default:
      return invalid(`Unknown kind of source ${kind}. Use one of ${NAMES}`);
  }
}

const hasPassword = (address: string): boolean => URL.canParse(address) && new URL(address).password !== '';

/** A text in a config is that of a file, or an address. */
const isFile = (given: unknown): given is { readonly file: unknown } =>
  typeof given === 'object' && given !== null && 'file' in given && Object.keys(given).length === 1;

function checked<Value>(
  schema: z.ZodMiniType<Value>,
  kind: string,
  given: unknown,
  make: (value: Value) => SourceSetting,
): Result<{ readonly source: SourceSetting }> {
  const read = z.safeParse(schema, given, { jitless: true });
  if (read.success) return { ok: true, source: make(read.data) };
  return invalid(
    ...read.error.issues.map((issue) => {
      const place = [kind, ...issue.path.map(String)].join('.');
      return issue.code === 'unrecognized_keys'
        ? `${place}: Unknown key ${issue.keys.join(', ')}`
        : `${place}: ${issue.message}`;
    }),
  );
}

/** Kinds by the scheme of an address. */
const SCHEMES: Readonly<Record<string, string>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  clickhouse: 'clickhouse',
  kafka: 'kafka',
  s3: 's3',
};

/** Parameters of an address that are settings of the source, not of the connection. */
const OWN: ReadonlySet<string> = new Set([
  'table',
  'query',
  'orderBy',
  'final',
  'isolation',
  'tls',
  'mechanism',
]);

/** Settings in an address: `postgres://reader@localhost/shop?table=orders`, `kafka://localhost:9092/orders`. A text says what is wrong. */
function partsOf(given: string): unknown {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given) ?? [];
  if (scheme === undefined) return { file: given };
  const kind = SCHEMES[scheme.toLowerCase()];
  if (kind === undefined)
    return `Unknown kind of source ${scheme}://. Use a file, or an address with ${Object.keys(SCHEMES).join(', ')}`;
  if (kind === 's3') return bucketIn(given);
  return kind === 'kafka' ? topicIn(given) : databaseIn(kind, given);
}

const booleanOf = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

function databaseIn(kind: string, given: string): unknown {
  if (!URL.canParse(given))
    return 'The address of a database must have a host, such as postgres://localhost:5432/shop?table=orders';
  const url = new URL(given);
  const own = Object.fromEntries([...url.searchParams].filter(([name]) => OWN.has(name)));
  for (const name of OWN) url.searchParams.delete(name);
  const { final } = own;
  return { [kind]: { ...own, ...(final !== undefined && { final: booleanOf(final) }), url: url.href } };
}

/** `s3://bucket/prefix*?region=eu-central-1`. */
function bucketIn(given: string): unknown {
  const [, bucket, prefix = '', query = ''] =
    /^s3:\/\/([^/?@]+)(?:\/([^?]*))?(?:\?(.*))?$/i.exec(given) ?? [];
  if (bucket === undefined)
    return 'The address of objects must have a bucket and what their keys begin with, such as s3://bucket/events/*. Keys of access are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  const own = Object.fromEntries(new URLSearchParams(query));
  if ('secretAccessKey' in own || 'sessionToken' in own)
    return 'The address must not contain a secret, because other people on the machine can read command lines: set AWS_SECRET_ACCESS_KEY';
  return { s3: { bucket, prefix, ...own } };
}

/** An address may have several brokers, which a URL may not. */
function topicIn(given: string): unknown {
  const [, user, brokers, topic, query = ''] =
    /^kafka:\/\/(?:([^@/?]+)@)?([^/?]+)\/([^?]+)(?:\?(.*))?$/i.exec(given) ?? [];
  if (brokers === undefined)
    return 'The address of a topic must have a broker and the topic, such as kafka://localhost:9092/orders';
  if (user?.includes(':') === true)
    return 'The address must not contain a password, because other people on the machine can read command lines: set CATBIRD_KAFKA_PASSWORD';
  const { tls, ...own } = Object.fromEntries(new URLSearchParams(query));
  if (
    'schemaRegistryPassword' in own ||
    'schemaRegistryToken' in own ||
    hasPassword(own['schemaRegistry'] ?? '')
  )
    return 'The address must not contain a secret, because other people on the machine can read command lines: set CATBIRD_SCHEMA_REGISTRY_PASSWORD or CATBIRD_SCHEMA_REGISTRY_TOKEN';
  return {
    kafka: {
      ...own,
      ...(tls !== undefined && { tls: booleanOf(tls) }),
      ...(user !== undefined && { username: decodeURIComponent(user) }),
      brokers,
      topic,
    },
  };
}
