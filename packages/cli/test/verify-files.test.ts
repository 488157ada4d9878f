import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { start } from './catbird.ts';
import { begin, here } from './here.ts';
import { SCHEMA, send, verdictOn, type SentRows } from './verified.ts';

let sent: SentRows = { folder: '', record: '' };
let file = '';
let lines: readonly string[] = [];
beforeAll(async () => {
  sent = await send(['file', '--path', 'PLACE/rows.ndjson']);
  file = join(sent.folder, 'rows.ndjson');
  lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
});

const folderOf = async (name: string): Promise<string> => {
  const folder = join(sent.folder, name);
  await mkdir(folder, { recursive: true });
  return folder;
};
const text = (from: number, to = lines.length): string => `${lines.slice(from, to).join('\n')}\n`;

describe('several files are one source', () => {
  test('a folder, and a pattern, in the order of their numbers', async () => {
    const folder = await folderOf('parts');
    await writeFile(join(folder, 'rows.ndjson'), text(0, 300));
    await writeFile(join(folder, 'rows.2.ndjson'), text(400, 700));
    await writeFile(join(folder, 'rows.10.ndjson'), text(700));
    await writeFile(join(folder, 'rows.1.ndjson'), text(300, 400));
    await writeFile(join(folder, 'rows.ndjson.lock'), 'no rows');
    for (const source of [folder, join(folder, '*.ndjson'), join(sent.folder, 'p?rts', 'rows*.ndjson')]) {
      const { out, code } = await here(['verify', '--record', sent.record, '--source', source]);
      expect(code, out).toBe(0);
      expect(out).toMatch(/\(4 files\)/);
      expect(out).not.toMatch(/order/);
    }
  });

  test('parts as catbird file writes them, as gzip', async () => {
    const folder = await folderOf('rotated');
    const { record } = await send([
      'file',
      '--path',
      join(folder, 'rows.ndjson.gz'),
      '--gzip',
      '--rotate',
      '100kB',
    ]);
    const { out, code } = await here(['verify', '--record', record, '--source', folder]);
    expect(code, out).toBe(0);
    expect(out).toMatch(/\([2-9] files\)/);
  });

  test('of one format only', async () => {
    const folder = await folderOf('formats');
    await writeFile(join(folder, 'a.ndjson'), text(0, 500));
    await writeFile(join(folder, 'b.csv'), 'id,number\nx,1\n');
    const { err, code } = await here(['verify', '--record', sent.record, '--source', folder]);
    expect(code).toBe(1);
    expect(err).toMatch(/b\.csv has another format than .*a\.ndjson\. Verify files of one format at once/);
  });

  test('there must be one', async () => {
    const { err, code } = await here([
      'verify',
      '--record',
      sent.record,
      '--source',
      join(sent.folder, 'none*.csv'),
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/none\*\.csv: no such files/);
  });
});

test('what catbird receive has written is right', async () => {
  const out = join(sent.folder, 'received.ndjson');
  const receiver = start(['receive', '--port', '0', '--out', out], { input: null });
  const [, url = ''] = /(http:\/\/\S+)/.exec(await receiver.printed('Listening')) ?? [];
  const config = join(sent.folder, 'receive.json');
  const record = join(sent.folder, 'receive-run.json');
  const stream = {
    destination: 'http',
    settings: { url: `${url.replace(/[.,]$/, '')}/events` },
    schema: SCHEMA,
    from: '2026-01-01T00:00:00Z',
    eps: 1,
    limit: 900,
  };
  await writeFile(config, JSON.stringify({ seed: 1, streams: { events: stream } }));
  const run = await here(['run', config, '--record', record]);
  expect(run.code, run.err).toBe(0);
  receiver.child.kill('SIGINT');
  await receiver.ended;
  expect(await verdictOn(record, [out])).toMatchObject({ code: 0, counts: { right: 900 } });
});

describe('waiting', () => {
  test('ends when all rows are there', async () => {
    const growing = join(sent.folder, 'growing.ndjson');
    await writeFile(growing, text(0, 700));
    const running = begin([
      'verify',
      '--record',
      sent.record,
      '--source',
      growing,
      '--max-wait',
      '2m',
      '--quiet-for',
      '1m',
    ]);
    await appendFile(growing, text(700));
    const { code, out } = await running.ended;
    expect(code, out).toBe(0);
  });

  test('for a file that is not there yet', async () => {
    const late = join(sent.folder, 'late.ndjson');
    const running = begin([
      'wait',
      '--record',
      sent.record,
      '--source',
      late,
      '--max-wait',
      '2m',
      '--quiet-for',
      '1m',
    ]);
    await cp(file, late);
    const { code, out } = await running.ended;
    expect(code, out).toBe(0);
    expect(out).toMatch(/^rows {2}\S+late\.ndjson: 900 of 900 rows have arrived after \d+ s$/m);
  });

  test('ends when nothing moves, or the time is over, with 99', async () => {
    const half = join(sent.folder, 'half.ndjson');
    await writeFile(half, text(0, 450));
    const quiet = await here([
      'wait',
      '--record',
      sent.record,
      '--source',
      half,
      '--max-wait',
      '10m',
      '--quiet-for',
      '10ms',
      '--json',
    ]);
    expect(quiet.code).toBe(99);
    expect(JSON.parse(quiet.out)).toMatchObject({ name: 'rows', expected: 900, missing: 450 });
    const over = await here(['verify', '--record', sent.record, '--source', half, '--max-wait', '10ms']);
    expect(over.code).toBe(99);
    expect(over.out).toMatch(/missing 450/);
    for (const command of ['verify', 'wait'])
      expect(
        await here([command, '--record', sent.record, '--source', half, '--max-wait', '10ms', '--quiet']),
      ).toMatchObject({ code: 99, out: '', err: '' });
    const gone = await here([
      'wait',
      '--record',
      sent.record,
      '--source',
      join(sent.folder, 'gone'),
      '--max-wait',
      '10ms',
    ]);
    expect(gone.code).toBe(1);
    expect(gone.err).toMatch(/No verdict on rows: \S+gone does not exist/);
  });

  test('is not possible on standard input', async () => {
    const { code, err } = await here(['wait', '--record', sent.record, '--source', '-'], { input: text(0) });
    expect(code).toBe(2);
    expect(err).toMatch(/Standard input is read only once/);
  });
});

test('a config names sources with their settings', async () => {
  const config = join(sent.folder, 'config.json');
  const wrong = async (source: unknown): Promise<string> => {
    const streams = {
      orders: {
        destination: 'log',
        template: 'Simple Example',
        limit: 10,
        from: '2026-01-01T00:00:00Z',
        eps: 1,
      },
    };
    await writeFile(config, JSON.stringify({ seed: 1, streams, verify: { tables: { orders: { source } } } }));
    const { code, err } = await here(['verify', config], { env: { PG_PASSWORD: 'a-secret-of-mine' } });
    expect(err).not.toContain('a-secret-of-mine');
    expect(code, err).toBe(err.startsWith('No verdict') ? 1 : 2);
    return err;
  };
  expect(await wrong({ oracle: { url: 'x' } })).toMatch(
    /verify\.tables\.orders\.source: Unknown kind of source oracle/,
  );
  expect(await wrong({ postgres: { url: 'postgres://localhost/x' } })).toMatch(/Set table, or query/);
  expect(await wrong({ postgres: { url: 'localhost', table: 't' } })).toMatch(/must have a host/);
  expect(await wrong({ kafka: { brokers: 'localhost:9092', topic: 'a b' } })).toMatch(
    /kafka\.topic: Must be the name of a topic/,
  );
  expect(await wrong({ clickhouse: { url: 'http://localhost', table: 't', finale: true } })).toMatch(
    /finale/,
  );
  expect(await wrong('ftp://somewhere/x')).toMatch(/Unknown kind of source ftp:/);
  expect(
    await wrong({ postgres: { url: 'postgres://me:${PG_PASSWORD}@127.0.0.1:1/x', table: 't' } }),
  ).toMatch(/No verdict on orders: postgres t cannot be read: No response from 127\.0\.0\.1:1/);
  expect(await wrong('clickhouse://127.0.0.1:1/x?table=t&final=true')).toMatch(
    /No verdict on orders: clickhouse t/,
  );
  const { err, code } = await here([
    'verify',
    '--record',
    sent.record,
    '--source',
    'postgres://me:a-secret@localhost/x?table=t',
  ]);
  expect(code).toBe(2);
  expect(err).toMatch(/must not contain a password/);
  expect(err).not.toContain('a-secret');
});
