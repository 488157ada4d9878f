import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN, catbird, eventually, start, type Running } from './catbird.ts';
import { here } from './here.ts';

const SECRET = 'Tr0ub4dor-and-3';
const SCHEMA = { id: { type: 'string.uuid' }, city: { type: 'location.city' } };
const LOG = { destination: 'log', eps: 'max', limit: 3, seed: '7', schema: SCHEMA };

let folder = '';
let receiver: Running;
let address = '';
let client: Client;
/** The revision of the protocol that a client and its server agreed on. */
let revision = '';
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-mcp-test-'));
  receiver = start(['receive', '--port', '0', '--out', file('arrived.ndjson')]);
  address = `http://127.0.0.1:${Number.parseInt(await receiver.printed('http://127.0.0.1:'), 10)}`;
  client = await agent(['--allow', address], { TOKEN: SECRET });
});
afterAll(async () => {
  await client.close();
  receiver.child.kill('SIGINT');
  await receiver.ended;
  await rm(folder, { recursive: true });
});

async function agent(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Client> {
  const connected = new Client({ name: 'test', version: '0' });
  const command = { command: process.execPath, args: [BIN, 'mcp', ...args], env: { ...env } };
  const transport = new StdioClientTransport({ ...command, stderr: 'ignore' });
  await connected.connect(
    Object.assign(transport, { setProtocolVersion: (spoken: string) => (revision = spoken) }),
  );
  return connected;
}

interface Answer {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly all: string;
}

async function ask(
  name: string,
  given: Readonly<Record<string, unknown>>,
  by: Client = client,
): Promise<Answer> {
  const { isError, content } = await by.callTool({ name, arguments: { ...given } });
  const texts = (content as { readonly text: string }[]).map(({ text }) => text);
  return { isError: isError === true, texts, all: texts.join('\n') };
}

const text = JSON.stringify;

test('tools are listed with what they take, and only one of them sends', async () => {
  const { tools } = await client.listTools();
  const sending = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(sending.map(({ name }) => name)).toEqual(['start']);
  expect(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
    ['find_types', ['query']],
    ['infer', ['file', 'text', 'copy', 'keepTimes']],
    ['validate', ['file', 'text']],
    ['preview', ['file', 'text', 'template', 'stream', 'seed', 'rows']],
    ['statistics', ['file', 'text', 'template', 'stream', 'seed', 'data', 'rows']],
    ['dry_run', ['file', 'text']],
    ['start', ['file', 'text']],
    ['verify', ['record', 'source', 'stream']],
  ]);
});

test('server and client speak the newest revision, and each tool takes what its JSON Schema says', async () => {
  const { tools } = await client.listTools();
  const check = new Ajv({ strict: true, allowUnionTypes: true });
  const valid = new Map(tools.map(({ name, inputSchema }) => [name, check.compile(inputSchema)]));
  expect(revision).toBe(LATEST_PROTOCOL_VERSION);
  const [byNumber, byText] = [
    { text: text(SCHEMA), seed: 42 },
    { text: text(SCHEMA), seed: '42' },
  ];
  for (const given of [byNumber, byText]) expect(valid.get('preview')?.(given)).toBe(true);
  expect(valid.get('preview')?.({ ...byNumber, seed: [42] })).toBe(false);
  expect((await ask('preview', byNumber)).all).toBe((await ask('preview', byText)).all);
  // Every tool answers, if only with what it lacks.
  for (const { name } of tools) expect((await ask(name, {})).texts.length, name).toBeGreaterThan(0);
});

test('the skill names the tools in the order of its steps, and its config is valid', async () => {
  const skill = await readFile(new URL('../../../examples/agents/SKILL.md', import.meta.url), 'utf8');
  const { tools } = await client.listTools();
  const named = [...skill.matchAll(/[Cc]all `(\w+)`/g)].map(([, name]) => name);
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(named));
  expect(new Set(named).size).toBe(names.length - 1);
  const [, config = ''] = /```yaml\n([\s\S]*?)```/.exec(skill) ?? [];
  expect((await ask('validate', { text: config })).all).toBe('[]');
});

