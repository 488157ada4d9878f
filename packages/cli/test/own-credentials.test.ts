import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { findProgram } from '../../../scripts/programs.js';
import { startAwsKinesis } from '../../../test/services/aws-kinesis.ts';
import { EXAMPLE_KEYS } from '../../../test/services/aws-json.ts';
import { startS3 } from '../../../test/services/s3.ts';
import { mariadb, PASSWORD as MARIADB_PASSWORD, PROGRAMS, started, USER } from './brokers/mysql.ts';
import { PASSWORD, psql } from './brokers/postgres.ts';
import { BIN, start } from './catbird.ts';
import { here } from './here.ts';

const folder = await mkdtemp(join(tmpdir(), 'catbird-own-'));
const closing: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))));
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

/** Listens on a free port of this machine until the test ends. */
async function listening(server: Pick<Server, 'listen' | 'address' | 'close' | 'once'>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server as Server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Text that other tools hold as credentials, each another one. */
const needle = (name: string): string => `needle-${name.toLowerCase()}`;
const SECRETS =
  `PGPASSWORD MYSQL_PWD ELASTIC_API_KEY AZURE_STORAGE_KEY AZURE_STORAGE_SAS_TOKEN TINYBIRD_TOKEN DD_API_KEY
  AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ACCESS_KEY_ID`.split(/\s+/);
const OTHERS = {
  PGHOST: 'postgres.invalid',
  MYSQL_HOST: 'mysql.invalid',
  ELASTICSEARCH_URL: 'https://elastic.invalid',
  AZURE_STORAGE_ACCOUNT: 'acc',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel.invalid',
  OTEL_EXPORTER_OTLP_HEADERS: `x-key=${needle('otel')}`,
  TINYBIRD_URL: 'https://tinybird.invalid',
  GOOGLE_APPLICATION_CREDENTIALS: at('key.json'),
};
const ENV: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SECRETS.map((name) => [name, needle(name)])),
  ...OTHERS,
  HOME: folder,
  DATABASE_URL: `postgres://me:${needle('database-url')}@database.invalid/x`,
};
await writeFile(
  at('key.json'),
  JSON.stringify({
    type: 'service_account',
    client_email: needle('email'),
    private_key: needle('private'),
    project_id: 'p',
  }),
);
await writeFile(at('.my.cnf'), `[client]\nhost=file.invalid\npassword=${needle('my-cnf')}\n`);
await writeFile(at('.pgpass'), `pass.invalid:*:*:*:${needle('pgpass')}\n`);

