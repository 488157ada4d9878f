import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BIN, eventually, start, type Running } from './catbird.ts';
import { begin, here, type Begun } from './here.ts';

let folder = '';
let port = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-control-'));
  port = await freePort();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Reply {
  readonly status: number;
  readonly value: {
    readonly error?: string;
    readonly streams?: readonly {
      readonly stream?: string;
      readonly state: string;
      readonly accepted: number;
      readonly inFlight: number;
      readonly asked: number;
      readonly changes: readonly (readonly [string, unknown])[];
      readonly faultChanges: readonly unknown[];
    }[];
  };
}

async function ask(
  method: string,
  path: string,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers }).end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, value: JSON.parse(await text(response)) as Reply['value'] };
}

const streams = async (): Promise<NonNullable<Reply['value']['streams']>> =>
  (await ask('GET', '/')).value.streams ?? [];

/** Resolves once the only stream meets a condition. */
const comes = (condition: (stream: Awaited<ReturnType<typeof streams>>[number]) => boolean): Promise<void> =>
  eventually(async () => {
    const [stream] = await streams();
    expect(stream !== undefined && condition(stream)).toBe(true);
  });

const SEED = ['--seed', '7'];

/** Starts a stream to a file, and resolves once it sends. */
async function started<Stream extends Begun | Running>(
  args: readonly string[],
  how: (args: readonly string[]) => Stream,
): Promise<Stream> {
  const running = how([...args, '--control-port', String(port), '--json']);
  await running.printed('"type":"start"');
  await comes(({ accepted }) => accepted > 0);
  return running;
}

async function summaryOf({ stop, ended }: Begun): Promise<Summary> {
  stop();
  const { err } = await ended;
  return JSON.parse(err.trim().split('\n').at(-1) ?? '') as Summary;
}

interface Summary {
  readonly accepted: number;
  readonly dropped: number;
  readonly generated: number;
  readonly time: { readonly from: string; readonly changes: readonly unknown[] };
  readonly changes?: readonly unknown[];
  readonly faultChanges: readonly unknown[];
}

/** What a stream with the same changes, given as options, writes. */
async function repeated(
  { accepted, time, faultChanges }: Summary,
  eps: string,
  faults: readonly string[] = [],
): Promise<string> {
  const path = join(folder, 'repeated.ndjson');
  const options = ['--path', path, '--eps', eps, '--from', time.from, '--limit', String(accepted), ...SEED];
  const changes = [
    '--changes',
    JSON.stringify(time.changes),
    '--fault-changes',
    JSON.stringify(faultChanges),
  ];
  // The last rows may be of the future by now only if the clock was set back.
  const { code, err } = await here(['file', ...options, ...changes, ...faults]);
  expect(code, err).toBe(0);
  return readFile(path, 'utf8');
}

/** Sensors that are silent at times. What they send then does not depend on other faults. */
const OFFLINE = [
  '--faults',
  '{"offline": {"by": "sensor_id", "share": 0.3, "forMs": {"min": 300, "max": 900}, "lost": 0.2}}',
];

/** Changes everything that can be changed. */
async function changeAll(): Promise<void> {
  expect((await ask('PUT', '/rate', '400')).status).toBe(200);
  await comes(({ changes }) => changes.length === 1);
  expect(
    (
      await ask(
        'PUT',
        '/faults',
        '{"duplicates": {"share": 0.2}, "reordering": {"window": 5}, "drift": [{"share": 0.5, "rename": {"status": "state"}}]}',
      )
    ).status,
  ).toBe(200);
  await comes(({ faultChanges }) => faultChanges.length === 1);
  await ask('POST', '/pause');
  await comes(({ changes, inFlight }) => changes.length === 2 && inFlight === 0);
  await ask('POST', '/resume');
  await comes(({ changes }) => changes.length === 3);
  await ask('PUT', '/rate', '{"waves": [{"period": "2s", "low": 0.5, "high": 1.5}]}');
  await comes(({ changes }) => changes.length === 4);
  await ask('PUT', '/rate', 'planned');
  await comes(({ changes }) => changes.length === 5);
}

