import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer, type Service } from '../../../test/services/service.ts';
import { cameBeyond, jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
let one: Service;
let other: Service;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-fan-out-'));
  [one, other] = await Promise.all([startHttp(), startHttp()]);
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
  await rm(folder, { recursive: true });
});

const SCHEMA = {
  n: { type: 'catbird.sequence' },
  id: { type: 'string.uuid' },
  at: { type: 'catbird.timestampNow' },
};

interface Summary {
  readonly type: string;
  readonly stream: string;
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly generated: number;
}
const summaries = (err: string): Readonly<Record<string, Summary>> =>
  Object.fromEntries(
    (jsonLines(err) as Summary[]).flatMap((line) =>
      line.type === 'summary' && 'stream' in line ? [[line.stream, line]] : [],
    ),
  );

/** Writes a config of a stream to both services. */
async function configWith(more: object): Promise<string> {
  const config = {
    streams: {
      orders: {
        destinations: [one, other].map(({ url }) => ({
          destination: 'http',
          settings: { url: `${url}/events` },
          delivery: { retryFor: '20s' },
        })),
        schema: SCHEMA,
        ...more,
      },
    },
  };
  const file = join(folder, 'shop.json');
  await writeFile(file, JSON.stringify(config));
  return file;
}

const rowsOf = ({ rows }: Service): readonly unknown[] =>
  (rows as { n: number }[]).toSorted((a, b) => a.n - b.n);

test('each destination gets the same rows with the same times, at its own pace and with its own counts', async () => {
  let requests = 0;
  // One accepts at once, the other only every third request.
  other.answerWith(() => (requests++ % 3 === 0 ? undefined : jsonAnswer(503, { error: 'busy' })));
  const file = await configWith({ eps: 200, limit: 300 });
  const { code, err } = await here(['run', file, '--json']);
  expect(code, err).toBe(0);
  const all = summaries(err);
  expect(Object.keys(all).toSorted()).toEqual(['orders.http', 'orders.http-2']);
  expect(all['orders.http']).toMatchObject({ generated: 300, accepted: 300, retried: 0 });
  expect(all['orders.http-2']).toMatchObject({ generated: 300, accepted: 300 });
  expect(rowsOf(one)).toHaveLength(300);
  expect(rowsOf(other)).toEqual(rowsOf(one));
});

test('one that rejects rows keeps its own dead letters, and does not touch the other', async () => {
  other.answerWith(() => jsonAnswer(400, { error: 'no' }));
  const dead = join(folder, 'dead');
  const file = await configWith({
    eps: 'max',
    limit: 50,
    delivery: { onFailure: 'continue', deadLetter: dead },
  });
  const { code, err } = await here(['run', file, '--json']);
  expect(code).toBe(1);
  expect(summaries(err)).toMatchObject({
    'orders.http': { accepted: 50, rejected: 0 },
    'orders.http-2': { accepted: 0, rejected: 50 },
  });
  expect(await readFile(`${dead}.http`, 'utf8')).toBe('');
  expect(jsonLines(await readFile(`${dead}.http-2`, 'utf8'))).toHaveLength(50);
});

test('each has its own state, so that both get all rows after a kill', async () => {
  const file = await configWith({ eps: 200, limit: 400 });
  const state = join(folder, 'state');
  const running = start(['run', file, '--json', '--state', state]);
  await Promise.all([cameBeyond(100, `${state}.orders.http`), cameBeyond(100, `${state}.orders.http-2`)]);
  running.child.kill('SIGKILL');
  await once(running.child, 'close');
  const { code, err } = await here(['run', file, '--json', '--state', state]);
  expect(code, err).toBe(0);
  // Rows that were not acknowledged before the kill were sent again, the same.
  const distinct = (service: Service): readonly unknown[] => [
    ...new Map(
      (service.rows as { n: number }[]).toSorted((a, b) => a.n - b.n).map((row) => [row.n, row]),
    ).values(),
  ];
  expect(distinct(one)).toHaveLength(400);
  expect(distinct(other)).toEqual(distinct(one));
});