/** Keeps all bytes that reach it, and answers with them, as an error. */
async function recorder(
  greets: boolean,
): Promise<{ readonly port: number; readonly received: () => string }> {
  const pieces: Buffer[] = [];
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    if (greets) socket.end('no greeting of any protocol');
    socket.on('data', (piece) => {
      pieces.push(piece);
      socket.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-length: ${piece.length}\r\n\r\n${piece.toString('latin1')}`,
      );
    });
  });
  const port = await listening(server as unknown as Server);
  return { port, received: () => Buffer.concat(pieces).toString('latin1') };
}

const here127 = (port: number): string => `http://127.0.0.1:${port}`;

/** A place on this machine for each destination, which no other tool names. */
const FOREIGN: Readonly<Record<string, (port: number) => Readonly<Record<string, unknown>>>> = {
  'aws-eventbridge': (port) => ({
    region: 'us-east-1',
    source: 's',
    detailType: 'd',
    endpoint: here127(port),
  }),
  'aws-firehose': (port) => ({ region: 'us-east-1', deliveryStream: 'd', endpoint: here127(port) }),
  'aws-kinesis': (port) => ({
    region: 'us-east-1',
    streamName: 'd',
    endpoint: here127(port),
  }),
  'aws-sns': (port) => ({
    region: 'us-east-1',
    topicArn: 'arn:aws:sns:us-east-1:1:t',
    snsOptions: { endpoint: here127(port) },
  }),
  'aws-sqs': (port) => ({ region: 'us-east-1', queueUrl: `${here127(port)}/1/q` }),
  'azure-blob': (port) => ({ account: 'acc', container: 'events', endpoint: here127(port) }),
  clickhouse: (port) => ({ url: here127(port), table: 't' }),
  datadog: (port) => ({ endpoint: here127(port) }),
  elasticsearch: (port) => ({ url: here127(port), index: 'events' }),
  'gcp-pubsub': (port) => ({ project: 'p', topic: 'topic', endpoint: here127(port) }),
  http: (port) => ({ url: here127(port) }),
  kafka: (port) => ({ brokers: `127.0.0.1:${port}`, topic: 't' }),
  'kafka-rest': (port) => ({ url: here127(port), topic: 't' }),
  loki: (port) => ({ url: here127(port) }),
  mqtt: (port) => ({ url: `mqtt://127.0.0.1:${port}`, topic: 't' }),
  mysql: (port) => ({ url: `mysql://127.0.0.1:${port}/x`, table: 't' }),
  nats: (port) => ({ url: `nats://127.0.0.1:${port}`, subject: 't' }),
  otlp: (port) => ({ endpoint: here127(port) }),
  postgres: (port) => ({ url: `postgres://127.0.0.1:${port}/x`, table: 't' }),
  rabbitmq: (port) => ({ url: `amqp://127.0.0.1:${port}`, queue: 't' }),
  redis: (port) => ({ url: `redis://127.0.0.1:${port}`, stream: 't' }),
  s3: (port) => ({ bucket: 'bucket', endpoint: here127(port) }),
  socket: (port) => ({ url: `tcp://127.0.0.1:${port}` }),
  splunk: (port) => ({ url: here127(port), token: 'own' }),
  tinybird: (port) => ({ endpoint: here127(port), datasource: 'events' }),
};

test.each(Object.keys(FOREIGN))(
  '%s: no credential of another place is sent, printed or kept',
  async (destination) => {
    const { port, received } = await recorder(destination === 'mysql' || destination === 'nats');
    const record = at(`${destination}.record.json`);
    const settings = FOREIGN[destination]?.(port) ?? {};
    const config = { destination, settings, limit: 2, eps: 100, delivery: { attempts: 1, timeout: '5s' } };
    const args = ['run', '-', '--record', record, '--logs'];
    const sent = await here(args, { env: ENV, input: JSON.stringify(config) });
    const kept = (await readdir(folder)).includes(`${destination}.record.json`)
      ? await readFile(record, 'utf8')
      : '';
    const bytes = received();
    const decoded = bytes.replaceAll(/[A-Za-z0-9+/]{12,}={0,2}/g, (each) =>
      Buffer.from(each, 'base64').toString('latin1'),
    );
    for (const text of [bytes, decoded, sent.out, sent.err, kept]) expect(text).not.toContain('needle-');
    // A plain socket has no answers, and all is read here.
    expect(sent.code !== 0).toBe(destination !== 'socket');
  },
);

test('a login reaches the place that its own tool names, and nothing else does', async () => {
  const { port, received } = await recorder(false);
  const url = here127(port);
  const env = { ...ENV, ELASTICSEARCH_URL: url, TINYBIRD_URL: url, OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const only = async (args: readonly string[], secret: string): Promise<void> => {
    const before = received().length;
    const sent = await here([...args, '--limit', '1', '--attempts', '1'], { env });
    expect(sent.err).not.toContain('needle-');
    expect([
      ...new Set(
        received()
          .slice(before)
          .match(/needle-[\w-]+/g),
      ),
    ]).toEqual([secret]);
  };
  await only(['elasticsearch', '--index', 'events'], needle('ELASTIC_API_KEY'));
  await only(['tinybird', '--datasource', 'events'], needle('TINYBIRD_TOKEN'));
  await only(['otlp'], needle('otel'));
});

test('the file of a Tinybird project is found in a folder above', async () => {
  const { port, received } = await recorder(false);
  const inner = at('project/inner');
  await mkdir(inner, { recursive: true });
  const file = { host: here127(port), token: needle('tinyb') };
  await writeFile(at('project/.tinyb'), JSON.stringify(file));
  const args = [BIN, 'check', 'tinybird', '--datasource', 'events'];
  const options = { cwd: inner, env: { HOME: folder }, encoding: 'utf8' } as const;
  // The recorder refuses it.
  const { status, stderr } = await new Promise<{ status: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, args, options, (error, _out, words) =>
      resolve({ status: error?.code, stderr: words }),
    );
  });
  expect(stderr).toContain('From the environment: host in .tinyb, token in .tinyb\n');
  expect(stderr).not.toContain('needle-');
  expect(status).toBe(1);
  expect(received()).toContain(needle('tinyb'));
});

test('the file of a Tinybird project in a folder of somebody else gets no token of the environment', async () => {
  const { port, received } = await recorder(false);
  const inner = at('crafted');
  await mkdir(inner, { recursive: true });
  const env = {
    HOME: folder,
    AWS_SECRET_ACCESS_KEY: needle('aws'),
    TINYBIRD_TOKEN: needle('TINYBIRD_TOKEN'),
  };
  const check = async (token: string, used: Readonly<Record<string, string>>): Promise<string> => {
    await writeFile(join(inner, 'tinybird.json'), JSON.stringify({ token, baseUrl: here127(port) }));
    const args = [BIN, 'check', 'tinybird', '--datasource', 'events'];
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: inner, env: used, encoding: 'utf8' }, (_error, _out, words) =>
        resolve(words),
      );
    });
  };
  expect(await check('${TINYBIRD_TOKEN}', env)).toContain('Not used: TINYBIRD_TOKEN, as it is for Tinybird');
  const { TINYBIRD_TOKEN: _, ...others } = env;
  expect(await check('${AWS_SECRET_ACCESS_KEY}', others)).toContain(
    'token in tinybird.json names AWS_SECRET_ACCESS_KEY: only variables that begin with TINYBIRD_ or TB_ are read',
  );
  expect(received()).not.toContain('needle-');
});

