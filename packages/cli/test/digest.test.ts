import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-digest-'))));
afterAll(() => rm(folder, { recursive: true }));

const CONFIG = {
  destination: 'log',
  seed: 7,
  eps: 5,
  limit: 1001,
  from: '2026-01-01',
  speed: 'max',
  future: true,
  template: 'Simple Example',
  faults: { duplicates: { share: 0.05 } },
};

const digestIn = (err: string): unknown =>
  (jsonLines(err).at(-1) as { part: { digest?: string } }).part.digest;

test('the digests of shards and restarts add up to that of the whole stream', async () => {
  const file = join(folder, 'stream.json');
  await writeFile(file, JSON.stringify(CONFIG));
  const run = (...more: readonly string[]) => here(['run', file, '--digest', '--json', ...more]);
  const state = join(folder, 'state');
  const [whole, one, other] = await Promise.all([
    here(['digest', file]),
    run('--shard', '0/2'),
    run('--shard', '1/2', '--state', state, '--set', 'limit=400'),
  ]);
  expect(whole.code, whole.err).toBe(0);
  const rest = await run('--shard', '1/2', '--state', state);
  const files = await Promise.all(
    [one, rest].map(async ({ err }, i) => {
      await writeFile(join(folder, `${i}.json`), err);
      return join(folder, `${i}.json`);
    }),
  );
  expect([one.code, other.code, rest.code], rest.err).toEqual([0, 0, 0]);
  const sum = JSON.parse((await here(['summary', '--json', ...files])).out) as { digest: string };
  expect(`${sum.digest}\n`).toBe(whole.out);
  expect(digestIn(other.err)).not.toBe(digestIn(rest.err));
  const kept = JSON.parse(await readFile(state, 'utf8')) as { digest: { before: string } };
  expect(kept.digest.before).toBe(digestIn(rest.err));
});

test.each([
  [{ seed: undefined }, 'digest needs a seed'],
  [{ limit: undefined }, 'digest needs an end: set limit, duration or to'],
])('a stream with %j has no digest', async (more, words) => {
  const { code, err } = await here(['digest', '-'], { input: JSON.stringify({ ...CONFIG, ...more }) });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) as unknown });
});

test('a state without a digest cannot go on with one', async () => {
  const state = join(folder, 'without');
  const args = ['log', '--eps', 'max', '--seed', '7', '--limit', '5', '--state', state];
  expect((await here(args)).code).toBe(0);
  const { code, err } = await here([...args, '--limit', '9', '--digest']);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('with no digest of the rows') as unknown,
  });
});

test('a receiver counts each row once, in any order, and has the digest of the stream', async () => {
  const receiver = begin([
    'receive',
    '--port',
    '0',
    '--out',
    '/dev/null',
    '--sequence',
    'n',
    '--digest',
    '--json',
  ]);
  const port = Number.parseInt(await receiver.printed('"port":'), 10);
  const config = {
    ...CONFIG,
    template: undefined,
    faults: undefined,
    schema: { n: { type: 'catbird.sequence' }, name: { type: 'person.fullName' } },
    destination: 'http',
    settings: { url: `http://127.0.0.1:${port}` },
  };
  const file = join(folder, 'received.json');
  await writeFile(file, JSON.stringify(config));
  const sent = [await here(['run', file, '--shard', '1/2']), await here(['run', file])];
  expect(sent.map(({ code }) => code)).toEqual([0, 0]);
  receiver.stop();
  const { err } = await receiver.ended;
  const { digest, duplicates } = jsonLines(err).at(-1) as { digest: string; duplicates: number };
  expect(duplicates).toBe(500);
  expect(`${digest}\n`).toBe((await here(['digest', file])).out);
});
