import type { TableReport } from '@catbird/core/verify';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { eventually, start } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'catbird-verify-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

type Row = Readonly<Record<string, unknown>>;

/** The reports by table. */
async function reportsOf(...args: readonly string[]) {
  const { code, out, err } = await here(['verify', ...args, '--json']);
  const { tables = [], path = [] } = out === '' ? {} : (JSON.parse(out) as { tables: Row[]; path?: Row[] });
  return { code, err, tables: Object.fromEntries(tables.map((table) => [table['name'], table])), path };
}

const saved = (name: string, rows: readonly Row[]): void =>
  writeFileSync(at(name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

const SHOP = `
seed: 7
from: 2026-03-01T00:00:00Z
eps: 10
limit: 800
streams:
  orders:
    destination: file
    settings: {path: FOLDER/raw.ndjson}
    faults:
      duplicates: {share: 0.02}
      late: {share: 0.05, delayMs: {min: 1000, max: 600000}}
      malformed: {share: 0.01, kinds: [truncated, comma, utf8]}
      reordering: {window: 20}
      dropped: {share: 0.01}
    schema:
      id: {type: string.uuid}
      at: {type: catbird.timestampNow}
      user: {type: catbird.key, params: {name: user, size: 500}}
      country: {type: helpers.arrayElement, params: [DE, FR, ES]}
      total: {type: catbird.logNormal, params: {median: 40, fractionDigits: 2}}
      status: {type: helpers.arrayElement, params: [new, paid, test]}
verify:
  path: [raw, clean]
  tables:
    raw: {of: orders, source: FOLDER/raw.ndjson, stage: raw}
    clean:
      of: orders
      source: FOLDER/clean.csv
      stage: deduped
      columns: {cents: round(total * 100), total: ignore, created: at}
    paid: {of: orders, source: FOLDER/paid.ndjson, stage: deduped, where: 'status == "paid"'}
    punctual: {of: orders, source: FOLDER/punctual.ndjson, stage: deduped, late: {after: 1m, slack: 5s}}
    late: {of: orders, source: FOLDER/late.ndjson, stage: deduped, expects: late, late: {after: 1m, slack: 5s}}
    dead: {of: orders, source: FOLDER/dead.txt, expects: malformed}
    sums:
      source: FOLDER/sums.ndjson
      expect: {of: orders, window: 1m, by: country, n: count, revenue: sum(total), cents: sum(round(total * 100)), buyers: distinct(user), best: max(total)}
`;

/** What a pipeline makes of the raw lines: rows once each, rows that came too late apart, and sums by minute. */
function pipeline(): void {
  const lines: Buffer[] = [];
  const raw = readFileSync(at('raw.ndjson'));
  for (let from = 0; from < raw.length;) {
    const end = raw.indexOf(10, from);
    lines.push(raw.subarray(from, end));
    from = end + 1;
  }
  const rows: Row[] = [];
  const dead: Buffer[] = [];
  const ids = new Set<unknown>();
  for (const line of lines) {
    try {
      const row = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as Row;
      if (!ids.has(row['id'])) rows.push(row);
      ids.add(row['id']);
    } catch {
      dead.push(line, Buffer.from('\n'));
    }
  }
  writeFileSync(at('dead.txt'), Buffer.concat(dead));
  const cents = ({ total }: Row): number => Math.round(Number(total) * 100);
  const csv = rows.map((row) =>
    [row['id'], row['at'], row['user'], row['country'], cents(row), row['status']].join(','),
  );
  writeFileSync(at('clean.csv'), `id,created,user,country,cents,status\n${csv.join('\n')}\n`);
  saved(
    'paid.ndjson',
    rows.filter(({ status }) => status === 'paid'),
  );
  let greatest = -Infinity;
  const [late, punctual]: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    const ms = Date.parse(String(row['at']));
    (ms < greatest - 60_000 ? late : punctual).push(row);
    greatest = Math.max(greatest, ms);
  }
  saved('late.ndjson', late);
  saved('punctual.ndjson', punctual);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${String(row['at']).slice(0, 16)}:00Z ${String(row['country'])}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  saved(
    'sums.ndjson',
    [...groups].map(([key, own]) => ({
      window: key.split(' ')[0],
      country: key.split(' ')[1],
      n: own.length,
      revenue: own.reduce((sum, row) => sum + Number(row['total']), 0),
      cents: own.reduce((sum, row) => sum + cents(row), 0),
      buyers: new Set(own.map(({ user }) => user)).size,
      best: Math.max(...own.map(({ total }) => Number(total))),
    })),
  );
}

test('a pipeline that is right is right in all of its tables, and each mistake is found in its own', async () => {
  writeFileSync(at('shop.yaml'), SHOP.replaceAll('FOLDER', folder));
  expect((await here(['run', at('shop.yaml'), '--record', at('shop.json'), '--quiet'])).code).toBe(0);
  pipeline();
  const good = await reportsOf(at('shop.yaml'), '--record', at('shop.json'));
  expect(Object.entries(good.tables).map(([name, table]) => [name, (table as Row)['verdict']])).toEqual(
    ['raw', 'clean', 'paid', 'punctual', 'late', 'dead', 'sums'].map((name) => [name, 'right']),
  );
  expect(good.code).toBe(0);
  const { counts } = good.tables['clean'] as {
    counts: { right: number; copies: { sent: number; there: number } };
  };
  expect(counts.right).toBeGreaterThan(750);
  expect(counts.copies).toMatchObject({ there: 0, sent: expect.any(Number) as number });
  expect(counts.copies.sent).toBeGreaterThan(5);

  const csv = readFileSync(at('clean.csv'), 'utf8').split('\n');
  writeFileSync(
    at('clean.csv'),
    csv
      .filter((line) => !line.includes(',FR,') || !line.endsWith(',new'))
      .join('\n')
      .replaceAll('T00:01:', 'T01:01:'),
  );
  const sums = readFileSync(at('sums.ndjson'), 'utf8');
  writeFileSync(
    at('sums.ndjson'),
    sums.replace(/"n":(\d+)/, (_, n: string) => `"n":${Number(n) + 1}`),
  );
  writeFileSync(at('dead.txt'), readFileSync(at('dead.txt')).subarray(20));
  const bad = await reportsOf(at('shop.yaml'), '--record', at('shop.json'));
  expect(bad.code).toBe(99);
  expect(bad.tables).toMatchObject({
    raw: { verdict: 'right' },
    clean: {
      verdict: 'wrong',
      changed: [{ column: 'at', causes: [{ text: expect.stringContaining('1 h later') as string }] }],
    },
    paid: { verdict: 'right' },
    dead: { verdict: 'wrong' },
    sums: { verdict: 'wrong', counts: { changed: 1 }, changed: [{ column: 'n' }] },
  });
  const { lost } = bad.path[1] as { lost: number };
  expect(lost).toBe((bad.tables['clean'] as { counts: { missing: number } }).counts.missing);
  expect(lost).toBeGreaterThan(50);
});

/** A service that keeps all lines that it gets. */
let server: Server | undefined;
afterEach(() => void server?.close());

/** @param respond the status for the nth request, after its rows were kept */
async function service(
  respond: (nth: number) => number,
): Promise<{ readonly url: string; readonly lines: Buffer[] }> {
  const lines: Buffer[] = [];
  let nth = 0;
  server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      lines.push(await buffer(request));
      response.writeHead(respond(nth++)).end('ok');
    };
    void answer();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, lines };
}