test('types are found by meaning', async () => {
  const { isError, all } = await ask('find_types', { query: 'response time' });
  expect(isError).toBe(false);
  expect(all).toContain('"name"');
});

test('a schema is inferred, and its rows are previewed and counted', async () => {
  const sample = Array.from({ length: 40 }, (_, i) => text({ id: i + 1, state: i % 4 ? 'paid' : 'open' }));
  const inferred = await ask('infer', { text: sample.join('\n') });
  expect(inferred.isError).toBe(false);
  const schema = inferred.texts[0] ?? '';
  const preview = await ask('preview', { text: schema, rows: 3, seed: '7' });
  expect(preview.texts[0]?.split('\n')).toHaveLength(3);
  const counted = await ask('statistics', { text: schema, rows: 100, seed: '7' });
  expect(JSON.parse(counted.texts[0] ?? '')).toMatchObject({ rows: 100 });
});

test('a schema copies what is asked, and keeps times in the past', async () => {
  const sample = Array.from({ length: 40 }, (_, i) =>
    text({
      at: new Date(Date.UTC(2024, 0, 1, i)).toISOString(),
      state: i % 4 ? 'paid' : 'open',
      team: i % 2 ? 'Ajax' : 'Inter',
    }),
  ).join('\n');
  const inferred = async (options: object): Promise<string> =>
    (await ask('infer', { text: sample, ...options })).texts[0] ?? '';
  expect(await inferred({})).toMatch(/(?=.*timestampNow)(?=.*paid)(?!.*Ajax)/s);
  expect(await inferred({ copy: 'none' })).not.toMatch(/paid|Ajax/);
  expect(await inferred({ copy: 'enums' })).toMatch(/(?=.*paid)(?=.*Ajax)/s);
  expect(await inferred({ copy: ['team'] })).toMatch(/(?=.*paid)(?=.*Ajax)/s);
  expect(await inferred({ keepTimes: true })).toMatch(/(?!.*timestampNow)(?=.*dateAdd)/s);
  const unknown = await ask('infer', { text: sample, copy: ['crew'] });
  expect(unknown).toMatchObject({ isError: true, all: expect.stringContaining('crew') as string });
});

test('rows are those of the command line', async () => {
  const { out } = await here(['sample', '--template', 'Flight Bookings', '-n', '4', '--seed', '7']);
  const { texts } = await ask('preview', { template: 'Flight Bookings', rows: 4, seed: 7 });
  const withoutTimes = (lines: string): string => lines.trimEnd().replaceAll(/\d{4}-\d\d-\d\dT[^"]*/g, '');
  expect(withoutTimes(texts[0] ?? '')).toBe(withoutTimes(out));
});

test('all problems of a config are answered at once, with their places', async () => {
  const { isError, texts } = await ask('validate', {
    text: text({ destination: 'lg', eps: 'fast', schema: { a: { type: 'string.uid' } } }),
  });
  expect(isError).toBe(true);
  const issues = JSON.parse(texts[0] ?? '') as { message: string; line?: number }[];
  expect(issues.length).toBeGreaterThan(1);
  expect(issues.every(({ line }) => line === 1)).toBe(true);
  expect((await ask('validate', { text: text(LOG) })).texts[0]).toBe('[]');
});

test('a dry run says what would be sent', async () => {
  const { texts } = await ask('dry_run', { text: text({ ...LOG, limit: 1234 }) });
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ type: 'plan', limit: 1234, destination: 'log' });
});

