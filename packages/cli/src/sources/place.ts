import { invalid, type Result } from '@catbird/engine';
import { trimSlashes, bucketAddress } from '@catbird/send';
import { withoutCredentials } from '../destinations/broker.ts';
import { readAddress } from '../infer/database/address.ts';
import type { DatabasePlace } from './database.ts';
import type { KafkaPlace } from './kafka.ts';
import type { S3Place } from './s3-bucket.ts';
import {
  readSource,
  type DatabaseSetting,
  type KafkaSetting,
  type S3Setting,
  type SourceSetting,
} from './setting.ts';

/** Where rows are, and who reads them. */
export type Place = { readonly kind: 'file'; readonly file: string } | DatabasePlace | KafkaPlace | S3Place;

type Environment = Readonly<Record<string, string | undefined>>;

/** The place that a text or the settings of a config name. Users and passwords that they lack come from the environment. */
export function placeIn(given: unknown, env: Environment): Result<{ readonly place: Place }> {
  const read = readSource(given);
  return read.ok ? placeOf(read.source, env) : read;
}

function placeOf(setting: SourceSetting, env: Environment): Result<{ readonly place: Place }> {
  switch (setting.kind) {
    case 'file':
      return { ok: true, place: setting };
    case 'kafka':
      return { ok: true, place: topicAt(setting.kafka, env) };
    case 's3':
      return objectsAt(setting.s3, env);
    default:
      return databaseAt(setting.kind, setting.database, env);
  }
}

function databaseAt(
  kind: DatabasePlace['kind'],
  { table, query, orderBy, final: isFinal = false, ...rest }: DatabaseSetting,
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
  { brokers, topic, isolation, tls = false, mechanism = 'plain', username, password, ...given }: KafkaSetting,
  env: Environment,
): KafkaPlace {
  return {
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
}

function registryAt(
  { schemaRegistry: url, ...login }: Omit<KafkaSetting, 'brokers' | 'topic'>,
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
  { bucket, prefix = '', addressing = 'auto', ...given }: S3Setting,
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