const TEMPLATE = ['--template', 'Flight Bookings', '--seed', '9'];
const arrivedAs = (name: string, lines: readonly Buffer[]): string => {
  writeFileSync(at(name), Buffer.concat(lines));
  return at(name);
};

test('rows that were stored although the sender got an error may be there once more for each further attempt, and no others', async () => {
  const { url, lines } = await service((nth) => (nth % 4 === 1 || nth % 4 === 2 ? 500 : 200));
  const args = [
    'http',
    '--url',
    url,
    ...TEMPLATE,
    '--eps',
    '500',
    '--limit',
    '600',
    '--record',
    at('twice.json'),
    '--quiet',
    '--in-flight',
    '1',
  ];
  expect((await here(args)).code).toBe(0);
  const twice = await reportsOf('--record', at('twice.json'), '--source', arrivedAs('twice.ndjson', lines));
  expect(twice.tables['rows']).toMatchObject({
    verdict: 'right',
    counts: { expected: 600, right: 600, doubled: 0 },
  });
  const text = readFileSync(at('twice.ndjson'), 'utf8').trimEnd().split('\n');
  const sent = new Map<string, number>();
  for (const line of text) sent.set(line, (sent.get(line) ?? 0) + 1);
  const repeated = [...sent.values()].filter((times) => times > 1).length;
  expect(Math.max(...sent.values())).toBe(3);
  expect(twice.tables['rows']).toMatchObject({ counts: { repeated: { rows: repeated, there: repeated } } });
  const fivefold = arrivedAs(
    'fivefold.ndjson',
    Array.from(sent.keys(), (line) => Buffer.from(`${line}\n`.repeat(5))),
  );
  const five = ['verify', '--record', at('twice.json'), '--source', fivefold];
  const words = `rows were sent again, ${repeated} of them are there more than once`;
  for (const mode of [[], ['--sample-size', '600'], ['--junit', at('five.xml'), '--html', at('five.html')]]) {
    const { code, out } = await here([...five, ...mode]);
    expect(code, out).toBe(99);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`${repeated} ${words}`);
    expect(out).toMatch(new RegExp(`${(600 * 5 - text.length).toLocaleString('en')} doubled`));
  }
  for (const name of ['five.xml', 'five.html'])
    expect(readFileSync(at(name), 'utf8').replaceAll(/\s+/g, ' ')).toContain(words);
  const more = [...lines, Buffer.concat(lines).subarray(0, Buffer.concat(lines).indexOf(10) + 1)];
  const thrice = await reportsOf('--record', at('twice.json'), '--source', arrivedAs('thrice.ndjson', more));
  expect(thrice).toMatchObject({ code: 99, tables: { rows: { verdict: 'wrong', counts: { doubled: 1 } } } });
});

