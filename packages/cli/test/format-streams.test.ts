import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-format-'))));
afterEach(() => rm(folder, { recursive: true }));

const ROWS = ['--template', 'Flight Bookings', '--seed', '7', '--from', '2026-01-01', '--eps', '50'];
const STREAM = [...ROWS, '--to', '2026-01-02'];

const sampled = async (rows: number, ...more: readonly string[]): Promise<string> =>
  (await here(['sample', ...ROWS, '-n', String(rows), '--quiet', ...more])).out;

/** The texts of a file and its rotated parts, in order. */
async function partsOf(extension: string, isGzip: boolean): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(`.${extension}`));
  const numberOf = (name: string): number => Number(/\.(\d+)\./.exec(name)?.[1] ?? 0);
  const files = names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => readFile(join(folder, name)));
  return (await Promise.all(files)).map((bytes) => (isGzip ? gunzipSync(bytes) : bytes).toString());
}

/** The state; without one, that of a stream that has not begun. */
const saved = async (): Promise<{ readonly next: number }> =>
  JSON.parse(await readFile(join(folder, 'state'), 'utf8').catch(() => '{"next":0}')) as { next: number };

test.each([
  ['csv', ['--workers', '2']],
  ['tsv', ['--rotate', '50kB', '--gzip']],
  ...longOnly([
    ['csv', []],
    ['csv', ['--gzip']],
    ['csv', ['--rotate', '100kB']],
  ] satisfies [string, string[]][]),
])(
  'a file of %s with %j that is killed and resumed has one header and the rows of an undisturbed one',
  async (format, flags) => {
    const path = join(folder, `events.${format}`);
    const args = [
      'file',
      '--path',
      path,
      '--state',
      join(folder, 'state'),
      ...STREAM,
      '--speed',
      '200',
      ...flags,
    ];
    for (let kill = 0; kill < 2; kill++) {
      const before = await saved();
      const running = start([...args, '--quiet']);
      // It goes on within a file, not at its beginning.
      while ((await saved()).next <= before.next && running.child.exitCode === null) await setTimeout(5);
      running.child.kill('SIGKILL');
      expect((await running.ended).code).toBeNull();
    }
    const { next } = await saved();
    const limit = next + 5000;
    const ended = await here([...args, '--limit', String(limit)]);
    expect(ended.code, ended.err).toBe(0);
    const expected = await sampled(limit, '--format', format);
    const head = expected.slice(0, expected.indexOf('\n') + 1);
    const parts = await partsOf(format, flags.includes('--gzip'));
    expect(parts.length > 1).toBe(flags.includes('--rotate'));
    for (const part of parts) expect(part.startsWith(head)).toBe(true);
    const bodies = parts.map((part) => part.slice(head.length));
    expect(head + bodies.join('') === expected).toBe(true);
  },
);

test('a part of a file never exceeds the size at which it is rotated, with its header', async () => {
  const path = join(folder, 'events.csv');
  await here(['file', '--path', path, '--rotate', '1kB', '--eps', 'max', '--limit', '500', ...FLIGHTS]);
  const sizes = (await partsOf('csv', false)).map((part) => part.length);
  expect(sizes.length).toBeGreaterThan(50);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1000);
});

const FLIGHTS = ['--template', 'Flight Bookings'];

test('rows that are appended to a file of an earlier stream have no header again', async () => {
  const path = join(folder, 'events.csv');
  for (let i = 0; i < 2; i++) await here(['file', '--path', path, ...STREAM, '--limit', '10']);
  const [head = '', ...rows] = (await sampled(10, '--format', 'csv')).trimEnd().split('\n');
  expect(await readFile(path, 'utf8')).toBe([head, ...rows, ...rows, ''].join('\n'));
});

test('a state is not resumed in another format', async () => {
  const args = ['log', '--state', join(folder, 'state'), ...STREAM];
  await here([...args, '--format', 'csv', '--limit', '10']);
  const other = await here([...args, '--format', 'csv', '--limit', '20', '--delimiter', ';']);
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('another format') as string });
  const same = await here([...args, '--format', 'csv', '--limit', '20']);
  expect(same.code, same.err).toBe(0);
});

