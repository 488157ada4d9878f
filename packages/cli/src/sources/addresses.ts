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
export function settingsOf(given: string): unknown {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given) ?? [];
  if (scheme === undefined) return { file: given };
  const kind = SCHEMES[scheme.toLowerCase()];
  if (kind === undefined)
    return `Unknown kind of source ${scheme}://. Use a file, or an address with ${Object.keys(SCHEMES).join(', ')}`;
  if (kind === 's3') return bucketIn(given);
  return kind === 'kafka' ? topicIn(given) : databaseIn(kind, given);
}

/** Whether an address has a password. */
export const hasPassword = (address: string): boolean =>
  URL.canParse(address) && new URL(address).password !== '';

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
