import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer, type Received, type Service } from '../../../test/services/service.ts';
import type { DeadLetter } from '../src/stream/dead-letter.ts';
import { BIN, cameBeyond, eventually, jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
let file = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-letters-'));
  file = join(folder, 'dead.ndjson');
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
const refuse = (status: number, answer: unknown = { error: 'no sevens' }): void =>
  service.answerWith((request) => (isBad(numberIn(request)) ? jsonAnswer(status, answer) : undefined));
const arrived = (): number[] => service.rows.map((row) => (row as { n: number }).n);

const argsWith = (...more: readonly string[]): string[] =>
  ['http', '--url', `${service.url}/events`, '--format', 'single', '--schema', '-', '--seed', '1', '--json']
    .concat(['--eps', 'max', '--limit', String(LIMIT), '--on-failure', 'continue', '--dead-letter', file])
    .concat(more);
const stream = (...more: readonly string[]) => here(argsWith(...more), { input: SCHEMA });
const letters = async (): Promise<DeadLetter[]> => jsonLines(await readFile(file, 'utf8')) as DeadLetter[];
const numbers = async (): Promise<number[]> =>
  (await letters()).map(({ number }) => number).toSorted((a, b) => a - b);
interface Summary {
  readonly failed: number;
  readonly uncertain: number;
  readonly rejected: number;
  readonly part: { readonly earlier?: readonly { readonly rows: number }[] };
}
const summaryOf = (err: string) => jsonLines(err).at(-1) as Summary;

test.each([[[]], [['--workers', '2']]])(
  'with %j, each rejected row is in the file with its reason, and as many as the summary counts',
  async (more) => {
    refuse(400);
    const { err } = await stream(...more);
    expect(summaryOf(err)).toMatchObject({ rejected: bad.length, accepted: LIMIT - bad.length });
    expect(await numbers()).toEqual(bad);
    for (const letter of await letters())
      expect(letter).toEqual({
        row: { n: letter.number },
        number: letter.number,
        outcome: 'rejected',
        error: expect.stringMatching(/400.*no sevens/) as unknown,
        attempts: 1,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      });
  },
);

test('rows that fail after retries, or may be stored, have their attempts', async () => {
  refuse(500);
  const { err } = await stream('--attempts', '3', '--retry-for', '20s');
  const { failed, uncertain } = summaryOf(err);
  expect({ failed, uncertain }).toEqual({ failed: bad.length, uncertain: bad.length });
  expect((await letters()).map(({ outcome, attempts }) => `${outcome} ${attempts}`)).toEqual(
    bad.map(() => 'uncertain 3'),
  );
  refuse(503);
  await stream('--attempts', '2');
  // Another stream begins with an empty file.
  expect((await letters()).map(({ outcome, attempts }) => `${outcome} ${attempts}`)).toEqual(
    bad.map(() => 'failed 2'),
  );
});

test('what a service says of a secret is redacted', async () => {
  service.answerWith(() => jsonAnswer(400, { error: 'the token s3cr3t-token is not for you' }));
  const header = ['--headers', '{"Authorization": "Bearer s3cr3t-token"}', '--limit', '5'];
  await stream(...header);
  expect(await letters()).toHaveLength(5);
  for (const { error } of await letters()) {
    expect(error).toContain('is not for you');
    expect(error).not.toContain('s3cr3t');
  }
});

test.each<[string[]]>([[[]], ...longOnly<[string[]]>([[['--workers', '2']]])])(
  'with %j, after a kill each row is accepted or in the file, and none twice',
  async (more) => {
    refuse(400);
    const state = join(folder, 'state');
    const args = argsWith('--state', state, '--eps', '100', ...more);
    const running = start(args, { input: SCHEMA });
    await cameBeyond(50, state);
    // Letters of the time after the last state, and half of a line.
    await eventually(async () => expect((await letters()).length).toBeGreaterThan(2));
    running.child.kill('SIGKILL');
    await once(running.child, 'close');
    const before = await readFile(file, 'utf8');
    await writeFile(file, `${before}{"row":{"n":199},"num`);
    const { err } = await stream('--state', state, ...more);
    const { rejected, failed, part } = summaryOf(err);
    const earlier = (part.earlier ?? []).reduce((sum, { rows }) => sum + rows, 0);
    // A row whose connection broke before it was rejected counts as failed.
    expect(earlier + rejected + failed, err).toBe(bad.length);
    expect(await numbers()).toEqual(bad);
    expect(new Set(arrived()).size).toBe(LIMIT - bad.length);
    // Rows that are sent again are dead only if they fail again.
    service.answerWith((request) => (numberIn(request) === 7 ? jsonAnswer(400, {}) : undefined));
    await stream('--state', state, '--resend', 'all', ...more);
    expect(await numbers()).toEqual([7]);
  },
);

test('if the file cannot be written any more, the stream ends with a sentence', async () => {
  service.answerWith(() => jsonAnswer(400, { error: 'no' }));
  const args = argsWith('--limit', '4000');
  const child = spawn('sh', ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, BIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end(SCHEMA);
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(1);
  const end = jsonLines(err).at(-1) as { readonly generated: number };
  expect(end).toMatchObject({
    reason: 'failed',
    error: {
      message: `Could not write the dead letters ${file}`,
      hint: expect.stringContaining('Make room') as unknown,
    },
  });
  expect(end.generated).toBeLessThan(4000);
  const found = await letters();
  expect(found.length).toBeGreaterThan(50);
  expect(found.every(({ outcome }) => outcome === 'rejected')).toBe(true);
});

test('a file has one purpose', async () => {
  const { code, err } = await stream('--state', file);
  expect(code).toBe(2);
  expect(err).toContain('are the same file');
});
