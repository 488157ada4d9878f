import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-stats-'))));
afterAll(() => rm(folder, { recursive: true }));

const ROWS = Array.from({ length: 100 }, (_, i) =>
  JSON.stringify({
    id: i + 1,
    at: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
    state: i % 4 === 0 ? 'open' : 'paid',
    total: ((i * 37) % 100) / 4,
    note: i % 10 === 0 ? null : `note ${i}`,
  }),
).join('\n');

describe('rows from stdin', () => {
  test('print a line per field, without bars when stdout is no terminal', async () => {
    const { code, out, err } = await here(['stats', '-'], { input: ROWS });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      [
        '100 rows',
        '',
        'id     all unique, rising       1 to 100',
        'at     1/s                      2026-01-01 00:00:00 to 2026-01-01 00:01:39',
        'state  2 values                 paid 75.0 %, open 25.0 %',
        'total  median 12.25             0 to 24.75',
        'note   10.0 % null, all unique  note 1, note 2',
        '',
      ].join('\n'),
    );
  });

  test('print every figure with --json', async () => {
    const { out } = await here(['stats', '-', '--json'], { input: ROWS });
    const { rows, fields } = JSON.parse(out) as { rows: number; fields: object[] };
    expect(rows).toBe(100);
    expect(fields[2]).toMatchObject({
      path: 'state',
      top: [
        { value: 'paid', count: 75, share: 0.75 },
        { value: 'open', count: 25, share: 0.25 },
      ],
    });
  });

  test('that are none are skipped and counted', async () => {
    const input = '{"a": 1}\n\noops\n[1]\n{"a": NaN}\n{"a": "x"}\n';
    const { code, out, err } = await here(['stats', '-'], { input });
    expect(code).toBe(0);
    expect(out).toContain('a  1 text, 1 number, 2 values');
    expect(err).toBe(
      'Skipped 2 lines that are not JSON, 1 line that is not an object. The first one is line 3\n',
    );
  });

  test.each([
    ['', ''],
    ['1\n2\n', 'Skipped 2 lines that are not an object. The first one is line 1\n'],
  ])('%j: no rows is an error', async (input, skipped) => {
    const { code, out, err } = await here(['stats', '-'], { input });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(`${skipped}No rows found in stdin. Save them as NDJSON: one JSON object per line.\n`);
  });

  test('cannot forge lines or write control characters', async () => {
    const input = `${JSON.stringify({ 'a\nb': '\u009B31m', ['\u202E']: 'x\ny' })}\n`;
    const { out } = await here(['stats', '-'], { input });
    expect(out).toBe(
      '1 row\n\n["a\\nb"]    1 value  \\u009b31m 100 %\n["\\u202e"]  1 value  x\\u000ay 100 %\n',
    );
    expect((await here(['stats', '-', '--json'], { input })).out).not.toMatch(/[\u009B\u202E]/);
  });
});

test('a file may be gzipped, and is read as far as -n asks for', async () => {
  const file = join(folder, 'rows.ndjson.gz');
  await writeFile(file, gzipSync(ROWS));
  const { out, err } = await here(['stats', file, '-n', '10']);
  expect(out).toContain('id     all unique, rising       1 to 10\n');
  expect(err).toBe('Counted the first 10 rows. Use -n for more\n');
});

test.each([
  [['stats', 'missing.ndjson'], 1, /Could not read missing.ndjson: .*Check the path, or use - to read stdin/],
  [['stats', 'x.ndjson', '--template', 'Online Shop'], 2, /^--template cannot be combined with x.ndjson/],
  [['stats', '--stream', 'orders'], 2, /^--stream needs --config/],
  [['stats', '--config', 'c.yaml', '--eps', '5'], 2, /^--eps cannot be combined with --config/],
])('catbird %j fails with %i', async (args, expected, words) => {
  const { code, out, err } = await here(args);
  expect({ code, out }).toEqual({ code: expected, out: '' });
  expect(err).toMatch(words);
});

test('a mistake is a JSON object with --json', async () => {
  const { code, err } = await here(['stats', '--stream', 'orders', '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(err)).toEqual({ type: 'error', kind: 'usage', message: '--stream needs --config' });
});

test('a stream is as random as its seed, which is printed', async () => {
  const args = ['stats', '--from', '2026-01-01', '--to', '2026-02-01', '-n', '500', '--json'];
  const first = await here(args);
  expect(first.code).toBe(0);
  const seed = /^Seed (\d+)\n$/.exec(first.err)?.[1] ?? '';
  expect((await here([...args, '--seed', seed])).out).toBe(first.out);
  expect((await here([...args, '--quiet'])).err).toBe('');
});
