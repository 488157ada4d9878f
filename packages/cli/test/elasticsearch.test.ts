import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startElasticsearch,
  type ElasticsearchOptions,
  type ElasticsearchService,
} from '../../../test/services/elasticsearch.ts';
import { longOnly } from '../../../test/long.ts';
import { eventually, jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

const KEY = 'a-key-for-tests==';
const ROWS = 3000;
const SCHEMA = '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}}';

let folder = '';
let service: ElasticsearchService;
const restart = async (options: ElasticsearchOptions): Promise<void> => {
  await service.close();
  service = await startElasticsearch(options);
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-elasticsearch-'));
  service = await startElasticsearch();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const STREAM = `--schema - --seed 7 --limit ${ROWS} --json`.split(' ');
const flags = (...more: readonly string[]): readonly string[] => [
  'elasticsearch',
  '--url',
  service.url,
  '--index',
  'events',
  '--api-key',
  KEY,
  ...STREAM,
  ...more,
];

/** The rows that the index has, in order. */
const stored = (): readonly number[] =>
  [...service.documents.values()].map((row) => (row as { n: number }).n).sort((a, b) => a - b);
const all = Array.from({ length: ROWS }, (_, i) => i + 1);

test('after lost responses, retried events are confirmed by their ids and stored once', async () => {
  await restart({ loses: (request) => request % 3 !== 0 });
  const { code, err } = await here(flags('--eps', '4000'), { input: SCHEMA });
  expect(code, err).toBe(0);
  expect(jsonLines(err).at(-1)).toMatchObject({ accepted: ROWS, failed: 0, rejected: 0 });
  expect(service.requests.length).toBeGreaterThan(3);
  expect(stored()).toEqual(all);
  expect(service.rows).toHaveLength(ROWS);
  expect(service.faults).toEqual([]);
});

test('a stream that is killed and resumed stores every event once', async () => {
  const state = join(folder, 'state.json');
  const stream = flags('--eps', '1500', '--state', state, '--conflict', 'skip');
  for (const least of [400, ...longOnly([1100, 1800])]) {
    const { child, ended } = start(stream, { input: SCHEMA });
    await eventually(() => {
      if (child.exitCode !== null) return;
      expect(service.documents.size).toBeGreaterThan(least);
    });
    expect(child.exitCode).toBe(null);
    child.kill('SIGKILL');
    await ended;
  }
  const { code, err } = await here(stream, { input: SCHEMA });
  expect(code, err).toBe(0);
  expect(stored()).toEqual(all);
  expect(service.faults).toEqual([]);
});

test('the same stream again is refused with what to do, and adds nothing', async () => {
  expect((await here(flags('--eps', 'max'), { input: SCHEMA })).code).toBe(0);
  const again = await here(flags('--eps', 'max'), { input: SCHEMA });
  expect(again.code).toBe(1);
  expect(again.err).toContain('Choose another seed, or skip existing documents');
  expect(jsonLines(again.err).at(-1)).toMatchObject({ accepted: 0, failed: 0 });
  expect(stored()).toEqual(all);
});

test('a data stream needs @timestamp, which is checked before anything is sent', async () => {
  await restart({ dataStreams: ['events'] });
  const refused = await here(flags('--data-stream'), { input: SCHEMA });
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('--data-stream: Unknown field @timestamp in the schema');
  expect(service.requests).toEqual([]);
  const dated = '{"n": {"type": "catbird.sequence"}, "@timestamp": {"type": "catbird.timestampNow"}}';
  expect((await here(flags('--data-stream', '--eps', 'max'), { input: dated })).code).toBe(0);
  expect(stored()).toEqual(all);
});
