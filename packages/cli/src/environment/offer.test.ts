import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeFromEnvironment, fromEnvironment, offerNotes } from './offer.ts';

const home = await mkdtemp(join(tmpdir(), 'catbird-home-'));
await writeFile(
  join(home, '.my.cnf'),
  '[mysqld]\nport=1\n[client]\n# comment\nhost = db.example.com\nuser="me"\npassword=\'p#w\'\n[mysqldump]\nuser=x\n',
);
await writeFile(
  join(home, '.pgpass'),
  String.raw`# a comment
db.example.com:5432:shop:me:first\:half
*:*:*:you:any
`,
);
const keyFile = join(home, 'key.json');
const key = JSON.stringify({ type: 'service_account', project_id: 'of-key', client_email: 'a@b' });
await writeFile(keyFile, key);
await mkdir(join(home, 'person'));
const person = join(home, 'person', 'adc.json');
await writeFile(person, '{"type": "authorized_user"}');

const settings = (system: string, given: object, env: Record<string, string>) =>
  fromEnvironment(system, { ...given }, env).settings;

test.each([
  [
    'postgres',
    {},
    { PGHOST: 'h', PGUSER: 'me', PGPASSWORD: 's' },
    { url: 'postgres://h/', username: 'me', password: 's' },
  ],
  ['postgres', {}, { PGDATABASE: 'a/b', PGPORT: '5433' }, { url: 'postgres://localhost:5433/a%2Fb' }],
  ['postgres', {}, { PGHOST: 'h', PGSSLMODE: 'require' }, { url: 'postgres://h/?sslmode=require' }],
  ['postgres', {}, { PGHOST: 'h', PGSSLMODE: 'prefer' }, { url: 'postgres://h/' }],
  [
    'postgres',
    {},
    { DATABASE_URL: 'postgres://me:s%40@h:1/shop?sslmode=require', PGUSER: 'other' },
    { url: 'postgres://h:1/shop?sslmode=require', username: 'me', password: 's@' },
  ],
  ['postgres', {}, { DATABASE_URL: 'mysql://me:s@h/shop' }, {}],
  [
    'postgres',
    { url: 'postgres://x/shop' },
    { PGPASSWORD: 's' },
    { url: 'postgres://x/shop', password: 's' },
  ],
  [
    'postgres',
    { url: 'postgres://h:5432/shop' },
    { PGHOST: 'h', PGPASSWORD: 's' },
    { url: 'postgres://h:5432/shop', password: 's' },
  ],
  [
    'postgres',
    { url: 'postgres://db.example.com/shop', username: 'me' },
    { HOME: home },
    { url: 'postgres://db.example.com/shop', username: 'me', password: 'first:half' },
  ],
  [
    'postgres',
    { url: 'postgres://db.example.com/other', username: 'me' },
    { HOME: home },
    { url: 'postgres://db.example.com/other', username: 'me' },
  ],
  [
    'postgres',
    { url: 'postgres://any/x' },
    { HOME: home, PGUSER: 'you' },
    { url: 'postgres://any/x', username: 'you', password: 'any' },
  ],
  [
    'mysql',
    {},
    { HOME: home, MYSQL_HOST: 'other' },
    { url: 'mysql://db.example.com/', username: 'me', password: 'p#w' },
  ],
  [
    'mysql',
    {},
    { MYSQL_HOST: 'h', MYSQL_TCP_PORT: '3307', MYSQL_PWD: 's' },
    { url: 'mysql://h:3307/', password: 's' },
  ],
  [
    'clickhouse',
    { url: 'http://h' },
    { CLICKHOUSE_USER: 'u', CLICKHOUSE_PASSWORD: 's' },
    { url: 'http://h', username: 'u', password: 's' },
  ],
  [
    'elasticsearch',
    {},
    { ELASTICSEARCH_URL: 'https://u:p@h', ELASTIC_API_KEY: 'k' },
    { url: 'https://h/', apiKey: 'k' },
  ],
  [
    'elasticsearch',
    {},
    { ELASTICSEARCH_URL: 'https://u:p@h' },
    { url: 'https://h/', username: 'u', password: 'p' },
  ],
  [
    'elasticsearch',
    { url: 'https://a.es.eu.aws.elastic.cloud' },
    { ELASTIC_API_KEY: 'k' },
    { url: 'https://a.es.eu.aws.elastic.cloud', apiKey: 'k' },
  ],
  ['datadog', {}, { DD_API_KEY: 'k', DD_SITE: 'datadoghq.eu' }, { apiKey: 'k', site: 'datadoghq.eu' }],
  ['tinybird', { host: 'gcp_us_east4' }, { TINYBIRD_TOKEN: 't' }, { host: 'gcp_us_east4', token: 't' }],
  [
    'tinybird',
    {},
    { TINYBIRD_TOKEN: 't', TINYBIRD_URL: 'https://tb.example.com' },
    { endpoint: 'https://tb.example.com', token: 't' },
  ],
  [
    'gcp-pubsub',
    {},
    {
      PUBSUB_EMULATOR_HOST: 'localhost:8085',
      GOOGLE_APPLICATION_CREDENTIALS: keyFile,
      PUBSUB_PROJECT_ID: 'p',
    },
    { endpoint: 'http://localhost:8085', auth: 'none', project: 'p' },
  ],
  ['gcp-pubsub', {}, { GOOGLE_APPLICATION_CREDENTIALS: keyFile }, { serviceAccount: key, project: 'of-key' }],
  [
    'azure-blob',
    {},
    { AZURE_STORAGE_ACCOUNT: 'acc', AZURE_STORAGE_KEY: 'k', AZURE_STORAGE_SAS_TOKEN: 'sig=s' },
    { account: 'acc', sas: 'sig=s' },
  ],
  [
    'azure-blob',
    {},
    {
      AZURE_STORAGE_CONNECTION_STRING:
        'DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=a+/b==;EndpointSuffix=core.windows.net',
      AZURE_STORAGE_SAS_TOKEN: 'sig=s',
    },
    { account: 'acc', accountKey: 'a+/b==' },
  ],
  [
    'azure-blob',
    {},
    {
      AZURE_STORAGE_CONNECTION_STRING:
        'AccountName=acc;BlobEndpoint=http://127.0.0.1:10000/acc;AccountKey=aa==',
    },
    { account: 'acc', endpoint: 'http://127.0.0.1:10000/acc', accountKey: 'aa==' },
  ],
  [
    'otlp',
    {},
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc=',
    },
    { endpoint: 'http://h:4318', headerName: 'Authorization', headerValue: 'Basic abc=' },
  ],
  [
    'otlp',
    { signal: 'traces' },
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x/v1/traces', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h' },
    { signal: 'traces', endpoint: 'http://t/x' },
  ],
  ['registry', {}, { SCHEMA_REGISTRY_URL: 'http://r:8081' }, { schemaRegistry: 'http://r:8081' }],
  [
    'aws-kinesis',
    {},
    {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'i',
      AWS_SECRET_ACCESS_KEY: 's',
      AWS_ENDPOINT_URL: 'http://h',
    },
    { region: 'eu-west-1', endpoint: 'http://h', accessKeyId: 'i', secretAccessKey: 's' },
  ],
  [
    's3',
    { endpoint: 'http://minio:9000' },
    { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 's' },
    { endpoint: 'http://minio:9000', accessKeyId: 'i', secretAccessKey: 's' },
  ],
  [
    'aws-sqs',
    { queueUrl: 'https://sqs.eu-west-1.amazonaws.com/1/q' },
    { AWS_REGION: 'us-east-1' },
    { queueUrl: 'https://sqs.eu-west-1.amazonaws.com/1/q' },
  ],
  [
    's3',
    { accessKeyId: 'mine' },
    { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 's' },
    { accessKeyId: 'mine' },
  ],
  ['http', { url: 'http://h' }, { PGPASSWORD: 's' }, { url: 'http://h' }],
] as const)('%s, %j: the environment completes it', (system, given, env, expected) => {
  const { settings, used } = fromEnvironment(system, given, env);
  const { settings: all } = {
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  };
  expect(all).toEqual(expected);
  if (Object.keys(expected).length > Object.keys(given).length) expect(used).not.toEqual([]);
});