test('a stream that was changed while it ran, and killed, goes on with its changes, and is repeated to the byte from its summary', async () => {
  const path = join(folder, 'rows.ndjson');
  const state = join(folder, 'state');
  const from = ['--eps', '200', '--from', '-1s'];
  const args = ['file', '--path', path, ...from, '--state', state, ...SEED, ...OFFLINE];
  const running = await started(args, start);
  await changeAll();
  running.child.kill('SIGKILL');
  await running.ended;
  const resumed = await started(args, begin);
  const summary = await summaryOf(resumed);
  const written = await readFile(path, 'utf8');
  const all = { ...summary, accepted: written.split('\n').length - 1 };
  expect(summary.time.changes.map((change) => (change as unknown[])[1])).toEqual([
    400,
    0,
    400,
    { waves: [{ period: '2s', low: 0.5, high: 1.5 }] },
    'planned',
  ]);
  expect(written).toContain('"state":');
  expect(written).toBe(await repeated(all, '200', OFFLINE));
});

/** A line of `catbird labels`. */
interface Label {
  readonly incident: string;
  readonly occurrence: number;
  readonly rows?: readonly [first: number, last: number];
}

/** Two streams with incidents that happen if somebody starts them. */
const withIncidents = (own: (stream: string) => object, others: object = {}): string =>
  JSON.stringify({
    ...others,
    seed: '7',
    eps: 200,
    destination: 'file',
    incidents: [
      {
        name: 'outage',
        at: '+10h',
        for: '1m',
        in: {
          requests: { where: 'region == "eu"', set: { status: '503' } },
          orders: { after: '100ms', set: { state: '"declined"' } },
        },
      },
      { name: 'sale', at: '+10h', for: '1m', in: { orders: { rate: 4 } } },
    ],
    streams: {
      requests: {
        ...own('requests'),
        schema: {
          at: { type: 'catbird.timestampNow' },
          region: { type: 'helpers.arrayElement', params: ['eu', 'us'] },
          status: { type: 'helpers.arrayElement', params: [200, 204] },
        },
      },
      orders: {
        ...own('orders'),
        schema: {
          at: { type: 'catbird.timestampNow' },
          state: { type: 'helpers.arrayElement', params: ['paid', 'new'] },
        },
        faults: { reordering: { window: 7 } },
      },
    },
  });

