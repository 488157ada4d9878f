import { invalid, isObject, type Result } from '@catbird/engine';
import { textCheck, bucketAddress, originFault, trimSlashes } from '@catbird/send';
import * as z from 'zod/mini';
import { completeFromEnvironment, fromEnvironment, offerNotes } from '../environment/offer.ts';
import type { Environment } from '../environment/tool.ts';
import { databaseIn } from '../systems/database-address.ts';
import type { DatabasePlace } from './database-rows.ts';
import type { KafkaPlace } from '../systems/kafka/source.ts';
import type { S3Place } from '../systems/s3/source.ts';
import { hasPassword, settingsOf } from './addresses.ts';

/** Where rows are, and who reads them. */
export type Place = { readonly kind: 'file'; readonly file: string } | DatabasePlace | KafkaPlace | S3Place;

const text = z.string('Must be a text').check(z.minLength(1, 'Must not be empty'));
const login = { username: z.optional(text), password: z.optional(text) };
const database = {
  url: z.optional(text),
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
    z.enum(
      ['plain', 'scram-sha-256', 'scram-sha-512', 'msk-iam'],
      'Must be plain, scram-sha-256, scram-sha-512 or msk-iam',
    ),
  ),
  ...login,
  schemaRegistry: z.optional(z.string('Must be an address').check(textCheck(originFault))),
  schemaRegistryUser: z.optional(text),
  schemaRegistryPassword: z.optional(text),
  schemaRegistryToken: z.optional(text),
});
const objects = {
  region: z.optional(text),
  endpoint: z.optional(
    z
      .string('Must be an address')
      .check(z.regex(/^https?:\/\/[^/?#]+\/*$/i, 'Must be an address such as https://host:9000')),
  ),
};
const s3 = z.strictObject({
  bucket: text,
  prefix: z.optional(
    z
      .string('Must be a text')
      .check(z.regex(/^[^*?]*\*?$/, 'Must be what keys begin with: * may only be its end')),
  ),
  ...objects,
  addressing: z.optional(z.enum(['auto', 'host', 'path'], 'Must be auto, host or path')),
  accessKeyId: z.optional(text),
  secretAccessKey: z.optional(text),
  sessionToken: z.optional(text),
});

/** A place, with what of its settings is from the environment, for people. */
type Placing = Result<{ readonly place: Place; readonly notes: readonly string[] }>;

/** Where missing settings are looked for. */
interface Around {
  readonly env: Environment;
  /** Whether no service may be asked. Keys that one would have are no issue. */
  readonly isOffline?: boolean | undefined;
}

type PlaceOf = (kind: string, given: unknown, around: Around) => Promise<Placing>;

/** Checks the settings of a kind, and finds the place that they name. */
const kindOf =
  <Setting>(
    schema: z.ZodMiniType<Setting>,
    placeOf: (setting: Setting, around: Around) => Promise<Placing> | Placing,
  ): PlaceOf =>
  async (kind, given, around) => {
    const read = z.safeParse(schema, given, { jitless: true });
    if (read.success) return placeOf(read.data, around);
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
  ['file', kindOf(text, (file) => ({ ok: true, place: { kind: 'file', file }, notes: [] }))],
  ['postgres', kindOf(table, (setting, { env }) => databaseAt('postgres', setting, env))],
  ['mysql', kindOf(table, (setting, { env }) => databaseAt('mysql', setting, env))],
  ['clickhouse', kindOf(clickhouse, (setting, { env }) => databaseAt('clickhouse', setting, env))],
  ['kafka', kindOf(kafka, topicAt)],
  ['s3', kindOf(s3, objectsAt)],
]);
const NAMES = [...KINDS.keys()].join(', ');

/**
 * The place that `{ postgres: { url, table } }` and the like name. A text alone is a path or an address of a command line, which must not
 * have a password. Users and passwords that are missing come from the environment.
 */
export async function placeIn(given: unknown, around: Around): Promise<Placing> {
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
    : placeOf(kind, setting, around);
}

/** A text in a config is that of a file, or an address. */
const isFile = (given: unknown): given is { readonly file: unknown } =>
  isObject(given) && 'file' in given && Object.keys(given).length === 1;

function databaseAt(
  kind: DatabasePlace['kind'],
  { table, query, orderBy, final: isFinal = false, url, ...login }: z.output<typeof clickhouse>,
  env: Environment,
): Placing {
  const given = url === undefined ? login : { ...login, url: schemeOf(kind, url) };
  const read = databaseIn(kind, given, env);
  if (!read.ok) return read;
  const { address, notes } = read;
  const rows = table === undefined ? { query: query ?? '' } : { table };
  return { ok: true, place: { kind, address, rows, isFinal, orderBy }, notes };
}

/** ClickHouse is also named by the address of its HTTP interface, as at its destination. */
function schemeOf(kind: DatabasePlace['kind'], url: string): string {
  if (kind !== 'clickhouse' || !/^https?:/.test(url) || !URL.canParse(url)) return url;
  const secure = new URL(url.replace(/^https?:/, 'clickhouse:'));
  if (url.startsWith('https:')) secure.searchParams.set('secure', 'true');
  return secure.href;
}

async function topicAt(
  {
    brokers,
    topic,
    isolation,
    mechanism = 'plain',
    tls = mechanism === 'msk-iam',
    username,
    password,
    ...given
  }: z.output<typeof kafka>,
  { env, isOffline }: Around,
): Promise<Placing> {
  const wanted = { brokers, mechanism, username, password };
  const own = await completeFromEnvironment('kafka', wanted, env, { isOwn: true, isOffline });
  const registry = registryIn(given, env);
  const place: KafkaPlace = {
    kind: 'kafka',
    login: { brokers, tls, mechanism, ...z.parse(z.object(login), own.settings) },
    topic,
    isUncommitted: isolation === 'uncommitted',
    registry: registry.address,
    awsKeys: own.awsKeys,
  };
  return { ok: true, place, notes: [...offerNotes(own), ...registry.notes] };
}

/** The registry of a topic, which its tools' variable may name. */
function registryIn(
  given: Omit<z.output<typeof kafka>, 'brokers' | 'topic'>,
  env: Environment,
): { readonly address: KafkaPlace['registry']; readonly notes: readonly string[] } {
  const offer = fromEnvironment('registry', given, env, { isOwn: true });
  const {
    schemaRegistry: url,
    schemaRegistryUser: user,
    schemaRegistryPassword: password,
    schemaRegistryToken: token,
  } = z.parse(z.partial(kafka), offer.settings);
  return url === undefined
    ? { address: undefined, notes: [] }
    : { address: { url: trimSlashes(url), user, password, token }, notes: offerNotes(offer) };
}

async function objectsAt(
  { bucket, prefix = '', addressing = 'auto', ...given }: z.output<typeof s3>,
  { env, isOffline }: Around,
): Promise<Placing> {
  const offer = await completeFromEnvironment('s3', given, env, { isOwn: true, isOffline });
  const settings = z.safeParse(keys, offer.settings);
  if (!settings.success)
    return invalid(`s3: set accessKeyId and secretAccessKey. Nothing in ${offer.looked}`);
  const { region = 'us-east-1', endpoint, ...login } = settings.data;
  return {
    ok: true,
    place: {
      kind: 's3',
      bucket,
      prefix: prefix.replace(/\*$/, ''),
      address: bucketAddress({ bucket, region, endpoint, addressing }),
      credentials: { region, ...login },
      keys: offer.awsKeys,
    },
    notes: offerNotes(offer),
  };
}

/** What a bucket needs, once all settings are found. */
const keys = z.object({
  ...objects,
  accessKeyId: text,
  secretAccessKey: text,
  sessionToken: z.optional(text),
});