test('check says what was used, by name, and where nothing was found', async () => {
  const { port } = await recorder(false);
  const env = { DD_API_KEY: 'k', ELASTICSEARCH_URL: here127(port), ELASTIC_API_KEY: needle('x') };
  const checked = await here(['check', 'elasticsearch', '--index', 'events'], { env });
  expect(checked.err).toMatch(/^From the environment: ELASTICSEARCH_URL, ELASTIC_API_KEY\n/);
  expect(checked.err).not.toContain('needle-');
  expect(await here(['check', 'postgres', '--table', 't'])).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      '--url: Required, such as postgres://localhost:5432/shop?sslmode=require. Nothing in PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD, PGSSLMODE, DATABASE_URL and ~/.pgpass',
    ) as unknown,
  });
  expect(await here(['check', 'aws-kinesis', '--stream-name', 's', '--region', 'us-east-1'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('the role of this container or instance') as unknown,
  });
  const grpc = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4317' };
  expect((await here(['otlp', '--limit', '1'], { env: grpc })).err).toContain(
    'Not used: OTEL_EXPORTER_OTLP_ENDPOINT is for gRPC. Set --endpoint to that of OTLP over HTTP, usually on port 4318',
  );
});

/** Answers what AWS's own endpoints answer, and counts requests for keys. */
async function roleService(
  answer: (asked: number) => object,
): Promise<{ readonly url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    const { url = '', method } = request;
    if (method === 'PUT' && url === '/latest/api/token') {
      response.setHeader('x-aws-ec2-metadata-token-ttl-seconds', '21600');
      response.end('a-session');
    } else if (/security-credentials\/?$/.test(url)) response.end('a-role');
    else if (/security-credentials\/a-role$|^\/keys$/.test(url)) {
      asked++;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(asked)));
    } else response.writeHead(404).end();
  });
  const port = await listening(server);
  return { url: here127(port), asked: () => asked };
}