test('rows that were rejected or failed are named in the first line, and a run that sent nothing has a record', async () => {
  // Each request has 10 rows: some are rejected, some fail for sure, and some fail so that they may be there.
  const { url, lines } = await service((nth) => [200, 400, 429, 500, 200][nth] ?? 200);
  const flags = [
    ...TEMPLATE,
    '--eps',
    'max',
    '--limit',
    '50',
    '--batch-rows',
    '10',
    '--in-flight',
    '1',
    '--quiet',
  ];
  const fails = ['--on-failure', 'continue', '--attempts', '1'];
  const args = ['http', '--url', url, ...flags, ...fails, '--record', at('bad.json')];
  expect((await here(args)).code).toBe(1);
  const accepted = arrivedAs(
    'bad.ndjson',
    [lines[0], lines[4]].flatMap((each) => each ?? []),
  );
  const { code, out, err } = await here(['verify', '--record', at('bad.json'), '--source', accepted]);
  expect(code, err).toBe(0);
  expect(out.split(', rows told')[0]?.replaceAll(/\s+/g, ' ')).toContain(
    'All 20 rows arrived as sent; 10 rows of this run were rejected and are not expected; 10 rows of this run were not accepted and are not expected; 10 rows of this run failed, but may be there.',
  );
  const nowhere = ['file', '--path', at('no/such/folder.ndjson'), ...flags];
  for (const [name, more] of [
    ['one', []],
    ['two', ['--workers', '2']],
  ] as const) {
    const record = at(`nothing-${name}.json`);
    expect((await here([...nowhere, ...more, '--record', record])).code).toBe(1);
    const empty = await reportsOf('--record', record, '--source', arrivedAs('empty.ndjson', []));
    expect(empty).toMatchObject({ code: 0, tables: { rows: { counts: { expected: 0 } } } });
  }
});

