import { invalid, isObject, type Result } from '@catbird/engine';
import { textCheck, bucketAddress, originFault, trimSlashes } from '@catbird/send';
import * as z from 'zod/mini';
import { withoutCredentials, readAddress } from '../systems/address.ts';
import type { DatabasePlace } from './database-rows.ts';
import type { KafkaPlace } from '../systems/kafka/source.ts';
import type { S3Place } from '../systems/s3/source.ts';
import { hasPassword, settingsOf } from './addresses.ts';

/** Where rows are, and who reads them. */
export type Place = { readonly kind: 'file'; readonly file: string } | DatabasePlace | KafkaPlace | S3Place;

type Environment = Readonly<Record<string, string | undefined>>;

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

const table = z.strictObject(database).check(oneOf);
const clickhouse = z
  .strictObject({ ...database, final: z.optional(z.boolean('Must be true or false')) })
  .check(oneOf);
const kafka = z.strictObject({
  brokers: text,
  topic,
  isolation: z.optional(z.enum(['committed', 'uncommitted'], 'Must be committed or uncommitted')),
  tls: z.optional(z.boolean('Must be true or false')),
  mechanism: z.optional(
    z.enum(['plain', 'scram-sha-256', 'scram-sha-512'], 'Must be plain, scram-sha-256 or scram-sha-512'),
  ),
  ...login,
  schemaRegistry: z.optional(z.string('Must be an address').check(textCheck(originFault))),
  schemaRegistryUser: z.optional(text),
  schemaRegistryPassword: z.optional(text),
  schemaRegistryToken: z.optional(text),
});
const s3 = z.strictObject({
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
});

type PlaceOf = (kind: string, given: unknown, env: Environment) => Result<{ readonly place: Place }>;

/** Checks the settings of a kind, and finds the place that they name. */
const kindOf =
  <Setting>(
    schema: z.ZodMiniType<Setting>,
    placeOf: (setting: Setting, env: Environment) => Result<{ readonly place: Place }>,
  ): PlaceOf =>
  (kind, given, env) => {
    const read = z.safeParse(schema, given, { jitless: true });
    if (read.success) return placeOf(read.data, env);
    return invalid(
      ...read.error.issues.map((issue) => {
        const place = [kind, ...issue.path.map(String)].join('.');
        return issue.code === 'unrecognized_keys'
          ? `${place}: Unknown key ${issue.keys.join(', ')}`
          : `${place}: ${issue.message}`;
      }),
    );
  };

/** The kinds of sources. */
const KINDS: ReadonlyMap<string, PlaceOf> = new Map([
  ['file', kindOf(text, (file) => ({ ok: true, place: { kind: 'file', file } }))],
  ['postgres', kindOf(table, (setting, env) => databaseAt('postgres', setting, env))],
  ['mysql', kindOf(table, (setting, env) => databaseAt('mysql', setting, env))],
  ['clickhouse', kindOf(clickhouse, (setting, env) => databaseAt('clickhouse', setting, env))],
  ['kafka', kindOf(kafka, topicAt)],
  ['s3', kindOf(s3, objectsAt)],
]);
const NAMES = [...KINDS.keys()].join(', ');

/**
 * The place that `{ postgres: { url, table } }` and the like name. A text alone is a path or an address of a command line, which must not
 * have a password. Users and passwords that are missing come from the environment.
 */
export function placeIn(given: unknown, env: Environment): Result<{ readonly place: Place }> {
  if (typeof given === 'string' && hasPassword(given))
    return invalid(
      'The address must not contain a password, because other people on the machine can read command lines: set CATBIRD_POSTGRES_PASSWORD, CATBIRD_MYSQL_PASSWORD or CATBIRD_CLICKHOUSE_PASSWORD',
    );
  const named = isFile(given) ? given.file : given;
  const settings = typeof named === 'string' ? settingsOf(named) : named;
  if (typeof settings === 'string') return invalid(settings);
  const [entry, another] = isObject(settings) ? Object.entries(settings) : [];
  if (entry === undefined || another !== undefined)
    return invalid(`Must be a file, an address, or one of ${NAMES} with its settings`);
  const [kind, setting] = entry;
  const placeOf = KINDS.get(kind);
  return placeOf === undefined
    ? invalid(`Unknown kind of source ${kind}. Use one of ${NAMES}`)
    : placeOf(kind, setting, env);
}

