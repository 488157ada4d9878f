import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { jsonLines, type Ended } from './catbird.ts';
import { begin, here, type Begun } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-receive-'))));
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}}';
const STREAM = ['--schema', '-', '--seed', '7', '--eps', 'max', '--limit', '100', '--json'];

let running: Begun | undefined;
afterEach(async () => {
  running?.stop();
  await running?.ended;
  running = undefined;
});

async function receiver(...flags: string[]): Promise<{ url: string; stop: () => Promise<Ended> }> {
  const started = begin(['receive', '--port', '0', ...flags]);
  running = started;
  const words = flags.includes('--json') ? '"port":' : 'Listening on http://127.0.0.1:';
  const port = await started.printed(words);
  return {
    url: `http://127.0.0.1:${/^\d+/.exec(port)?.[0] ?? ''}`,
    stop() {
      started.stop();
      return started.ended;
    },
  };
}

const SENDERS: Readonly<Record<string, (url: string) => readonly string[]>> = {
  tinybird: (url) => ['--endpoint', url, '--datasource', 'events', '--token', 'any'],
  ably: (url) => ['--endpoint', url, '--channel-id', 'some/channel', '--api-key', 'any.key:any'],
  'aws-sns': (url) => [
    '--region',
    'us-east-1',
    '--topic-arn',
    'arn:aws:sns:us-east-1:123456789012:events',
    '--batch',
    '--access-key-id',
    'any',
    '--secret-access-key',
    'any',
    '--sns-options',
    `{"endpoint": "${url}"}`,
  ],
  'aws-sqs': (url) => [
    '--queue-url',
    `${url}/123456789012/events.fifo`,
    '--region',
    'us-east-1',
    '--access-key-id',
    'any',
    '--secret-access-key',
    'any',
  ],
  elasticsearch: (url) => ['--url', url, '--index', 'events'],
  splunk: (url) => ['--url', url, '--token', 'any'],
  s3: (url) => [
    '--bucket',
    'events',
    '--endpoint',
    url,
    '--access-key-id',
    'any',
    '--secret-access-key',
    'any',
    '--prefix',
    'raw/n={{n}}',
    '--partition-by',
    'hour',
  ],
  otlp: (url) => ['--endpoint', url],
  http: (url) => ['--url', `${url}/any/path`, '--format', 'array'],
};

test.each(Object.keys(SENDERS))('all rows from %s arrive, and its check succeeds', async (name) => {
  const { url, stop } = await receiver('--json');
  const flags = SENDERS[name]?.(url) ?? [];
  const sent = await here([name, ...flags, ...STREAM], { input: SCHEMA });
  expect(sent).toMatchObject({ code: 0, out: '' });
  const check = await here(['check', name, ...flags]);
  expect(check).toMatchObject({ code: 0, out: '' });
  expect(check.err).toMatch(/^✓ /);
  const { code, out, err } = await stop();
  expect(code).toBe(0);
  const sample = await here(['sample', '--schema', '-', '--seed', '7', '-n', '100'], { input: SCHEMA });
  const sorted = (lines: string): string[] => lines.trimEnd().split('\n').sort();
  expect(sorted(out)).toEqual(sorted(sample.out));
  expect(jsonLines(err).at(-1)).toMatchObject({ type: 'summary', rows: 100, rowsBy: { [name]: 100 } });
});

test('rows go to a file, gzip is decoded, gaps and duplicates are counted', async () => {
  const file = join(folder, 'rows.ndjson');
  const { url, stop } = await receiver('--out', file, '--sequence', 'i', '--json');
  const send = (numbers: readonly number[]): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' },
      body: gzipSync(numbers.map((i) => `{"i":${i}}\n`).join('')),
    });
  expect(await (await send([5, 1, 2])).json()).toEqual({ received: 3 });
  await send([2, 9]);
  await fetch(url, { method: 'POST', body: '{"other":1}' });
  const { out, err } = await stop();
  expect(out).toBe('');
  expect(jsonLines(await readFile(file, 'utf8'))).toEqual([
    ...[5, 1, 2, 2, 9].map((i) => ({ i })),
    { other: 1 },
  ]);
  expect(jsonLines(err).at(-1)).toMatchObject({ rows: 6, missing: 5, duplicates: 1, without: 1 });
});

test('--limit ends it after the last sender got its response', async () => {
  const { url } = await receiver('--limit', '3');
  const response = await fetch(url, { method: 'POST', body: '{"a":1}\n{"a":2}\n{"a":3}' });
  expect(await response.json()).toEqual({ received: 3 });
  const ended = await running?.ended;
  expect(ended?.code).toBe(0);
  expect(ended?.out).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
});

test('bodies that do not match their type are rejected', async () => {
  const { url, stop } = await receiver('--json');
  const post = async (path: string, type: string, body: string): Promise<number> =>
    (await fetch(url + path, { method: 'POST', headers: { 'content-type': type }, body })).status;
  expect(await post('/', 'application/json', '{')).toBe(400);
  expect(await post('/channels/x/messages', 'application/json', '{')).toBe(400);
  expect(await post('/', 'application/x-www-form-urlencoded', 'Action=Delete')).toBe(400);
  expect(await post('/v0/events', 'text/plain', '{}')).toBe(400);
  const { out, err } = await stop();
  expect(out).toBe('');
  expect(jsonLines(err).at(-1)).toMatchObject({ rows: 0, requests: 4, refused: 4 });
});

