import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import { jsonLines, start } from './catbird.ts';
import { begin, here } from './here.ts';

const T0 = Date.UTC(2026, 0, 5, 10);

/** A recording of as many rows, ten milliseconds apart. */
const recordingOf = (rows: number): string =>
  Array.from(
    { length: rows },
    (_, n) => `{"n":${n},"user":"u${n % 7}","ts":"${new Date(T0 + n * 10).toISOString()}"}\n`,
  ).join('');

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-replay-'))));
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const THREE = recordingOf(3);

/** The rows of lines of JSON. */
const rowsOf = (lines: string) => jsonLines(lines) as readonly Readonly<Record<string, unknown>>[];

test.each([
  ['three.ndjson', THREE],
  ['three.log', THREE],
  ['three.ndjson.gz', gzipSync(THREE)],
  ['three.json', JSON.stringify(jsonLines(THREE), null, 2)],
  [
    'three.csv',
    ['n,user,ts', ...rowsOf(THREE).map(({ n, user, ts }) => [n, user, ts].join(',')), ''].join('\n'),
  ],
])('%s is sent as it was recorded', async (name, content) => {
  const { code, out, err } = await here(['log', '--replay', await written(name, content), '--speed', '1000']);
  expect({ code, out }, err).toEqual({ code: 0, out: THREE });
  expect(err).toContain(`${name}: 3 events from 2026-01-05T10:00:00Z on, over 0.0 s, by ts`);
  expect(err).toContain('in the recorded rhythm');
});

test('a recording comes from standard input, and sample shifts its times', async () => {
  const args = ['sample', '--replay', '-', '--from', '2027-01-01', '-n', '2', '--format', 'csv', '--quiet'];
  const { out } = await here(args, { input: THREE });
  expect(out).toBe('n,user,ts\n0,u0,2027-01-01T00:00:00.000Z\n1,u1,2027-01-01T00:00:00.010Z\n');
});

test('a stream that is killed goes on without a lost row and without a repeated one', async () => {
  const text = recordingOf(30_000);
  const recording = await written('killed.ndjson', text);
  const [path, state] = [join(folder, 'killed.out'), join(folder, 'killed.state')];
  const args = ['file', '--path', path, '--replay', recording, '--state', state, '--quiet'];
  const running = start([...args, '--speed', '60']);
  for (let size = 0; size < 150_000;) {
    await setTimeout(20);
    size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
  }
  running.child.kill('SIGKILL');
  await running.ended;
  const { code, err } = await here([...args, '--speed', 'max']);
  expect(code, err).toBe(0);
  expect((await readFile(path, 'utf8')) === text).toBe(true);
});

test('threads open the recording, and send each row once', async () => {
  const text = recordingOf(5000);
  const service = await startHttp();
  try {
    const recording = await written('threads.ndjson', text);
    const { code, err } = await here(
      `http --url ${service.url}/events --replay ${recording} --speed max --workers 2 --json`.split(' '),
    );
    expect(code, err).toBe(0);
    const rows = service.rows.map((row) => `${JSON.stringify(row)}\n`).toSorted();
    expect(
      rows.join('') ===
        jsonLines(text)
          .map((row) => `${JSON.stringify(row)}\n`)
          .toSorted()
          .join(''),
    ).toBe(true);
  } finally {
    await service.close();
  }
});

test('a config replays a recording beside it, in a loop with new ids', async () => {
  await written('three.ndjson', THREE);
  const config = {
    destination: 'log',
    replay: 'three.ndjson',
    loop: true,
    newIds: ['n'],
    limit: 7,
    speed: 'max',
  };
  const { code, out, err } = await here(['run', await written('replay.json', JSON.stringify(config))]);
  expect(code, err).toBe(0);
  expect(rowsOf(out).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(rowsOf(out).at(-1)?.['ts']).toBe('2026-01-05T10:00:00.060Z');
});

test.each([
  [{ replay: 5 }, 'replay must be the path of a recording'],
  [{ replay: 'three.ndjson', template: 'X' }, 'Use either replay or template, not both'],
  [{ replay: 'three.ndjson', newIds: ['n', ' '] }, 'newIds must be names of fields'],
  [{ loop: true }, 'loop needs replay'],
])('a config with %j is refused', async (keys, words) => {
  const config = await written('wrong.json', JSON.stringify({ destination: 'log', ...keys }));
  const { code, err } = await here(['run', config]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) as unknown });
});

test('a state is not that of a recording that has changed', async () => {
  const recording = await written('changed.ndjson', THREE);
  const args = ['log', '--replay', recording, '--state', join(folder, 'changed.state'), '--speed', 'max'];
  expect((await here(args)).code).toBe(0);
  await writeFile(recording, THREE.replace('u0', 'u9'));
  const { code, err } = await here(args);
  expect(code).toBe(2);
  expect(err).toContain('is of a stream with another schema or recording');
});

test('a stream fails if its recording changes, and says which rows were sent', async () => {
  const recording = await written('changing.ndjson', recordingOf(50_000));
  const running = begin(['log', '--replay', recording, '--speed', '10', '--json']);
  await running.until((err) => err.includes('"progress"'));
  await appendFile(recording, '{"n":-1}\n');
  const { code, out, err } = await running.ended;
  expect(code).toBe(1);
  expect(err).toContain('changing.ndjson has changed since the start');
  const summary = rowsOf(err).at(-1);
  expect(summary).toMatchObject({ type: 'summary', reason: 'failed', inFlight: 0 });
  expect(jsonLines(out)).toHaveLength(Number(summary?.['accepted']));
});

test.each([
  ['log --loop', '--loop needs --replay'],
  ['log --replay {bad}', 'line 2: not JSON'],
  ['log --replay {ragged}', '1 row: too few cells'],
  ['log --replay nowhere.ndjson', 'Could not read the recording nowhere.ndjson: ENOENT'],
  [
    'log --replay {plain}',
    'has no field with the time of a row, so it has no rhythm. Name the field with --replay-time, or give a rate with --eps',
  ],
  ['log --replay {plain} --template X', 'Use either --template or --replay, not both'],
  ['log --replay {plain} --replay-time b', 'has no such field. Fields: a'],
  ['log --replay {plain} --eps 5 --new-ids b,c', 'has no field b'],
])('%s is refused', async (line, words) => {
  const files: Readonly<Record<string, string>> = {
    '{bad}': await written('bad.ndjson', '{"a":1}\n{"a":\n'),
    '{ragged}': await written('ragged.csv', 'a,b\n1,x\n2\n'),
    '{plain}': await written('plain.ndjson', '{"a":1}\n'),
  };
  const { code, err } = await here(line.split(' ').map((each) => files[each] ?? each));
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) as unknown });
});