test.each([
  ['TSV', ['--format', 'tsv'], 'tsv'],
  ['CSV with a text for null', ['--format', 'csv', '--null', 'NULL'], 'csv'],
  ['CloudEvents', ['--format', 'cloudevents'], 'ndjson'],
] as const)('%s is read as it was written, and a change in it is found', async (_, format, ending) => {
  const schema = {
    number: { type: 'catbird.sequence' },
    // Texts of which one looks like null, and one has what TSV escapes.
    word: { type: 'helpers.arrayElement', params: ['null', 'a\tb\\n', 'C:\\new', 'x'], nulls: 0.3 },
    age: { type: 'number.int', params: { max: 9 }, nulls: 0.3 },
  };
  writeFileSync(at('written.json'), JSON.stringify(schema));
  for (const [kind, fields] of [
    ['found by their number', schema],
    ['found by all columns', { word: schema.word, age: schema.age }],
  ] as const) {
    const [path, record] = [at(`written.${ending}`), at('written-run.json')];
    rmSync(path, { force: true });
    writeFileSync(at('written.json'), JSON.stringify(fields));
    const flags = ['--eps', 'max', '--limit', '300', '--seed', '3', '--quiet', '--record', record];
    const args = ['file', '--path', path, '--schema', at('written.json'), ...format, ...flags];
    expect(await here(args), kind).toMatchObject({ code: 0 });
    const whole = await reportsOf('--record', record, '--source', path);
    expect(whole, kind).toMatchObject({ code: 0, tables: { rows: { counts: { right: 300 } } } });
    const changed = readFileSync(path, 'utf8').replace(/C:.{1,2}new/, 'D:');
    writeFileSync(path, changed);
    expect(await reportsOf('--record', record, '--source', path), kind).toMatchObject({ code: 99 });
  }
});

test('what a killed sender may have sent ends at the limit', async () => {
  const { url, lines } = await service(() => 200);
  const record = at('limit.json');
  const rate = ['--eps', '1000', '--limit', '3000', '--record', record, '--quiet'];
  const running = start(['http', '--url', url, ...TEMPLATE, ...rate]);
  await eventually(() => {
    if (lines.length === 0) throw new Error('Not yet');
  });
  running.child.kill('SIGKILL');
  await running.ended;
  const report = await reportsOf('--record', record, '--source', arrivedAs('limit.ndjson', lines));
  const { counts } = report.tables['rows'] as unknown as TableReport;
  expect(counts.uncertain.rows).toBeGreaterThan(0);
  expect(counts.expected + counts.uncertain.rows - counts.uncertain.there).toBeLessThanOrEqual(3000);
});

test('a stream that is killed and goes on is right after each kill and at the end', async () => {
  const { url, lines } = await service(() => 200);
  const [state, record] = [at('kill.state'), at('kill.json')];
  const rows = longOnly([20_000])[0] ?? 5000;
  const args = [
    'http',
    '--url',
    url,
    ...TEMPLATE,
    '--eps',
    '2000',
    '--limit',
    String(rows),
    '--state',
    state,
    '--record',
    record,
    '--quiet',
  ];
  for (const kill of [1, ...longOnly([2, 3])]) {
    const before = lines.length;
    const running = start(args);
    await eventually(() => {
      if (lines.length < before + 4 * kill) throw new Error('Not yet');
    });
    running.child.kill('SIGKILL');
    await running.ended;
    const report = await reportsOf('--record', record, '--source', arrivedAs('kill.ndjson', lines));
    expect(report.tables['rows']).toMatchObject({
      verdict: 'right',
      counts: { missing: 0, doubled: 0, extra: 0 },
    });
  }
  expect((await here(args)).code).toBe(0);
  const report = await reportsOf('--record', record, '--source', arrivedAs('kill.ndjson', lines));
  expect(report.tables['rows']).toMatchObject({
    verdict: 'right',
    counts: { expected: rows, missing: 0, doubled: 0, extra: 0 },
  });
});

test.each([
  ['threads', [['--workers', '2']]],
  [
    'shards',
    [
      ['--shard', '0/2'],
      ['--shard', '1/2'],
    ],
  ],
] as const)('records of %s add up', async (name, parts) => {
  const { url, lines } = await service(() => 200);
  const records: string[] = [];
  for (const [i, part] of parts.entries()) {
    const record = at(`${name}-${i}.json`);
    records.push('--record', record);
    const args = [
      'http',
      '--url',
      url,
      ...TEMPLATE,
      '--from',
      '2026-01-01',
      '--eps',
      '1000',
      '--limit',
      '1200',
      ...part,
    ];
    const { code, err } = await here([...args, '--record', record, '--quiet']);
    expect([code, err]).toEqual([0, '']);
  }
  const source = ['--source', arrivedAs(`${name}.ndjson`, lines)];
  const all = await reportsOf(...records, ...source);
  expect([all.err, all.tables['rows']]).toMatchObject([
    '',
    { verdict: 'right', counts: { expected: 1200, extra: 0 } },
  ]);
  const half = await reportsOf(...records, '--source', arrivedAs(`${name}-half.ndjson`, lines.slice(0, -1)));
  expect(half.code).toBe(99);
});

