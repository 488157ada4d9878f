import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { findProgram } from '../../../scripts/programs.js';
import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer, type Received, type Service } from '../../../test/services/service.ts';
import { cameBeyond, jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
let state = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-lost-'));
  state = join(folder, 'state');
  service = await startHttp();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const SCHEMA = '{"n": {"type": "catbird.sequence", "params": {"start": 0}}}';
const LIMIT = 200;
const numberIn = ({ body }: Received): number => (JSON.parse(body.toString()) as { n: number }).n;
const isBad = (n: number): boolean => n % 20 === 7;
const bad = Array.from({ length: LIMIT }, (_, n) => n).filter(isBad);
const refuseBad = (status = 400): void =>
  service.answerWith((request) =>
    isBad(numberIn(request)) ? jsonAnswer(status, { error: 'no sevens' }) : undefined,
  );
const numbers = (): number[] => service.rows.map((row) => (row as { n: number }).n).toSorted((a, b) => a - b);
const all = Array.from({ length: LIMIT }, (_, n) => n);

const argsWith = (...more: readonly string[]): string[] =>
  ['http', '--url', `${service.url}/events`, '--format', 'single', '--schema', '-', '--seed', '1']
    .concat(['--eps', 'max', '--limit', String(LIMIT), '--on-failure', 'continue', '--state', state])
    .concat(more);
const stream = (...more: readonly string[]) => here(argsWith(...more), { input: SCHEMA });

interface Summary {
  readonly exitCode: number;
  readonly generated: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly part: { readonly earlier?: readonly { readonly rows: number; readonly outcome: string }[] };
}
const summaryOf = (err: string): Summary => jsonLines(err).at(-1) as Summary;

test('rejected rows outlive a restart: it fails, names them, and sends exactly them again if asked to', async () => {
  refuseBad();
  const first = await stream('--json');
  expect(summaryOf(first.err)).toMatchObject({ exitCode: 1, rejected: bad.length, generated: LIMIT });
  service.answerWith(undefined);
  const again = await stream();
  expect(again.code).toBe(1);
  expect(again.err).toContain('Already finished: no rows are left to send');
  expect(again.err).toMatch(
    /\n10 rows were rejected earlier: .*400.*\. To send them again: --resend rejected\n/,
  );
  expect((await stream('--quiet')).err).toMatch(/^10 rows were rejected earlier/);
  // Failures that are allowed are allowed in a later process, too.
  expect((await stream('--max-failure-rate', '0.05')).code).toBe(0);
  expect((await stream('--max-failure-rate', '0.04')).code).not.toBe(0);
  expect(numbers()).toEqual(all.filter((n) => !isBad(n)));

  const none = await stream('--resend', 'quarantined');
  expect(none.code).toBe(1);
  expect(none.err).toContain('The state has no quarantined rows to send again');
  service.answerWith((request) =>
    numberIn(request) === 7 ? jsonAnswer(400, { error: 'no sevens' }) : undefined,
  );
  const most = await stream('--resend', 'rejected', '--json');
  expect(most.err).toContain('Sending 10 rejected rows again');
  expect(summaryOf(most.err)).toMatchObject({ exitCode: 1, generated: 10, accepted: 9, rejected: 1 });
  expect(summaryOf(most.err).part.earlier).toBeUndefined();
  expect((await stream()).err).toContain('1 row was rejected earlier');
  service.answerWith(undefined);
  expect((await stream('--resend', 'all')).code).toBe(0);
  const last = await stream();
  expect(last.code).toBe(0);
  expect(last.err).toContain('Already finished: all rows were sent');
  expect(numbers()).toEqual(all);
});

test('rows too large for the service are kept, too, whatever --on-failure says, and a stream that goes on still fails', async () => {
  refuseBad(413);
  expect((await stream('--on-failure', 'stop')).code).toBe(1);
  service.answerWith(undefined);
  const more = await stream('--on-failure', 'stop', '--limit', String(LIMIT + 5), '--json');
  expect(summaryOf(more.err)).toMatchObject({ exitCode: 1, generated: 5, accepted: 5 });
  expect(summaryOf(more.err).part.earlier).toMatchObject([{ outcome: 'rejected', rows: 10 }]);
});

test('a killed stream knows what it lost: each row is accepted, or named, or sent again', async () => {
  refuseBad();
  const running = start(argsWith('--eps', '100', '--json'), { input: SCHEMA });
  const reached = await cameBeyond(50, state);
  running.child.kill('SIGKILL');
  await once(running.child, 'close');
  const { err } = await stream('--json');
  const { exitCode, rejected, part } = summaryOf(err);
  const earlier = (part.earlier ?? []).reduce((sum, { rows }) => sum + rows, 0);
  expect(exitCode).toBe(1);
  expect(earlier).toBeGreaterThanOrEqual(Math.floor((reached - 8) / 20));
  expect(earlier + rejected).toBe(bad.length);
  service.answerWith(undefined);
  // Killed while it sends them again: they are not lost.
  const second = start(argsWith('--eps', '10', '--resend', 'rejected', '--json'), { input: SCHEMA });
  await expect.poll(() => numbers().some(isBad)).toBe(true);
  second.child.kill('SIGKILL');
  await once(second.child, 'close');
  expect(await stream()).toMatchObject({ code: 0 });
  expect(new Set(numbers())).toEqual(new Set(all));
});

test('shards and their threads keep what they lost, and summary adds it', async () => {
  refuseBad();
  const shard = async (index: number, ...more: readonly string[]) => {
    const workers = index === 0 ? ['--workers', '2'] : [];
    const args = argsWith('--json', ...workers, '--shard', `${index}/2`, ...more);
    args[args.indexOf(state)] = `${state}.${index}`;
    const ended = await here(args, { input: SCHEMA });
    await writeFile(join(folder, `${index}.json`), ended.err);
    return ended;
  };
  const both = (...more: readonly string[]) => Promise.all([shard(0, ...more), shard(1, ...more)]);
  const summed = async () =>
    JSON.parse(
      (await here(['summary', '--json', join(folder, '0.json'), join(folder, '1.json')])).out,
    ) as Summary;
  await both();
  expect(await summed()).toMatchObject({ exitCode: 1, generated: LIMIT, rejected: 10 });
  service.answerWith(undefined);
  const codes = (await both()).map(({ code }) => code);
  // All of these numbers are odd.
  expect(codes).toEqual([0, 1]);
  expect(await summed()).toMatchObject({ exitCode: 1, generated: 10, accepted: 0, rejected: 10 });
  expect((await both('--resend', 'rejected')).map(({ code }) => code)).toEqual([0, 0]);
  expect(await summed()).toMatchObject({ exitCode: 0, generated: 10, accepted: 10, rejected: 0 });
  expect(numbers()).toEqual(all);
});

test('each of several streams names its own, and a state without losses is that of an older version', async () => {
  refuseBad();
  const config = {
    destination: 'http',
    settings: { url: `${service.url}/events`, format: 'single' },
    schema: JSON.parse(SCHEMA) as object,
    limit: LIMIT,
    seed: 1,
    eps: 'max',
    delivery: { onFailure: 'continue' },
    streams: { a: {}, b: { limit: 5 } },
  };
  const run = () => here(['run', '-', '--state', state], { input: JSON.stringify(config) });
  expect((await run()).code).toBe(1);
  const again = await run();
  expect(again.code).toBe(1);
  expect(again.err).toContain('\na: 10 rows were rejected earlier');
  expect(again.err).not.toContain('b: 10 rows');
  const { lost: _lost, ...old } = JSON.parse(await readFile(`${state}.a`, 'utf8')) as { lost: unknown };
  await writeFile(`${state}.a`, JSON.stringify(old));
  expect((await run()).code).toBe(0);
});

test('--resend needs a state', async () => {
  const args = argsWith('--resend', 'all');
  const stateless = args.filter((each) => each !== '--state' && each !== state);
  expect(await here(stateless, { input: SCHEMA })).toMatchObject({
    code: 2,
    err: expect.stringContaining('--resend needs --state') as unknown,
  });
});

const program = findProgram('postgres');
describe.skipIf(program === undefined)('In Postgres', () => {
  test('rows with a key that exists are sent again once it does not, and the digest is that of the whole stream', async () => {
    const [port = 0] = await freePorts(1);
    const PASSWORD = 'a-password-of-postgres';
    const server = await startPostgres({ program: program ?? '', port, password: PASSWORD });
    const psql = async (statement: string): Promise<string> => {
      const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-XqAt', '-c', statement];
      const env = { ...process.env, PGPASSWORD: PASSWORD };
      return (await promisify(execFile)('psql', args, { env })).stdout.trim();
    };
    try {
      await psql('CREATE TABLE numbers (n int UNIQUE)');
      await psql('INSERT INTO numbers SELECT 20 * i + 7 FROM generate_series(0, 9) AS i');
      const run = (...more: readonly string[]) =>
        here(
          ['postgres', '--url', `postgres://127.0.0.1:${port}/postgres`, '--table', 'numbers', '--json']
            .concat(['--username', 'postgres', '--password', PASSWORD, '--schema', '-', '--seed', '1'])
            .concat(['--eps', 'max', '--limit', String(LIMIT), '--state', state, '--digest'])
            .concat(['--on-failure', 'continue', '--timeout', '60s', ...more]),
          { input: SCHEMA },
        );
      expect(summaryOf((await run()).err)).toMatchObject({ accepted: LIMIT - 10, rejected: 10, exitCode: 1 });
      expect(await run()).toMatchObject({
        code: 1,
        err: expect.stringContaining('"rows":10') as unknown,
      });
      expect(await readFile(state, 'utf8')).not.toContain(PASSWORD);
      await psql('DELETE FROM numbers WHERE n % 20 = 7');
      const resent = await run('--resend', 'rejected');
      expect(summaryOf(resent.err)).toMatchObject({ generated: 10, accepted: 10, exitCode: 0 });
      expect(await psql('SELECT count(*), count(DISTINCT n) FROM numbers')).toBe(`${LIMIT}|${LIMIT}`);
      const config = { destination: 'log', schema: JSON.parse(SCHEMA) as object, seed: '1', limit: LIMIT };
      const whole = await here(['digest', '-'], { input: JSON.stringify(config) });
      expect(summaryOf(resent.err).part).toMatchObject({ digest: whole.out.trim() });
    } finally {
      await server.stop();
    }
  });
});