test('bulk requests and events for Splunk are read as these services do, and refused', async () => {
  const { url, stop } = await receiver('--json');
  const post = async (path: string, body: string): Promise<unknown> => {
    const response = await fetch(url + path, { method: 'POST', body });
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(
    await post('/_bulk', '{"index":{"_index":"a","_id":"1"}}\n{"n":1}\n{"create":{"_index":"b"}}\n{"n"\n'),
  ).toMatchObject({
    status: 200,
    errors: true,
    items: [{ index: { _id: '1', status: 201 } }, { create: { _index: 'b', status: 400 } }],
  });
  for (const body of ['', '{}', '{}\n{}\n', '{"create":{}}\n{}\n', '{"delete":{"_index":"a"}}\n'])
    expect(await post('/_bulk', body)).toMatchObject({ status: 400, error: {} });
  const event = '/services/collector/event';
  expect(await post(event, '{"event":{"n":2}}\n{"event":"text"} {"event":{}}\n')).toMatchObject({
    status: 400,
    code: 6,
    'invalid-event-number': 1,
  });
  expect(await post('/services/collector', ' {"event":\n{"n":3}}')).toEqual({
    status: 200,
    code: 0,
    text: 'Success',
  });
  expect(await post(event, '{"n":1}')).toMatchObject({ code: 12, 'invalid-event-number': 0 });
  expect(await post(event, '{"event":""}')).toMatchObject({ code: 13 });
  expect(await post(event, '\n')).toMatchObject({ code: 5 });
  const { out, err } = await stop();
  expect(out).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
  expect(jsonLines(err).at(-1)).toMatchObject({ rows: 3, rowsBy: { elasticsearch: 1, splunk: 2 } });
});

test('messages for SQS are refused as a whole if one is invalid', async () => {
  const { url, stop } = await receiver('--json');
  const post = async (request: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const QueueUrl = `${url}/1/q`;
  const entry = (Id: string, MessageBody = '{"n":1}') => ({ Id, MessageBody });
  expect(await post({ QueueUrl, Entries: [entry('0'), entry('a', 'text')] })).toMatchObject({
    status: 200,
    Successful: [{ Id: '0', MD5OfMessageBody: '082c26c8a6bc75226a31da5495cc9292' }, { Id: 'a' }],
  });
  for (const [request, code] of [
    [{ Entries: [entry('0')] }, 'QueueDoesNotExist'],
    [{ QueueUrl }, 'UnsupportedOperation'],
    [{ QueueUrl, Entries: [] }, 'EmptyBatchRequest'],
    [{ QueueUrl, Entries: [entry('0'), entry('0')] }, 'BatchEntryIdsNotDistinct'],
    [
      { QueueUrl, Entries: Array.from({ length: 11 }, (_, n) => entry(`${n}`)) },
      'TooManyEntriesInBatchRequest',
    ],
    [{ QueueUrl, Entries: [entry('0'), entry('1', '')] }, 'MissingParameter'],
    [{ QueueUrl, Entries: [entry('0'), null] }, 'MissingParameter'],
  ] as const)
    expect(await post(request)).toMatchObject({ status: 400, __type: `com.amazonaws.sqs#${code}` });
  const { out } = await stop();
  expect(out).toBe('{"n":1}\n"text"\n');
});

test('a port in use is reported', async () => {
  const { url } = await receiver();
  const { code, err } = await here(['receive', '--port', new URL(url).port]);
  expect(code).toBe(1);
  expect(err).toContain('Choose another --port');
});

test('a startup failure is a JSON object with --json', async () => {
  const { code, err } = await here(['receive', '--json', '--port', '0', '--out', `${folder}/none/rows`]);
  expect(code).toBe(1);
  expect(jsonLines(err)).toEqual([
    { type: 'error', kind: 'receiver', message: expect.stringContaining('ENOENT') as unknown },
  ]);
});

test('with --stamp, each request has its time and its bytes, and verify has a lag from them', async () => {
  const [out, record] = [join(folder, 'stamped.ndjson'), join(folder, 'stamped.json')];
  await writeFile(out, '{"id": "from before"}\n\n');
  const { url, stop } = await receiver('--out', out, '--stamp');
  const schema = join(folder, 'stamped-schema.json');
  await writeFile(schema, SCHEMA);
  const stream = ['--schema', schema, ...STREAM.slice(2)];
  const sent = await here(['http', '--url', url, ...stream, '--record', record]);
  expect(sent.code, sent.err).toBe(0);
  await fetch(url, { method: 'POST', body: '\r\n{"id": "from others"}' });
  await stop();
  const bytes = await readFile(out);
  const stamps = jsonLines(await readFile(`${out}.stamps`, 'utf8')) as {
    readonly at: string;
    readonly request: number;
    readonly first: number;
    readonly end: number;
  }[];
  expect(stamps.map(({ request }) => request)).toEqual(stamps.map((_, i) => i + 1));
  expect(stamps[0]?.first).toBe(23);
  expect(stamps.at(-1)?.end).toBe(bytes.length);
  for (const [i, { first, at }] of stamps.entries()) {
    expect(bytes[first - 1]).toBe(10);
    expect(Date.parse(at)).not.toBeNaN();
    if (i > 0) expect(first).toBe(stamps[i - 1]?.end);
  }
  const args = ['verify', '--record', record, '--source', out, '--json'];
  expect(JSON.parse((await here(args)).out)).toMatchObject({
    tables: [
      { counts: { right: 100, extra: 2 }, lag: { rows: 100, to: 'arrival', from: 'acknowledgement' } },
    ],
  });
  await writeFile(`${out}.stamps`, '{"at": "soon"}\n');
  const failed = await here(args);
  expect(failed.err).toContain('stamped.ndjson.stamps has a line that is no time of arrival');
  expect(failed.code).toBe(1);
});

test('--stamp without a file is refused', async () => {
  expect(await here(['receive', '--stamp'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--stamp needs --out') as unknown,
  });
});
