import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startKafka } from '../../../scripts/peers/kafka.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { findProgram } from '../../../scripts/programs.js';
import { everyNth } from '../../../test/long.ts';
import { cameBeyond, start } from './catbird.ts';
import { begin, here } from './here.ts';

const PASSWORD = 'a-password-of-postgres';
const run = promisify(execFile);
const [server, client, kcat] = (['postgres', 'psql', 'kcat'] as const).map(findProgram);

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'catbird-live-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

/** Follows a stream of which a sender is killed once, and returns the verdict. */
async function followed(name: string, destination: string, source: string) {
  const [config, record, state] = [at(`${name}.yaml`), at(`${name}.json`), at(`${name}.state`)];
  writeFileSync(
    config,
    `seed: 7
eps: 500
limit: 2500
${destination}
schema: {id: {type: string.uuid}, n: {type: catbird.sequence}, name: {type: person.fullName}}
verify:
  within: 10s
  tables: {arrived: {of: rows, ${source}}}
`,
  );
  const env = { CATBIRD_POSTGRES_PASSWORD: PASSWORD };
  const live = begin(['verify', config, '--record', record, '--live', '--json'], { env });
  const sending = ['run', config, '--record', record, '--state', state, '--quiet'];
  const first = start(sending, { env });
  await cameBeyond(1000, state);
  first.child.kill('SIGKILL');
  await first.ended;
  await live.until((err) => /complete through \d/.test(err));
  const second = await here(sending, { env });
  expect(second.code, second.err).toBe(0);
  const { code, out, err } = await live.ended;
  expect(err).not.toMatch(/missing [1-9]|doubled [1-9]|extra|changed|late/);
  const [report] = (JSON.parse(out) as { tables: readonly Readonly<Record<string, unknown>>[] }).tables;
  expect(report, err).toMatchObject({
    verdict: 'right',
    counts: { missing: 0, doubled: 0, changed: 0, extra: 0, late: 0, pending: 0 },
    lag: { from: 'acknowledgement', to: 'arrival' },
  });
  expect(code).toBe(0);
}

describe.skipIf(server === undefined || client === undefined)('a table of Postgres', () => {
  let port = 0;
  let stop = (): Promise<unknown> => Promise.resolve();
  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    const started = await startPostgres({ program: server ?? '', port, password: PASSWORD });
    stop = () => started.stop();
  });
  afterAll(() => stop());
  const sql = (statement: string): Promise<unknown> =>
    run(
      client ?? '',
      [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-X',
        '-q',
        '-v',
        'ON_ERROR_STOP=1',
        '-c',
        statement,
      ],
      { env: { PGPASSWORD: PASSWORD } },
    );

  test.each(
    everyNth<[string, string]>(2, [
      ['read on by a column of times', ', orderBy: loaded_at'],
      ['read again and again', ''],
    ]),
  )('is right while it is %s', async (_, order) => {
    const table = order === '' ? 'again' : 'onwards';
    await sql(
      `CREATE TABLE ${table} (id uuid, n bigint, name text, loaded_at timestamptz DEFAULT clock_timestamp())`,
    );
    const url = `postgres://127.0.0.1:${port}/postgres`;
    await followed(
      table,
      `destination: postgres
settings: {url: '${url}', username: postgres, password: ${PASSWORD}, table: ${table}}`,
      `columns: {loaded_at: arrival}, source: {postgres: {url: '${url}', username: postgres, table: ${table}${order}}}`,
    );
  });
});

describe.skipIf(kcat === undefined)('a topic of Kafka', () => {
  let port = 0;
  let stop = (): Promise<unknown> => Promise.resolve();
  beforeAll(async () => {
    const started = await startKafka(kcat ?? '');
    ({ port } = started);
    stop = () => started.stop();
  });
  afterAll(() => stop());

  test('is right while it is followed, by the times of its records', async () => {
    const brokers = `127.0.0.1:${port}`;
    await followed(
      'topic',
      `destination: kafka\nsettings: {brokers: '${brokers}', topic: orders}`,
      `source: {kafka: {brokers: '${brokers}', topic: orders}}`,
    );
  });
});
