import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { killFormatTests, partsOf, ROWS, STREAM } from './format-kills.ts';
import { here } from './here.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-format-'))));
afterEach(() => rm(folder, { recursive: true }));

const sampled = async (rows: number, ...more: readonly string[]): Promise<string> =>
  (await here(['sample', ...ROWS, '-n', String(rows), '--quiet', ...more])).out;

// More kills, and the other formats, are in format-files.long.test.ts.
killFormatTests(1, [['tsv', ['--workers', '2', '--rotate', '50kB', '--gzip']]]);

test.each([
  ['csv', '1kB', 500],
  ['json-array', '1kB', 500],
  ['protobuf', '1kB', 500],
  ['avro-file', '5kB', 500],
  ['parquet', '100kB', 5000],
])('a part of a file of %s never exceeds %s, with its head and its end', async (format, size, rows) => {
  const path = join(folder, 'events.x');
  const to = ['--path', path, '--rotate', size, '--format', format, '--eps', 'max', '--limit', String(rows)];
  expect(await here(['file', ...to, ...FLIGHTS])).toMatchObject({ code: 0 });
  const sizes = (await partsOf(folder)).map((part) => part.length);
  expect(sizes.length).toBeGreaterThan(4);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(Number.parseInt(size, 10) * 1000);
});

const FLIGHTS = ['--template', 'Flight Bookings'];

test('rows that are appended to a file of an earlier stream have no header again', async () => {
  const path = join(folder, 'events.csv');
  for (let i = 0; i < 2; i++) await here(['file', '--path', path, ...STREAM, '--limit', '10']);
  const [head = '', ...rows] = (await sampled(10, '--format', 'csv')).trimEnd().split('\n');
  expect(await readFile(path, 'utf8')).toBe([head, ...rows, ...rows, ''].join('\n'));
});

test.each([
  ['events.csv', 'timestamp,'],
  ['events.tsv.gz', 'timestamp\t'],
  ['events.avro.GZ', 'Obj\u0001'],
  ['events.parquet', 'PAR1'],
])('the name %s implies its format', async (name, begins) => {
  const path = join(folder, name);
  expect(await here(['file', '--path', path, ...STREAM, '--limit', '10'])).toMatchObject({ code: 0 });
  const isGzip = /gz$/i.test(name);
  const [bytes = Buffer.alloc(0)] = await partsOf(folder, isGzip);
  expect(bytes.toString('latin1').startsWith(begins)).toBe(true);
});

test.each([
  ['events.csv', 'json', /^\{"/, 'The name of the file implies csv, but its rows are json, as --format says'],
  ['events.avro', 'csv', /^timestamp/, 'implies avro-file, but its rows are csv'],
])('of the name %s and --format %s, the format holds, with a note', async (name, format, begins, note) => {
  const path = join(folder, name);
  const ended = await here(['file', '--path', path, '--format', format, ...STREAM, '--limit', '10']);
  expect(ended).toMatchObject({ code: 0, err: expect.stringContaining(note) as string });
  expect(await readFile(path, 'utf8')).toMatch(begins);
});

test('the path - is stdout, in every format', async () => {
  for (const format of ['json', 'csv', 'json-array']) {
    const { code, out } = await here(['file', '--path', '-', '--format', format, ...STREAM, '--limit', '10']);
    expect(code).toBe(0);
    const parsed: unknown = format === 'json-array' ? JSON.parse(out) : out.trimEnd().split('\n');
    expect(parsed).toHaveLength(format === 'csv' ? 11 : 10);
  }
});

test('a stream to stdout or a pipe saves its progress', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const to = async (path: string, limit: number): Promise<readonly unknown[]> => {
    const state = join(folder, path === '-' ? 'a' : 'b');
    const reading = path === '-' ? undefined : readFile(path, 'utf8');
    const ended = await here(['file', '--path', path, '--state', state, ...STREAM, '--limit', String(limit)]);
    expect(ended).toMatchObject({ code: 0 });
    return jsonLines((await reading) ?? ended.out);
  };
  for (const path of ['-', pipe])
    expect([...(await to(path, 10)), ...(await to(path, 25))]).toEqual(jsonLines(await sampled(25)));
});

test.each([
  ['a.csv', 'a,b\n1,2\n', 'begins with another header, so it cannot be appended to. Choose another path'],
  ['a.parquet', 'PAR1', 'is complete, so it cannot be appended to'],
  ['a.avro', 'Obj\u0001', 'ends in the middle of a block, so it cannot be appended to'],
])('the file %s with %j is left alone', async (name, content, words) => {
  const path = join(folder, name);
  await writeFile(path, content);
  const ended = await here(['file', '--path', path, ...STREAM, '--limit', '10']);
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining(words) as string });
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('a complete file that another program has changed is not continued', async () => {
  const path = join(folder, 'a.parquet');
  const args = ['file', '--path', path, '--state', join(folder, 'state'), ...STREAM, '--limit'];
  expect(await here([...args, '10'])).toMatchObject({ code: 0 });
  const bytes = await readFile(path);
  await writeFile(path, Buffer.concat([bytes, Buffer.from('x')]));
  expect(await here([...args, '20'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('another program may have written them') as string,
  });
  await writeFile(path, bytes.fill(1, 4, bytes.length - 400));
  expect((await here([...args, '20'])).code).toBe(2);
});

test.each([
  [['--path', 'a.parquet.gz'], 'The format compresses by itself: leave out --gzip, and .gz in --path'],
  [['--path', 'a.parquet', '--rotate', '1kB'], '--rotate 1kB has no room for rows in this format'],
  [['--path', '-', '--rotate', '1kB'], '--rotate: Needs a file, and stdout is none'],
  [['--path', '-', '--existing', 'replace'], '--existing: Needs a file, and stdout is none'],
])('the file %j is refused: %s', async (flags, words) => {
  expect(await here(['file', ...flags, ...STREAM])).toMatchObject({
    code: 2,
    err: expect.stringContaining(words) as string,
  });
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
      '--batch-rows',
      '500',
      '--limit',
      '2000',
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
  const [head, ...expected] = linesOf(await sampled(2000, '--format', format));
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