test('a record is enough without its config, also for streams that draw shared entities', async () => {
  const config = at('related.yaml');
  const table = (name: string, rest: string): string =>
    `  ${name}: {settings: {path: ${at(`${name}.ndjson`)}}, ${rest}}\n`;
  writeFileSync(
    config,
    `
seed: 3
destination: file
eps: max
entities:
  customer: {size: 20, fields: {email: {type: internet.email}}}
streams:
${table('customers', 'entity: customer')}${table('orders', 'limit: 50, schema: {id: {type: catbird.sequence}, customer: {type: catbird.entity, params: {of: customer}}}')}`,
  );
  const record = at('related.json');
  expect((await here(['run', config, '--record', record, '--quiet'])).code).toBe(0);
  rmSync(config);
  for (const name of ['customers', 'orders'])
    expect(
      await reportsOf('--record', record, '--source', at(`${name}.ndjson`), '--stream', name),
    ).toMatchObject({ code: 0, tables: { [name]: { verdict: 'right' } } });
  // However many streams share them.
  expect(readFileSync(record, 'utf8').split('internet.email')).toHaveLength(2);
});

test('rows with the times of the clock, copies and rows out of order are right as they were sent', async () => {
  writeFileSync(
    at('clock.yaml'),
    `
seed: 7
eps: 250
limit: 700
destination: file
settings: {path: FOLDER/clock.ndjson}
faults:
  duplicates: {share: 0.2}
  late: {share: 0.1, delayMs: {min: 1000, max: 60000}}
  reordering: {share: 0.2, window: 40}
  dropped: {share: 0.05}
schema: {id: {type: catbird.sequence}, at: {type: catbird.timestampNow}}
`.replaceAll('FOLDER', folder),
  );
  const record = at('clock.json');
  expect((await here(['run', at('clock.yaml'), '--record', record])).code).toBe(0);
  const { code, tables } = await reportsOf(
    at('clock.yaml'),
    '--record',
    record,
    '--source',
    at('clock.ndjson'),
  );
  expect(tables['rows']).toMatchObject({ counts: { changed: 0, missing: 0, extra: 0 } });
  expect(code).toBe(0);
});

test.each([
  ['a file that is missing', ['--source', '/nowhere/x.ndjson'], 1, 'does not exist'],
  ['no source', [], 2, 'Missing --source'],
  [
    'a time to be quiet without waiting',
    ['--source', '-', '--quiet-for', '3s'],
    2,
    '--quiet-for needs --max-wait',
  ],
  ['a table of the config at a source', ['--source', '-', '--table', 'x'], 2, 'With --source, use --stream'],
  ['a stream without a source', ['--stream', 'x'], 2, '--stream needs --source'],
  ['a table of a stream without a name', ['--source', '-', '--stream', 'x'], 2, 'Leave out --stream'],
  ['a value of a config that is not given', ['--source', '-', '--set', 'eps=1'], 2, '--set needs CONFIG'],
  ['an unknown column', ['--source', '-', '--identity', 'nope'], 2, 'No row has the column nope'],
  ['a record that is none', ['--record', import.meta.filename, '--source', '-'], 2, 'is no record of a run'],
])('%s ends in a sentence', async (_, args, code, words) => {
  saved('one.ndjson', [{ a: 1 }]);
  await here([
    'file',
    '--path',
    at('e.ndjson'),
    '--limit',
    '10',
    '--eps',
    'max',
    '--seed',
    '1',
    '--record',
    at('e.json'),
    '--quiet',
  ]);
  const ended = await here(['verify', '--record', at('e.json'), ...args]);
  expect(ended.code).toBe(code);
  expect(ended.err).toContain(words);
  expect(ended.err).not.toMatch(/\n\s+at /);
});