describe('keys of AWS come', () => {
  const SESSION = 'a-session-token-of-a-role';
  const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const keys = (minutes: number) => ({
    Code: 'Success',
    AccessKeyId: EXAMPLE_KEYS.accessKeyId,
    SecretAccessKey: EXAMPLE_KEYS.secretAccessKey,
    Token: SESSION,
    Expiration: inMinutes(minutes),
  });
  const kinesis = ['aws-kinesis', '--stream-name', 'events', '--eps', '1000', '--limit', '40'];

  test('from the role of a container, and are renewed before they end', async () => {
    const service = await startAwsKinesis({ sessionToken: SESSION });
    closing.push(() => service.close());
    // The first keys have ended when they are used, and Kinesis does not know them.
    const role = await roleService((asked) =>
      asked === 1 ? { ...keys(-1), AccessKeyId: 'AKIAOLD', SecretAccessKey: 'old' } : keys(60),
    );
    const env = {
      AWS_REGION: EXAMPLE_KEYS.region,
      AWS_ENDPOINT_URL_KINESIS: service.url,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${role.url}/keys`,
    };
    const { code, err } = await start(kinesis, { env }).ended;
    expect(err).toContain(
      'From the environment: AWS_REGION, AWS_ENDPOINT_URL_KINESIS, role of the container\n',
    );
    expect(code, err).toBe(0);
    expect(err).not.toContain(SESSION);
    expect(service.rows).toHaveLength(40);
    expect(service.faults).toEqual([]);
    expect(role.asked()).toBe(2);
  });

  test('from the role of an instance', async () => {
    const service = await startAwsKinesis({ sessionToken: SESSION });
    closing.push(() => service.close());
    const role = await roleService(() => keys(60));
    const env = {
      AWS_REGION: EXAMPLE_KEYS.region,
      AWS_ENDPOINT_URL: service.url,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: role.url,
      AWS_EC2_METADATA_DISABLED: 'false',
    };
    const { code, err } = await start([...kinesis, '--workers', '2'], { env }).ended;
    expect(code, err).toBe(0);
    expect(err).toContain('role of the instance');
    expect(service.rows).toHaveLength(40);
    expect(service.faults).toEqual([]);
  });

  test('from a profile with its region: for a destination, its verification, and a state', async () => {
    const bucket = {
      bucket: 'events',
      region: 'eu-west-3',
      accessKeyId: 'AKIAPROFILE',
      secretAccessKey: 'a-secret-of-a-profile',
    };
    const service = await startS3(bucket);
    closing.push(() => service.close());
    await writeFile(
      at('credentials'),
      `[dev]\naws_access_key_id=${bucket.accessKeyId}\naws_secret_access_key=${bucket.secretAccessKey}\n`,
    );
    await writeFile(at('config'), `[profile dev]\nregion = ${bucket.region}\n`);
    const env = {
      AWS_PROFILE: 'dev',
      AWS_CONFIG_FILE: at('config'),
      AWS_SHARED_CREDENTIALS_FILE: at('credentials'),
      AWS_ENDPOINT_URL_S3: service.url,
    };
    const record = at('s3.json');
    const sending = ['s3', '--bucket', 'events', '--prefix', 'rows', '--limit', '5', '--eps', '100'];
    const sent = await start([...sending, '--state', 's3://events/states', '--record', record], { env })
      .ended;
    expect(sent.code, sent.err).toBe(0);
    expect(sent.err).toContain('AWS_ENDPOINT_URL_S3, region of AWS profile dev, AWS profile dev\n');
    expect(sent.err).not.toContain(bucket.secretAccessKey);
    expect([...service.objects.keys()].some((key) => key.startsWith('states/'))).toBe(true);
    const read = await start(['verify', '--record', record, '--source', 's3://events/rows*'], { env }).ended;
    expect(read.code, read.err + read.out).toBe(0);
    expect(read.err).toContain('AWS profile dev');
    expect(service.faults).toEqual([]);
  });

  test('from nowhere else: validate asks no service, and says nothing of keys', async () => {
    const input =
      '{"destination": "s3", "settings": {"bucket": "events", "region": "eu-west-3"}, "schema": {"a": {"type": "number.int"}}}';
    expect(await here(['validate', '-'], { input })).toMatchObject({ code: 0 });
    const sent = await here(['run', '-', '--limit', '1'], { input });
    expect(sent.code).toBe(2);
  });
});

const postgresServer = findProgram('postgres');
describe.skipIf(postgresServer === undefined)('the variables of psql', () => {
  test('are enough for a destination, its verification, its schema and a state', async () => {
    const [port = 0] = await freePorts(1);
    const server = await startPostgres({ program: postgresServer ?? '', port, password: PASSWORD });
    closing.push(() => server.stop());
    await psql(port, 'CREATE TABLE events (id integer PRIMARY KEY, name text)');
    const env = {
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGDATABASE: 'postgres',
      PGUSER: 'postgres',
      PGPASSWORD: PASSWORD,
    };
    const config = at('psql.yaml');
    await writeFile(
      config,
      `destination: postgres
settings: {table: events}
seed: 1
eps: 1000
limit: 20
schema: {id: {type: catbird.sequence}, name: {type: person.fullName}}
verify: {tables: {events: {of: rows, source: {postgres: {table: events}}}}}
`,
    );
    const record = at('psql.json');
    const state = `postgres://127.0.0.1:${port}/postgres/states`;
    const sent = await here(['run', config, '--record', record, '--state', state], { env });
    expect(sent.code, sent.err).toBe(0);
    expect(sent.err).toContain('From the environment: PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD\n');
    const verified = await here(['verify', config, '--record', record], { env });
    expect(verified.code, verified.err + verified.out).toBe(0);
    const inferred = await here(['infer', `postgres://127.0.0.1:${port}/postgres`], { env });
    expect(inferred.code, inferred.err).toBe(0);
    for (const { err, out } of [sent, verified, inferred]) expect(err + out).not.toContain(PASSWORD);
    const whole = { DATABASE_URL: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres` };
    expect(await here(['check', 'postgres', '--table', 'events'], { env: whole })).toMatchObject({
      code: 0,
      err: expect.stringContaining('From the environment: DATABASE_URL\n') as unknown,
    });
    // As pg itself would take it from the process.
    process.env['PGPASSWORD'] = PASSWORD;
    closing.push(() => delete process.env['PGPASSWORD']);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const without = await here(['check', 'postgres', '--url', url, '--table', 'events']);
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining('password') as unknown });
  });
});

const mariadbPrograms = PROGRAMS.map(findProgram);
describe.skipIf(mariadbPrograms.includes(undefined))('the option file of mysql', () => {
  test('is enough', async () => {
    const ports = await freePorts(1);
    const server = await started(mariadbPrograms.map(String), ports);
    closing.push(() => server.stop());
    await mariadb(ports[0] ?? 0, 'CREATE TABLE events (id integer PRIMARY KEY, name text)');
    const home = await mkdtemp(join(folder, 'home-'));
    await writeFile(
      join(home, '.my.cnf'),
      `[client]\nhost=127.0.0.1\nport=${ports[0]}\nuser=${USER}\npassword="${MARIADB_PASSWORD}"\ndatabase=test\n`,
    );
    const checked = await here(['check', 'mysql', '--table', 'events'], { env: { HOME: home } });
    expect(checked.code, checked.err).toBe(0);
    expect(checked.err).toMatch(
      /^From the environment: host in ~\/\.my\.cnf, port in .*password in ~\/\.my\.cnf\n/,
    );
    expect(checked.err).not.toContain(MARIADB_PASSWORD);
  });
});
