import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from './here.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'catbird-zones-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);
const SCHEMA = '{"at": {"type": "catbird.timestampNow"}, "id": {"type": "string.uuid"}}';
/** The Sunday of Berlin with 25 hours, of which only that from 2 to 3 has events. */
const AUTUMN = [
  '--from',
  '2026-10-24T22:00:00Z',
  '--to',
  '2026-10-25T23:00:00Z',
  '--eps',
  '0.5',
  '--seed',
  '42',
];
const week = Array.from({ length: 168 }, (_, hour) => (hour === 146 ? 1 : 0));
const STREAM = ['--schema', '-', ...AUTUMN, '--rate', JSON.stringify({ week }), '--zone', 'Europe/Berlin'];
const input = { input: SCHEMA };

async function run(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await here(args, input);
  expect(code, err).toBe(0);
  return out;
}

test('the hour that a clock shows twice is twice in the rows, which stay in UTC, and are the same by threads, shards and restarts', async () => {
  const whole = await run('sample', ...STREAM);
  const lines = linesOf(whole);
  expect([lines.length, lines[0]?.slice(0, 30), lines[1800]?.slice(0, 30)]).toEqual([
    3600,
    '{"at":"2026-10-25T00:00:00.000',
    '{"at":"2026-10-25T01:00:00.000',
  ]);
  expect(await run('sample', ...STREAM, '--workers', '2')).toBe(whole);
  const shards = await Promise.all(['0/2', '1/2'].map((shard) => run('log', ...STREAM, '--shard', shard)));
  expect(shards.map((shard) => linesOf(shard).length)).toEqual([1800, 1800]);
  expect(shards.flatMap(linesOf).toSorted()).toEqual(lines.toSorted());
  const file = ['file', '--path', at('rows.ndjson'), '--state', at('state'), ...STREAM];
  await run(...file, '--limit', '1801');
  const other = file.map((each) => (each === 'Europe/Berlin' ? 'Europe/Paris' : each));
  expect(await here(other, input)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/is of a stream with .*another time zone and another --zone/) as string,
  });
  await run(...file);
  expect(readFileSync(at('rows.ndjson'), 'utf8')).toBe(whole);
});

test('lines of text have the time of the zone', async () => {
  const line = ['--format', 'text', '--line', '{{at|clf}}'];
  const lines = linesOf(await run('sample', ...STREAM, ...line));
  expect([lines[0], lines[1800]]).toEqual(['25/Oct/2026:02:00:00 +0200', '25/Oct/2026:02:00:00 +0100']);
  expect(linesOf(await run('log', ...STREAM, ...line, '--limit', '1'))).toEqual([lines[0]]);
});

test('a zone that is unknown is refused with the nearest name, also in a config', async () => {
  const wrong = await here(['sample', '--zone', 'Europe/Berlim']);
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      '--zone must be the name of a time zone. Did you mean Europe/Berlin?',
    ) as string,
  });
  writeFileSync(at('wrong.yaml'), 'destination: log\nzone: Mars/Olympus\n');
  expect(await here(['run', at('wrong.yaml'), '--dry-run'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('zone must be the name') as string,
  });
});

test('a size is as many rows as make about that, in the format of the stream, for all parts of a stream', async () => {
  const given = ['--template', 'Flight Bookings', '--seed', '42', '--format', 'csv', '--size', '300kB'];
  const { out, err } = await here(['sample', ...given]);
  expect(Math.abs(out.length / 300_000 - 1)).toBeLessThan(0.02);
  const [, count = ''] = /^About ([\d,]+) events, [\d.]+ bytes each on average$/m.exec(err) ?? [];
  const rows = Number(count.replace(',', ''));
  expect(linesOf(out).length).toBe(rows + 1);
  const stream = ['log', ...given, '--eps', 'max', '--quiet'];
  const parts = await Promise.all(['0/2', '1/2'].map((shard) => here([...stream, '--shard', shard])));
  expect(parts.reduce((sum, each) => sum + linesOf(each.out).length - 1, 0)).toBe(rows);
  expect(await here([...stream, '--limit', '5'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--size cannot be combined with --limit. Remove one of them') as string,
  });
  expect(await here(['sample', '--size', '10'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--size needs a unit: 10MB or 10GB') as string,
  });
});

test('a record has the zone and the number of rows of a size, so that verify finds all of them', async () => {
  const config = `
seed: 7
zone: Europe/Berlin
from: 2026-03-28T12:00:00Z
eps: 0.1
rate: business day
size: 50kB
destination: file
settings: {path: ${at('sent.csv')}}
format: {name: csv}
schema: {id: {type: string.uuid}, at: {type: catbird.timestampNow}}
verify: {tables: {sent: {source: ${at('sent.csv')}}}}
`;
  writeFileSync(at('verified.yaml'), config);
  await run('run', at('verified.yaml'), '--record', at('record'));
  const verify = ['verify', at('verified.yaml'), '--record', at('record')];
  const verified = await here(verify);
  expect(verified.code, verified.out + verified.err).toBe(0);
  writeFileSync(at('verified.yaml'), config.replace('Europe/Berlin', 'Europe/London'));
  expect(await here(verify)).toMatchObject({
    code: 2,
    err: expect.stringContaining('another --zone') as string,
  });
  expect(await here(['verify', at('verified.yaml')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Set limit in place of size') as string,
  });
});