test('incidents that were started by hand are labelled, verified and computed again, also after a kill', async () => {
  const at = (name: string): string => join(folder, name);
  const config = at('shop.json');
  await writeFile(
    config,
    withIncidents((stream) => ({ from: '-1s', settings: { path: at(`${stream}.ndjson`) } }), {
      verify: {
        tables: {
          requests: { source: at('requests.ndjson') },
          orders: { source: at('orders.ndjson') },
        },
      },
    }),
  );
  const args = ['run', config, '--state', at('state'), '--record', at('record')];
  const hits = async (): Promise<number> =>
    (await readFile(at('orders.ndjson'), 'utf8')).split('"declined"').length;
  const running = await started(args, start);
  const begun = await ask('POST', '/incidents', '{"name": "outage", "for": "300ms"}');
  expect(begun.status, begun.value.error).toBe(200);
  await ask('PUT', '/rate?stream=orders', '150');
  await eventually(async () => expect((await streams())[1]?.changes).toHaveLength(1));
  const sale = await ask('POST', '/incidents', '{"name": "sale", "for": "400ms"}');
  expect(sale.status, sale.value.error).toBe(200);
  await eventually(async () => expect(await hits()).toBeGreaterThan(40));
  running.child.kill('SIGKILL');
  await running.ended;
  const resumed = await started(args, begin);
  const refused = [
    await ask('POST', '/incidents', '{"name": "outrage", "for": "10m"}'),
    await ask('POST', '/incidents', '{"name": "outage"}'),
  ];
  expect(refused.map(({ value }) => value.error)).toEqual([
    'Unknown incident outrage. Did you mean outage?',
    'for must be a duration above 0, such as {"name": "outage", "for": "10m"}',
  ]);
  const before = await hits();
  const again = await ask('POST', '/incidents?stream=orders', '{"name": "outage", "for": "1h"}');
  expect(again.value.streams).toMatchObject([
    { started: [{ number: -1 }, { name: 'sale', number: -2 }, { number: -3, forMs: 3_600_000 }] },
  ]);
  await ask('POST', '/incidents', '{"name": "sale", "for": "300ms"}');
  await eventually(async () => expect(await hits()).toBeGreaterThan(before + 20));
  resumed.stop();
  const { err } = await resumed.ended;
  const { streams: ends } = JSON.parse(err.trim().split('\n').at(-1) ?? '') as {
    readonly streams: Readonly<Record<string, Summary & { readonly started: readonly unknown[] }>>;
  };
  expect([ends['requests']?.started.length, ends['orders']?.started.length]).toEqual([1, 4]);

  // The same rows, without an interruption, from the summary.
  const lines = new Map<string, readonly string[]>();
  for (const each of ['requests', 'orders'])
    lines.set(each, (await readFile(at(`${each}.ndjson`), 'utf8')).split('\n'));
  await writeFile(
    at('again.json'),
    withIncidents((stream) => ({
      from: ends[stream]?.time.from,
      limit: (lines.get(stream)?.length ?? 1) - 1,
      changes: ends[stream]?.time.changes,
      started: ends[stream]?.started,
      settings: { path: at(`again-${stream}.ndjson`) },
    })),
  );
  const repeatedRun = await here(['run', at('again.json')]);
  expect(repeatedRun.code, repeatedRun.err).toBe(0);
  for (const [each, written] of lines)
    expect((await readFile(at(`again-${each}.ndjson`), 'utf8')).split('\n')).toEqual(written);

  // The record says when, and which rows.
  const labels = await here(['labels', '--record', at('record'), '--to', new Date().toISOString()]);
  const affected = labels.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Label)
    .toSorted((a, b) => a.incident.localeCompare(b.incident) || b.occurrence - a.occurrence);
  const hit = (stream: string, text: string): number =>
    (lines.get(stream) ?? []).filter((line) => line.includes(text)).length;
  expect(affected).toMatchObject([
    { incident: 'outage', occurrence: -1, stream: 'requests', affected: hit('requests', '503') },
    { incident: 'outage', occurrence: -1, stream: 'orders' },
    { incident: 'outage', occurrence: -3, stream: 'orders' },
    { incident: 'sale', occurrence: -2, stream: 'orders' },
    { incident: 'sale', occurrence: -4, stream: 'orders' },
  ]);
  // 400 ms at 4 × 150 rows a second.
  const { rows: [first, last] = [0, 0] } = affected[3] ?? {};
  expect(Math.abs(last - first - 240)).toBeLessThan(3);
  const verified = await here(['verify', '--record', at('record'), config]);
  expect(verified.code, verified.out + verified.err).toBe(0);
});

test('an incident cannot change the rate of events that are all due', async () => {
  const config = join(folder, 'due.json');
  const span = { from: '2020-01-01', to: '2024-01-01', speed: 'max' };
  await writeFile(
    config,
    withIncidents((stream) => ({ ...span, settings: { path: join(folder, `${stream}.ndjson`) } })),
  );
  const running = await started(['run', config], begin);
  const sale = await ask('POST', '/incidents', '{"name": "sale", "for": "1m"}');
  expect(sale.value.error).toContain('All events are due already');
  running.stop();
  await running.ended;
});