test('a config has a format with settings, whose digest is that of the stream', async () => {
  const file = join(folder, 'stream.json');
  const given = { destination: 'log', seed: 7, eps: 50, limit: 20, from: '2026-01-01', to: '2026-01-02' };
  const config = {
    ...given,
    template: 'Flight Bookings',
    faults: { malformed: { share: 0.2, kinds: ['truncated'] } },
  };
  await writeFile(file, JSON.stringify({ ...config, format: { name: 'csv', delimiter: ';' } }));
  const [ran, digest] = await Promise.all([
    here(['run', file, '--digest', '--json']),
    here(['digest', file]),
  ]);
  const expected = (await sampled(20, '--format', 'csv', '--delimiter', ';')).split('\n');
  const lines = ran.out.split('\n');
  const whole = lines.filter((line) => !line.startsWith('{'));
  expect(lines).toHaveLength(22);
  expect(whole.length).toBeLessThan(22);
  expect(expected).toEqual(expect.arrayContaining(whole));
  expect(jsonLines(ran.err).at(-1)).toMatchObject({ part: { digest: digest.out.trim() } });
});

test.each([
  [{ destination: 'log', format: { name: 'csv', separator: ';' } }, 'Unknown key format.separator.'],
  [{ destination: 'log', format: { name: 'tsv', delimiter: ';' } }, 'format.delimiter needs format csv'],
  [{ destination: 'log', format: { name: 'csv', delimiter: ';;' } }, 'format.delimiter must be tab'],
  [{ destination: 'log', format: { delimiter: ';' } }, 'format must be a name, such as "csv"'],
  [{ destination: 'log', format: 'xml' }, 'format: Unknown format xml. Use json or csv'],
  [{ destination: 'log', format: 'avro' }, 'format: Log does not take avro. Use json or csv'],
  [
    { destination: 'tinybird', settings: { datasource: 'a', token: 'b' }, format: 'csv' },
    'does not take csv',
  ],
  [{ destination: 'log', format: { name: 'cloudevents', batched: true } }, 'leave out format.batched'],
  [{ destination: 'log', format: { name: 'cloudevents', timeField: 'no' } }, 'format.timeField'],
])('the config %j is refused: %s', async (config, words) => {
  const ended = await here(['run', '-'], { input: JSON.stringify({ limit: 1, ...config }) });
  expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) as string });
});

test.each([
  ['csv', [], 'text/csv'],
  ['csv', ['--workers', '2'], 'text/csv'],
  ['json-array', [], 'application/json'],
])('each request to HTTP is a file of %s, also with %j', async (format, flags, type) => {
  const requests: { readonly type: string; readonly text: string }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      requests.push({ type: request.headers['content-type'] ?? '', text: bytes.toString() });
      return response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ended = await here([
      'http',
      '--url',
      url,
      '--format',
      format,
      ...STREAM,
      '--limit',
      '20000',
      ...flags,
    ]);
    expect(ended.code, ended.err).toBe(0);
  } finally {
    server.close();
  }
  expect(requests.length).toBeGreaterThan(1);
  expect(new Set(requests.map((each) => each.type.split(';')[0]))).toEqual(new Set([type]));
  const linesOf = (text: string): readonly string[] =>
    format === 'csv'
      ? text.trimEnd().split('\n')
      : (JSON.parse(text) as unknown[]).map((row) => JSON.stringify(row));
  const [head, ...expected] = linesOf(await sampled(20_000, '--format', format));
  const heads = format === 'csv' ? [head] : [];
  const rows = requests.flatMap(({ text }) => {
    const lines = linesOf(text);
    expect(lines.slice(0, heads.length)).toEqual(heads);
    return lines.slice(heads.length);
  });
  const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));
  expect(rows.toSorted(compare)).toEqual(
    (format === 'csv' ? expected : [head, ...expected]).toSorted(compare),
  );
});

test.each([
  [
    { destination: 'kafka', settings: { brokers: '127.0.0.1:9', topic: 't', valueField: 'name' } },
    'valueField',
  ],
  [{ destination: 'http', settings: { url: 'http://127.0.0.1:9', format: 'array' } }, 'format'],
])('a format is refused beside a setting that needs JSON: %j', async (config, setting) => {
  const input = JSON.stringify({ ...config, format: 'csv', limit: 1, template: 'Flight Bookings' });
  expect(await here(['run', '-'], { input })).toMatchObject({
    code: 2,
    err: expect.stringContaining(`settings.${setting} needs rows as JSON`) as string,
  });
});