/** A text in a config is that of a file, or an address. */
const isFile = (given: unknown): given is { readonly file: unknown } =>
  isObject(given) && 'file' in given && Object.keys(given).length === 1;

function databaseAt(
  kind: DatabasePlace['kind'],
  { table, query, orderBy, final: isFinal = false, ...rest }: z.output<typeof clickhouse>,
  env: Environment,
): Result<{ readonly place: Place }> {
  const { url, username, password } = withoutCredentials({ ...rest, url: schemeOf(kind, rest.url) }, 'url');
  const read = readAddress(String(url), env);
  if (!read.ok) return read;
  const { address } = read;
  const given = (value: unknown, other: string | undefined): string | undefined =>
    typeof value === 'string' ? value : other;
  return {
    ok: true,
    place: {
      kind,
      address: {
        ...address,
        username: given(username, address.username),
        password: given(password, address.password),
      },
      rows: table === undefined ? { query: query ?? '' } : { table },
      isFinal,
      orderBy,
    },
  };
}

/** ClickHouse is also named by the address of its HTTP interface, as at its destination. */
function schemeOf(kind: DatabasePlace['kind'], url: string): string {
  if (kind !== 'clickhouse' || !/^https?:/.test(url) || !URL.canParse(url)) return url;
  const secure = new URL(url.replace(/^https?:/, 'clickhouse:'));
  if (url.startsWith('https:')) secure.searchParams.set('secure', 'true');
  return secure.href;
}

function topicAt(
  {
    brokers,
    topic,
    isolation,
    tls = false,
    mechanism = 'plain',
    username,
    password,
    ...given
  }: z.output<typeof kafka>,
  env: Environment,
): Result<{ readonly place: KafkaPlace }> {
  const place: KafkaPlace = {
    kind: 'kafka',
    login: {
      brokers,
      tls,
      mechanism,
      username: username ?? env['CATBIRD_KAFKA_USERNAME'],
      password: password ?? env['CATBIRD_KAFKA_PASSWORD'],
    },
    topic,
    isUncommitted: isolation === 'uncommitted',
    registry: registryAt(given, env),
  };
  return { ok: true, place };
}

function registryAt(
  { schemaRegistry: url, ...login }: Omit<z.output<typeof kafka>, 'brokers' | 'topic'>,
  env: Environment,
): KafkaPlace['registry'] {
  if (url === undefined) return undefined;
  return {
    url: trimSlashes(url),
    user: login.schemaRegistryUser ?? env['CATBIRD_SCHEMA_REGISTRY_USER'],
    password: login.schemaRegistryPassword ?? env['CATBIRD_SCHEMA_REGISTRY_PASSWORD'],
    token: login.schemaRegistryToken ?? env['CATBIRD_SCHEMA_REGISTRY_TOKEN'],
  };
}

/** What a setting is without one in the config: that of the destination, else that of AWS's own tools. */
const VARIABLES = {
  region: ['CATBIRD_S3_REGION', 'AWS_REGION', 'AWS_DEFAULT_REGION'],
  endpoint: ['CATBIRD_S3_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'],
  accessKeyId: ['CATBIRD_S3_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID'],
  secretAccessKey: ['CATBIRD_S3_SECRET_ACCESS_KEY', 'AWS_SECRET_ACCESS_KEY'],
  sessionToken: ['CATBIRD_S3_SESSION_TOKEN', 'AWS_SESSION_TOKEN'],
} as const;

function objectsAt(
  { bucket, prefix = '', addressing = 'auto', ...given }: z.output<typeof s3>,
  env: Environment,
): Result<{ readonly place: Place }> {
  const valueOf = (name: keyof typeof VARIABLES): string | undefined =>
    given[name] ?? VARIABLES[name].map((variable) => env[variable]).find((value) => value !== undefined);
  const [accessKeyId, secretAccessKey] = [valueOf('accessKeyId'), valueOf('secretAccessKey')];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return invalid(
      's3: set accessKeyId and secretAccessKey, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
    );
  const region = valueOf('region') ?? 'us-east-1';
  return {
    ok: true,
    place: {
      kind: 's3',
      bucket,
      prefix: prefix.replace(/\*$/, ''),
      address: bucketAddress({ bucket, region, endpoint: valueOf('endpoint'), addressing }),
      credentials: { region, accessKeyId, secretAccessKey, sessionToken: valueOf('sessionToken') },
    },
  };
}