test('a stream that is killed while paused says how to resume it, and resumes at the rate set meanwhile', async () => {
  const path = join(folder, 'rows.ndjson');
  const state = join(folder, 'state');
  const args = ['file', '--path', path, '--eps', '200', '--from', 'now', '--state', state, ...SEED];
  const running = await started(args, start);
  await ask('POST', '/pause');
  await comes(({ changes }) => changes.length === 1);
  await ask('PUT', '/rate', '350');
  await comes(({ changes }) => changes.length === 3);
  running.child.kill('SIGKILL');
  await running.ended;
  const resumed = begin([...args, '--control-port', String(port), '--json']);
  await resumed.printed(`Paused. Resume with: curl -X POST http://127.0.0.1:${port}/resume`);
  await ask('POST', '/resume');
  await comes(({ asked }) => asked === 350);
  const summary = await summaryOf(resumed);
  const written = await readFile(path, 'utf8');
  const accepted = written.split('\n').length - 1;
  expect(written).toBe(await repeated({ ...summary, accepted, faultChanges: [] }, '200'));
});

test('a duration ends then, whatever the rate becomes, and over a restart', async () => {
  const path = join(folder, 'rows.ndjson');
  const state = join(folder, 'state');
  const args = ['file', '--path', path, '--eps', '10', '--duration', '15s', '--state', state, ...SEED];
  const running = await started(args, start);
  await ask('PUT', '/rate', '200');
  await comes(({ accepted }) => accepted > 150);
  await eventually(async () => {
    const { next, spentMs } = JSON.parse(await readFile(state, 'utf8')) as { next: number; spentMs: number };
    expect(next > 60 && spentMs > 0).toBe(true);
  });
  running.child.kill('SIGKILL');
  await running.ended;
  const { spentMs } = JSON.parse(await readFile(state, 'utf8')) as { spentMs: number };
  const { code, err } = await here([...args, '--json']);
  const summary = JSON.parse(err.trim().split('\n').at(-1) ?? '') as { reason: string; accepted: number };
  expect([code, summary.reason]).toEqual([0, 'duration']);
  expect(summary.accepted).toBe(Math.ceil(((15_000 - spentMs) * 10) / 1000));
});

test('no event comes while a stream is paused', async () => {
  const running = await started(['file', '--path', join(folder, 'rows.ndjson'), '--eps', '100'], begin);
  await ask('POST', '/pause');
  await comes(({ state, asked, inFlight }) => state === 'paused' && asked === 0 && inFlight === 0);
  const { size } = await import('node:fs').then(({ statSync }) => statSync(join(folder, 'rows.ndjson')));
  // Half a dozen reports later.
  for (let n = 0; n < 6; n++) await running.until((err) => err.split('"type":"progress"').length > n + 2);
  expect((await readFile(join(folder, 'rows.ndjson'))).byteLength).toBe(size);
  await ask('POST', '/resume');
  await comes(({ state, asked }) => state === 'running' && asked === 100);
  const { changes } = await summaryOf(running);
  expect(changes?.map((change) => (change as unknown[])[1])).toEqual([0, 'planned']);
});