/** What is for one place, and given with another. */
test.each([
  [
    'postgres',
    { url: 'postgres://other/shop' },
    { PGHOST: 'h', PGPASSWORD: 'needle' },
    'Not used: PGPASSWORD, as PGHOST names another host',
  ],
  [
    'mysql',
    { url: 'mysql://other/shop' },
    { HOME: home },
    'Not used: user in ~/.my.cnf, password in ~/.my.cnf, as host in ~/.my.cnf names another host',
  ],
  [
    'elasticsearch',
    { url: 'https://other' },
    { ELASTICSEARCH_URL: 'https://h', ELASTIC_API_KEY: 'needle' },
    'Not used: ELASTIC_API_KEY, as it is for ELASTICSEARCH_URL and Elastic Cloud',
  ],
  [
    'elasticsearch',
    { url: 'https://evil/.elastic.cloud' },
    { ELASTIC_API_KEY: 'needle' },
    'Not used: ELASTIC_API_KEY',
  ],
  ['elasticsearch', { url: 'https://evil?.elastic.cloud' }, { ELASTIC_API_KEY: 'needle' }, 'Not used'],
  [
    's3',
    { endpoint: String.raw`https://evil\.amazonaws.com` },
    { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 'needle', AWS_SESSION_TOKEN: 'needle' },
    'Not used',
  ],
  [
    'elasticsearch',
    { url: 'http://a.elastic.cloud' },
    { ELASTIC_API_KEY: 'needle' },
    'Not used: ELASTIC_API_KEY',
  ],
  [
    'datadog',
    { endpoint: 'https://other' },
    { DD_API_KEY: 'needle' },
    'Not used: DD_API_KEY, as it is for Datadog',
  ],
  [
    'tinybird',
    { endpoint: 'https://tinybird.co.other' },
    { TINYBIRD_TOKEN: 'needle' },
    'Not used: TINYBIRD_TOKEN, as it is for Tinybird',
  ],
  [
    'gcp-pubsub',
    { endpoint: 'https://pubsub.googleapis.com.other' },
    { GOOGLE_APPLICATION_CREDENTIALS: keyFile },
    'Not used: GOOGLE_APPLICATION_CREDENTIALS, as it is for pubsub.googleapis.com',
  ],
  [
    'gcp-pubsub',
    {},
    { GOOGLE_APPLICATION_CREDENTIALS: person },
    'Not used: GOOGLE_APPLICATION_CREDENTIALS, as it is not the file of a key of a service account',
  ],
  [
    'azure-blob',
    { account: 'other' },
    { AZURE_STORAGE_ACCOUNT: 'acc', AZURE_STORAGE_KEY: 'needle' },
    'Not used: AZURE_STORAGE_KEY, as it is for another account or endpoint',
  ],
  [
    'azure-blob',
    { account: 'acc', endpoint: 'https://other' },
    { AZURE_STORAGE_ACCOUNT: 'acc', AZURE_STORAGE_SAS_TOKEN: 'needle' },
    'Not used: AZURE_STORAGE_SAS_TOKEN',
  ],
  [
    'otlp',
    { endpoint: 'http://other' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h', OTEL_EXPORTER_OTLP_HEADERS: 'a=needle' },
    'Not used: OTEL_EXPORTER_OTLP_HEADERS, as it is for OTEL_EXPORTER_OTLP_ENDPOINT',
  ],
  [
    'otlp',
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h:4317', OTEL_EXPORTER_OTLP_HEADERS: 'a=needle' },
    'Not used: OTEL_EXPORTER_OTLP_ENDPOINT is for gRPC. Set --endpoint to that of OTLP over HTTP, usually on port 4318',
  ],
  [
    'otlp',
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'Not used: OTEL_EXPORTER_OTLP_ENDPOINT is for gRPC',
  ],
  [
    'otlp',
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h', OTEL_EXPORTER_OTLP_HEADERS: 'a=needle,b=c' },
    'Not used: OTEL_EXPORTER_OTLP_HEADERS has several headers',
  ],
  [
    's3',
    { endpoint: 'https://other' },
    { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 'needle', AWS_SESSION_TOKEN: 'needle' },
    'Not used: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, as they are for AWS and AWS_ENDPOINT_URL',
  ],
  ...[
    ['s3', { endpoint: 'https://evil.execute-api.us-east-1.amazonaws.com' }],
    ['s3', { endpoint: 'https://evil.s3-website-us-east-1.amazonaws.com' }],
    ['aws-sqs', { queueUrl: 'https://sqs.evil.elb.amazonaws.com/1/q' }],
    ['aws-sns', { snsOptions: '{"endpoint": "https://evil.lambda-url.us-east-1.amazonaws.com"}' }],
  ].map(
    ([system, given]) =>
      [
        system as string,
        given as Readonly<Record<string, unknown>>,
        { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 'needle', AWS_SESSION_TOKEN: 'needle' },
        'Not used: AWS_ACCESS_KEY_ID',
      ] as const,
  ),
  [
    'aws-sqs',
    { queueUrl: 'https://sqs.eu-west-1.amazonaws.com.other/1/q' },
    { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 'needle', AWS_SESSION_TOKEN: 'needle' },
    'Not used: AWS_ACCESS_KEY_ID',
  ],
  [
    'postgres',
    {},
    { PGHOST: '/var/run/postgresql', PGPASSWORD: 'needle' },
    'Not used: PGHOST, which names no single host',
  ],
] as const)(
  '%s, %j: a login for another place is not used, and a note says so',
  (system, given, env, note) => {
    const offer = fromEnvironment(system, given, env);
    expect(JSON.stringify(offer.settings)).not.toContain('needle');
    expect(JSON.stringify(offer.settings)).not.toContain('p#w');
    expect(JSON.stringify(offer.settings)).not.toContain('client_email');
    expect(offerNotes(offer).join('\n')).toContain(note);
    expect(offerNotes(offer).join('\n')).not.toContain('needle');
  },
);

test('own variables win over those of tools, for sources as for destinations', () => {
  const env = { CATBIRD_POSTGRES_PASSWORD: 'own', PGPASSWORD: 'theirs', PGUSER: 'me' };
  const { settings: found, used } = fromEnvironment('postgres', { url: 'postgres://h/x' }, env, {
    isOwn: true,
  });
  expect(found).toEqual({ url: 'postgres://h/x', username: 'me', password: 'own' });
  expect(used).toEqual(['PGUSER']);
  const elsewhere = { ...env, CATBIRD_POSTGRES_URL: 'postgres://other/x' };
  expect(fromEnvironment('postgres', { url: 'postgres://h/x' }, elsewhere, { isOwn: true }).settings).toEqual(
    {
      url: 'postgres://h/x',
      username: 'me',
      password: 'theirs',
    },
  );
  expect(settings('postgres', {}, { PGHOST: '', PGPASSWORD: '' })).toEqual({});
});

test.each([
  ['s3', { endpoint: 'https://s3.dualstack.eu-west-1.amazonaws.com' }],
  ['s3', { endpoint: 'https://bucket.vpce-1a2b.s3.eu-west-1.vpce.amazonaws.com' }],
  ['aws-sqs', { queueUrl: 'https://sqs-fips.us-east-1.amazonaws.com/1/q' }],
  ['aws-sns', { snsOptions: { endpoint: 'https://sns.cn-north-1.amazonaws.com.cn' } }],
])('a session token is for every host of %s: %j', (system, given) => {
  const env = { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't' };
  expect(settings(system, given, env)).toMatchObject({ sessionToken: 't' });
});

test('keys of AWS sign in to brokers of MSK only', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 's' };
  const broker = 'b-1.demo.abc.c2.kafka.eu-west-1.amazonaws.com:9098';
  const at = (brokers: string) => completeFromEnvironment('kafka', { mechanism: 'msk-iam', brokers }, env);
  expect(await (await at(broker)).awsKeys?.()).toEqual({ accessKeyId: 'i', secretAccessKey: 's' });
  for (const brokers of ['evil.example.com:9098', `evil.example.com:9098,${broker}`]) {
    const { awsKeys, notes } = await at(brokers);
    expect(awsKeys).toBeUndefined();
    expect(notes).toEqual(['Not used: keys of AWS, as they are for brokers of Amazon MSK']);
  }
});
