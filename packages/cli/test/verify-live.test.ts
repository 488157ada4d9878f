import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { longOnly } from '../../../test/long.ts';
import { cameBeyond, eventually, start } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'catbird-live-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

const SCHEMA = `{id: {type: string.uuid}, n: {type: catbird.sequence}, at: {type: catbird.timestampNow}, name: {type: person.fullName}}`;

interface Report {
  readonly tables: readonly {
    readonly verdict: string;
    readonly counts: Readonly<Record<string, unknown>>;
    readonly lag?: { readonly rows: number; readonly to: string; readonly from: string };
  }[];
}
const reportIn = (out: string): Report['tables'][number] | undefined => (JSON.parse(out) as Report).tables[0];

/** A stream of 200 rows a second into a file, without an end. */
function stream(name: string, more = ''): string {
  const config = at(`${name}.yaml`);
  writeFileSync(
    config,
    `seed: 7
eps: 200
destination: file
settings: {path: ${at(`${name}.ndjson`)}}
schema: ${SCHEMA}
verify:
  within: 2s
  tables: {arrived: {of: rows, source: ${at(`${name}.arrived`)}${more}}}
`,
  );
  return config;
}

/** A pipeline that copies lines, but for those that are held back. */
function pipeline(name: string, isHeld: (line: number) => boolean) {
  const held: string[] = [];
  let bytes = 0;
  let line = 0;
  writeFileSync(at(`${name}.arrived`), '');
  return {
    copy: (): void => {
      if (!existsSync(at(`${name}.ndjson`))) return;
      const all = readFileSync(at(`${name}.ndjson`));
      const end = all.lastIndexOf(10) + 1;
      for (const text of all.subarray(bytes, end).toString().split('\n').filter(Boolean))
        if (isHeld(line++)) held.push(text);
        else appendFileSync(at(`${name}.arrived`), `${text}\n`);
      bytes = end;
    },
    release: (): void =>
      appendFileSync(
        at(`${name}.arrived`),
        held
          .splice(0)
          .map((text) => `${text}\n`)
          .join(''),
      ),
  };
}

test('a sender that is killed and goes on is right at the end, while its rows are followed', async () => {
  const received = at('received.ndjson');
  writeFileSync(received, '');
  const receiver = begin(['receive', '--port', '0', '--out', received, '--stamp']);
  const port = /^\d+/.exec(await receiver.printed('Listening on http://127.0.0.1:'))?.[0] ?? '';
  const config = at('shop.yaml');
  writeFileSync(
    config,
    `seed: 7
eps: 2000
limit: 10000
destination: http
settings: {url: 'http://127.0.0.1:${port}'}
schema: ${SCHEMA}
verify:
  within: 5s
  tables: {arrived: {of: rows, source: ${received}}}
`,
  );
  const [state, record] = [at('shop.state'), at('shop.json')];
  const live = begin(['verify', config, '--record', record, '--live', '--json']);
  const sending = ['run', config, '--record', record, '--state', state, '--quiet'];
  await live.printed('waiting for');
  for (const row of [1000, ...longOnly([5000])]) {
    const sender = start(sending);
    await cameBeyond(row, state);
    sender.child.kill('SIGKILL');
    await sender.ended;
  }
  await live.printed('complete through');
  expect((await here(sending)).code).toBe(0);
  const { code, out, err } = await live.ended;
  receiver.stop();
  await receiver.ended;
  expect(err).not.toMatch(/missing [1-9]|doubled [1-9]|extra|changed|late/);
  const report = reportIn(out);
  expect(report).toMatchObject({
    verdict: 'right',
    counts: { missing: 0, doubled: 0, changed: 0, extra: 0, late: 0, pending: 0 },
    lag: { from: 'acknowledgement', to: 'arrival' },
  });
  expect(report?.counts).toMatchObject({ expected: report?.counts['right'] });
  expect(Number(report?.counts['right'])).toBeGreaterThan(7500);
  expect(code).toBe(0);
});

test('rows that are withheld are missing once they are due, and late when they come', async () => {
  const config = stream('late');
  const [metrics = 0] = await freePorts(1);
  const record = at('late.json');
  const { copy, release } = pipeline('late', (line) => line >= 100 && line < 150);
  const live = begin([
    'verify',
    config,
    '--record',
    record,
    '--live',
    '--metrics-port',
    String(metrics),
    '--json',
  ]);
  const sender = begin(['run', config, '--record', record, '--quiet']);
  const timer = setInterval(copy, 50);
  try {
    await live.printed('missing 50 · doubled 0');
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    expect(text).toContain('catbird_verify_rows{table="arrived",state="missing"} 50');
    expect(text).toMatch(/catbird_verify_lag_seconds\{table="arrived",quantile="0.99"\} [\d.]+/);
    release();
    await live.printed('missing 0 · doubled 0 · late 50');
    sender.stop();
    await sender.ended;
    copy();
  } finally {
    clearInterval(timer);
  }
  const { code, out } = await live.ended;
  expect(reportIn(out)).toMatchObject({
    verdict: 'wrong',
    counts: { missing: 0, late: 50, doubled: 0, extra: 0, changed: 0, pending: 0 },
  });
  expect(code).toBe(99);
});

test('what is interrupted before it is complete ends with what is known, and with 130 unless rows are wrong', async () => {
  const config = stream('short', ', allow: {late: 100%}');
  const record = at('short.json');
  const { copy } = pipeline('short', () => false);
  const live = begin(['verify', config, '--record', record, '--live', '--json']);
  const sender = begin(['run', config, '--record', record, '--quiet']);
  const timer = setInterval(copy, 50);
  try {
    await live.until((err) => /complete through \d/.test(err));
    await eventually(() => expect(existsSync(record)).toBe(true));
    live.stop();
    const { code, out } = await live.ended;
    expect(reportIn(out)).toMatchObject({ verdict: 'right', counts: { missing: 0, extra: 0, doubled: 0 } });
    expect(out).toContain('The record is not finished');
    expect(code).toBe(130);
  } finally {
    clearInterval(timer);
    sender.stop();
    await sender.ended;
  }
});

test.each([
  ['without a record', ['--source', 'x'], '--live needs --record'],
  ['with --max-wait', ['--record', 'r', '--max-wait', '1m'], 'Leave out --max-wait'],
  ['with --sample-size', ['--record', 'r', '--sample-size', '5'], 'Leave out --sample-size'],
  ['with --checksum', ['--record', 'r', '--checksum'], 'Leave out --checksum'],
  ['with --out-dir', ['--record', 'r', '--out-dir', 'd'], 'Leave out --live'],
  ['of standard input', ['--record', 'CONFIG', '--source', '-'], 'read only once'],
] as const)('following %s ends in a sentence', async (_, args, words) => {
  const config = stream('refused');
  const { code, err } = await here(['verify', config, '--live', ...args]);
  expect(err).toContain(words);
  expect(code).toBe(2);
});