test('what is started to a receiver on this machine arrives, and is verified', async () => {
  const config = { ...LOG, destination: 'http', settings: { url: address }, limit: 500 };
  await writeFile(file('http.json'), text(config));
  const started = await ask('start', { file: file('http.json') });
  const lines = started.all.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ type }) => type === 'summary')).toMatchObject({ accepted: 500, failed: 0 });
  const record = lines.find(({ type }) => type === 'record')?.['path'];
  const source = file('arrived.ndjson');
  const right = await ask('verify', { record, source });
  expect(right).toMatchObject({ isError: false });
  expect(right.all).toContain('"right"');
  const rows = (await readFile(source, 'utf8')).trimEnd().split('\n');
  await writeFile(file('lost.ndjson'), `${rows.slice(3).join('\n')}\n`);
  const wrong = await ask('verify', { record, source: file('lost.ndjson') });
  expect(JSON.parse(wrong.texts[0] ?? '')).toMatchObject({ tables: [{ missing: { rows: 3 } }] });
});

test('the log is in the answer', async () => {
  const { texts } = await ask('start', { text: text(LOG) });
  expect(texts[0]?.split('\n')).toHaveLength(3);
});

test('a stream ends when its call is cancelled', async () => {
  const cancel = new AbortController();
  const given = {
    text: text({ ...LOG, eps: 10, limit: 100_000, destination: 'http', settings: { url: address } }),
  };
  const before = await readFile(file('arrived.ndjson'), 'utf8');
  const call = client.callTool({ name: 'start', arguments: given }, undefined, { signal: cancel.signal });
  await eventually(async () => expect(await readFile(file('arrived.ndjson'), 'utf8')).not.toBe(before));
  cancel.abort();
  await expect(call).rejects.toThrow('abort');
  // At 10 events a second, another one would arrive within that time.
  await eventually(async () => {
    const arrived = await readFile(file('arrived.ndjson'), 'utf8');
    await setTimeout(1000);
    expect(await readFile(file('arrived.ndjson'), 'utf8')).toBe(arrived);
  });
});

describe('refused:', () => {
  test.each([
    [
      'another origin',
      { destination: 'http', settings: { url: 'http://127.0.0.1:9' } },
      'http is not allowed',
    ],
    [
      'an origin that only begins like an allowed one',
      { destination: 'http', settings: { url: 'http://127.0.0.1.example.com' } },
      'http is not allowed',
    ],
    [
      'a destination',
      { destination: 'kafka', settings: { brokers: 'b:9092', topic: 't' } },
      'kafka is not allowed',
    ],
    ['a file', { destination: 'file', settings: { path: '/tmp/x' } }, 'file is not allowed'],
    ['a stream without an end', { limit: undefined }, 'Set limit or duration'],
    [
      'a schema registry elsewhere',
      { format: { name: 'avro', schemaRegistry: 'http://127.0.0.1:9' } },
      'the schema registry is not allowed',
    ],
    ['files beside a stream', { delivery: { deadLetter: '/tmp/x' } }, 'Remove deadLetter'],
  ])('%s', async (_, changes, why) => {
    const { isError, all } = await ask('start', { text: text({ ...LOG, ...changes }) });
    expect(isError).toBe(true);
    expect(all).toContain(why);
  });

  test('everything but the log, by default', async () => {
    const careful = await agent([]);
    const given = text({ ...LOG, destination: 'http', settings: { url: address } });
    const { isError, all } = await ask('start', { text: given }, careful);
    await careful.close();
    expect({ isError, all }).toEqual({
      isError: true,
      all: 'The stream: http is not allowed. This server may use log. A person can restart it with --allow',
    });
  });

  test('reading from databases', async () => {
    const place = 'postgres://reader@127.0.0.1:9/shop';
    const answers = [
      await ask('infer', { file: place }),
      await ask('verify', { record: 'run.json', source: `${place}?table=orders` }),
    ];
    for (const { isError, all } of answers) {
      expect(isError).toBe(true);
      expect(all).toContain('Reading from postgres is not allowed');
    }
  });

  test('asking a schema registry elsewhere', async () => {
    const client = await agent(['--allow', 'kafka', '--allow', 'http://127.0.0.1:8081']);
    const source = 'kafka://127.0.0.1:9/orders?schemaRegistry=http://127.0.0.1:8081';
    const answers = [source, `${source}&schemaRegistry=http://127.0.0.1:9`].map((each) =>
      ask('verify', { record: 'run.json', source: each }, client),
    );
    const [allowed, elsewhere] = await Promise.all(answers);
    await client.close();
    expect(allowed?.all).not.toContain('not allowed');
    expect(elsewhere?.all).toContain('Reading from the schema registry is not allowed');
  });

  test('unknown arguments, and none where one is needed', async () => {
    expect((await ask('preview', { text: text(SCHEMA), row: 3 })).isError).toBe(true);
    expect(await ask('preview', {})).toMatchObject({ isError: true, all: 'Give file, or text' });
  });

  test.each([['kafak'], ['ftp://example.com'], ['http://127.0.0.1/path']])('--allow %s', async (allowed) => {
    const { code, err } = await here(['mcp', '--allow', allowed]);
    expect(code).toBe(2);
    expect(err).toContain('--allow');
  });
});