test('the history that is left is skipped, and the stream goes on live', async () => {
  const path = join(folder, 'rows.ndjson');
  const args = ['file', '--path', path, '--from', '-1h', '--speed', '2', '--eps', '20', ...SEED];
  const running = await started(args, begin);
  expect((await ask('POST', '/live')).status).toBe(200);
  await running.until((err) => err.includes('Live: skipped'));
  // History is of an hour ago.
  const since = new Date(Date.now() - 1_800_000).toISOString();
  const isLive = (line: string): boolean => (JSON.parse(line) as { timestamp: string }).timestamp > since;
  const written = async (): Promise<readonly string[]> =>
    (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  await eventually(async () => expect((await written()).filter(isLive).length).toBeGreaterThan(10));
  expect((await ask('POST', '/live')).value.error).toBe('The stream is live: there is no history to skip');
  const { accepted, dropped, generated, time } = await summaryOf(running);
  expect(generated).toBe(accepted + dropped);
  expect(dropped).toBeGreaterThan(71_000);
  const lines = await written();
  expect(lines).toHaveLength(accepted);
  const live = lines.filter(isLive);
  // The last rows are those of a stream that skips nothing.
  const { out } = await here([
    'sample',
    '-n',
    String(generated),
    '--eps',
    '20',
    '--from',
    time.from,
    ...SEED,
  ]);
  expect(out.trim().split('\n').slice(-live.length)).toEqual(live);
});

describe('the control port', () => {
  let running: Begun;
  beforeEach(async () => {
    running = await started(['file', '--path', join(folder, 'rows.ndjson'), '--eps', '5'], begin);
  });
  afterEach(async () => {
    running.stop();
    await running.ended;
  });

  test('names what is wrong with a request, and changes nothing', async () => {
    const replies = [
      await ask('PUT', '/rate'),
      await ask('PUT', '/rate', '-1'),
      await ask('PUT', '/rate', 'fast'),
      await ask('PUT', '/rate', '{"day": [1]}'),
      await ask('PUT', '/rate', '1e400'),
      await ask('PUT', '/faults', '{"duplicate": {"share": 0.1}}'),
      await ask('PUT', '/faults', '{"duplicates": {"share": 2}}'),
      await ask('PUT', '/faults', '{"drift": [{"remove": ["sensor"]}]}'),
      await ask('POST', '/rate', '5'),
      await ask('GET', '/metrics'),
      await ask('POST', '/pause?stream=orders'),
      await ask('POST', '/live'),
      await ask('PUT', '/rate', 'x'.repeat(2 ** 21)),
    ];
    expect(replies.map(({ status }) => status)).toEqual([
      400, 400, 400, 400, 400, 400, 400, 400, 405, 404, 404, 400, 413,
    ]);
    expect(replies.map(({ value }) => value.error)).toMatchInlineSnapshot(`
      [
        "The body is empty. Send events per second, {"starts": 5} for journeys per second, a rate as JSON, or planned",
        "rate must be a number from 0 to 1,000,000,000",
        "rate must be business day, black friday, flash crowd or nightly batch, or JSON such as {"week": [1, 1, 1, 1, 1, 0.3, 0.3]}",
        "day must have at least 24 numbers, not 1",
        "rate must be a number from 0 to 1,000,000,000",
        "faults: Unknown key duplicate. Did you mean duplicates?",
        "faults.duplicates.share: share must be at most 0.9",
        "faults.drift.0.remove.0: Unknown field sensor. Fields: timestamp, sensor_id, status, temperature",
        "Use PUT /rate",
        "Unknown path /metrics. Use GET /, PUT /rate, POST /pause, POST /resume, POST /live, PUT /faults, POST /incidents",
        "Unknown stream "orders". There is a single stream: leave out ?stream=",
        "The stream is live: there is no history to skip",
        "Bodies are limited to 1 MiB, uncompressed",
      ]
    `);
    const [stream] = await streams();
    expect(stream).toMatchObject({ state: 'running', changes: [], faultChanges: [] });
  });

  test('refuses pages and foreign names', async () => {
    const page = await ask('POST', '/pause', '', { origin: 'http://127.0.0.1:4173' });
    const rebound = await ask('POST', '/pause', '', { host: `catbird.example:${port}` });
    const embedded = await ask('GET', '/', '', { 'sec-fetch-site': 'cross-site' });
    expect([page.status, rebound.status, embedded.status]).toEqual([403, 403, 403]);
    expect((await streams())[0]).toMatchObject({ state: 'running' });
  });

  test('listens on this machine only', async () => {
    const others = Object.values((await import('node:os')).networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const sent = request({ host: address, port, path: '/' }).end();
      await expect(once(sent, 'response')).rejects.toThrow('ECONNREFUSED');
    }
    expect((await ask('GET', '/')).status).toBe(200);
  });
});

test('a change is for the named stream, or for all', async () => {
  const config = join(folder, 'two.json');
  const { writeFile } = await import('node:fs/promises');
  const own = (name: string) => ({ settings: { path: join(folder, `${name}.ndjson`) } });
  const value = { destination: 'file', eps: 10, streams: { one: own('one'), two: own('two') } };
  await writeFile(config, JSON.stringify(value));
  const running = await started(['run', config], begin);
  await ask('PUT', '/rate?stream=two', '20');
  await eventually(async () => {
    expect((await streams()).map(({ stream, changes }) => [stream, changes.length])).toEqual([
      ['one', 0],
      ['two', 1],
    ]);
  });
  await ask('POST', '/pause');
  await eventually(async () => {
    expect((await streams()).map(({ state }) => state)).toEqual(['paused', 'paused']);
  });
  running.stop();
  await running.ended;
});

test('a shard and a port in use are refused', async () => {
  const shard = await here(['log', '--shard', '0/2', '--seed', '1', '--control-port', String(port)]);
  expect([shard.code, shard.err]).toEqual([
    2,
    expect.stringContaining('--control-port cannot be used with --shard'),
  ]);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const inUse = await here(['log', '--control-port', String(port)]);
  server.close();
  expect([inUse.code, inUse.err]).toEqual([2, expect.stringContaining(`--control-port ${port}: `)]);
});

test('changes that do not fit are refused', async () => {
  const { code, err } = await here([
    'log',
    '--limit',
    '1',
    '--fault-changes',
    '[{"position": -1, "faults": {"late": {}}}, 5]',
  ]);
  expect(code).toBe(2);
  expect(err).toMatchInlineSnapshot(`
    "--fault-changes.0.position must be a whole number from 0 up
    --fault-changes.0.faults.late.share: share must be a number
    --fault-changes.0.faults.late.delay: delay must be an object
    --fault-changes.1.position must be a whole number from 0 up
    --fault-changes.1.faults: The argument must be an object
    "
  `);
});

const SCRIPT = 'script';
const hasScript = spawnSync(SCRIPT, ['--version']).status === 0;
if (!hasScript) console.warn('SKIPPED: keys of a terminal; the command `script` of util-linux is not here');

/** Runs a command in a terminal, and presses keys when it has shown what they wait for. */
async function pressed(
  command: string,
  keys: readonly (readonly [after: string, key: string])[],
): Promise<string> {
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let shown = '';
  let [seen, pressedKeys] = [0, 0];
  child.stdout.on('data', (chunk: Uint8Array) => {
    shown += Buffer.from(chunk).toString('utf8');
    const [after, key] = keys[pressedKeys] ?? [];
    if (after === undefined || key === undefined || !shown.includes(after, seen)) return;
    seen = shown.indexOf(after, seen) + after.length;
    pressedKeys++;
    child.stdin.write(key);
  });
  await once(child, 'close');
  return shown;
}

const command = (path: string): string =>
  `"${process.execPath}" "${BIN}" file --path "${path}" --eps 100 --from now --seed 1`;

test.skipIf(!hasScript)('keys change the rate, pause and resume; Ctrl-C still stops', async () => {
  const shown = await pressed(`${command(join(folder, 'rows.ndjson'))}; stty`, [
    ['Press + or - to change the rate', '+'],
    ['Rate: 125/s', '-'],
    ['Rate: 100/s', ' '],
    ['Paused from', ' '],
    ['Rate: 100/s', '\u0003'],
  ]);
  expect(shown).toMatch(/changes +\[\["[^"]+",125\],\["[^"]+",100\],\["[^"]+",0\],\["[^"]+",100\]/);
  // The terminal is as it was.
  expect(shown).not.toMatch(/-icanon|-isig|-echo\b/);
});

test.skipIf(!hasScript)('a stream in the background leaves the terminal alone', async () => {
  const path = join(folder, 'rows.ndjson');
  const shown = await pressed(
    `bash -mc '${command(path).replaceAll("'", '')} --limit 150 & wait; echo done'`,
    [],
  );
  expect(shown).toContain('done');
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(151);
});