describe('a credential', () => {
  const headers = (value: string): string =>
    text({ ...LOG, destination: 'http', settings: { url: address, headers: { authorization: value } } });

  test('in an argument is refused, and the answer names a variable in its place', async () => {
    const { isError, all } = await ask('start', { text: headers(`Bearer ${SECRET}`) });
    expect(isError).toBe(true);
    expect(all).toContain('${');
    expect(all).not.toContain(SECRET);
  });

  test('from the environment is sent, and never answered', async () => {
    const given = { text: headers('Bearer ${TOKEN}') };
    const started = await ask('start', given);
    expect(started.isError).toBe(false);
    const answers = [
      started,
      await ask('dry_run', given),
      await ask('validate', given),
      await ask('preview', given),
    ];
    const stray = { text: headers('Bearer ${TOKEN}').replace('"limit":3', '"limit":"${TOKEN}"') };
    for (const tool of ['validate', 'start', 'dry_run', 'preview']) answers.push(await ask(tool, stray));
    // A schema that spells the secret itself is hidden, too.
    answers.push(await ask('preview', { text: headers('Bearer ${TOKEN}').replace('location.city', SECRET) }));
    for (const { all } of answers) expect(all).not.toContain(SECRET);
  });
});

test('the server ends with its client', async () => {
  const { code, out } = await catbird(['mcp'], { input: '' });
  expect({ code, out }).toEqual({ code: 0, out: '' });
});

test('code of packages runs only if they were named when the server was started', async () => {
  const index = fileURLToPath(new URL('../../../examples/types-aviation/index.js', import.meta.url));
  const schema = text({ code: { type: 'aviation.squawk' } });
  const config = text({ ...LOG, types: [index], schema: { code: { type: 'aviation.squawk' } } });
  for (const tool of ['validate', 'preview', 'dry_run', 'start']) {
    const { isError, all } = await ask(tool, { text: config });
    expect([isError, all]).toEqual([
      true,
      expect.stringContaining('runs code, which this server may not do'),
    ]);
  }
  const allowed = await agent(['--types', index]);
  try {
    for (const [tool, given] of [
      ['validate', { text: config }],
      ['preview', { text: config, rows: 2 }],
      ['preview', { text: schema, rows: 2 }],
      ['start', { text: config }],
    ] as const) {
      const { isError, all } = await ask(tool, given, allowed);
      expect(isError, all).toBe(false);
    }
    expect((await ask('find_types', { query: 'transponder' }, allowed)).all).toContain('aviation.squawk');
    // A file of the same name elsewhere is another one.
    await writeFile(file('index.js'), 'export default []');
    const { isError, all } = await ask(
      'validate',
      { text: text({ ...LOG, types: [file('index.js')] }) },
      allowed,
    );
    expect([isError, all]).toEqual([true, expect.stringContaining('which this server may not do')]);
  } finally {
    await allowed.close();
  }
});
