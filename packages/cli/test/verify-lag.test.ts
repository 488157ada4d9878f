import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { begin, here } from './here.ts';

let folder = '';
const at = (name: string): string => join(folder, name);

interface Spans {
  readonly streams: readonly {
    readonly parts: readonly {
      readonly acknowledged: {
        readonly spans: readonly { readonly first: number; readonly end: number; readonly ms: number }[];
      };
    }[];
  }[];
}

/** A config whose rows arrived in a table of CSV 400 ms after they were acknowledged, but for row 7: 5 seconds. */
function config(name: string, table: string, more = ''): string {
  const file = at(`${name}.yaml`);
  writeFileSync(
    file,
    `seed: 7
eps: max
limit: 200
destination: file
settings: {path: ${at('sent.ndjson')}, existing: replace}
schema: {n: {type: catbird.sequence}, city: {type: location.city}}
verify:
  tables: {arrived: {of: rows, source: ${at('arrived.csv')}, ${table}}}
${more}`,
  );
  return file;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catbird-lag-'));
  const { code, err } = await here([
    'run',
    config('run', 'columns: {loaded: arrival}'),
    '--record',
    at('run.json'),
  ]);
  expect(code, err).toBe(0);
  const record = JSON.parse(readFileSync(at('run.json'), 'utf8')) as Spans;
  const { spans } = record.streams[0]?.parts[0]?.acknowledged ?? { spans: [] };
  const lines = readFileSync(at('sent.ndjson'), 'utf8').trim().split('\n');
  const rows = lines.map((line, row) => {
    const { n, city } = JSON.parse(line) as { readonly n: number; readonly city: string };
    const { ms = NaN } = spans.find(({ first, end }) => first <= row && row < end) ?? {};
    return `${n},${JSON.stringify(city)},${new Date(ms + (row === 7 ? 5000 : 400)).toISOString()}`;
  });
  writeFileSync(at('arrived.csv'), `n,city,loaded\n${rows.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify = (file: string, ...flags: readonly string[]) =>
  here(['verify', file, '--record', at('run.json'), ...flags]);

test('the time in a column gives the lag, in each report', async () => {
  const { code, out } = await verify(config('plain', 'columns: {loaded: arrival}'), '--html', at('lag.html'));
  expect(code).toBe(0);
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /lag 200 rows took p50 (39|40)\d ms, p99 (39|40)\d ms, at most 5.0 s from their acknowledgement until they arrived/,
  );
  expect(out).not.toContain('Not compared');
  expect(readFileSync(at('lag.html'), 'utf8')).toMatch(
    /<h3>Lag: 200<\/h3>[^]*5\.0 s from their acknowledgement until they arrived/,
  );
});

test.each([
  ['a lag that is allowed', 'allow: {lag: {p50: 500ms, p99: 500ms}}', 0, /right\./],
  ['a longest lag that is not', 'allow: {lag: {max: 1s}}', 99, /1 with too long a lag/],
  ['a row that took longer than within', 'within: 2s', 99, /1 late/],
  ['so many late rows as are allowed', 'within: 2s, allow: {late: 1%}', 0, /late +1 /],
])('%s is judged', async (_, setting, exit, words) => {
  const { code, out } = await verify(config('judged', `columns: {loaded: arrival}, ${setting}`));
  expect(out).toMatch(words);
  expect(code).toBe(exit);
});

test.each([
  [
    'a lag without times',
    'columns: {loaded: ignore}, allow: {lag: {p99: 1s}}',
    1,
    'Name the column that has it',
  ],
  [
    'a column without times',
    'columns: {city: arrival}, allow: {lag: {p99: 1s}}',
    1,
    'Check that the column city holds times',
  ],
  [
    'two arrivals',
    'columns: {loaded: arrival, city: arrival}',
    2,
    'only one of loaded and city can be the arrival',
  ],
  [
    'the lag of groups',
    'expect: {of: rows, n: count}, allow: {lag: {p99: 1s}}',
    2,
    'expect cannot be combined with allow.lag',
  ],
])('%s: refused in a sentence', async (_, setting, exit, words) => {
  const { code, err } = await verify(config('refused', setting));
  expect(err.replaceAll(/\s+/g, ' ')).toContain(words);
  expect(code).toBe(exit);
});

test('rows that are younger than within are pending, and the verdict is about the others', async () => {
  writeFileSync(at('half.csv'), readFileSync(at('arrived.csv'), 'utf8').split('\n').slice(0, 101).join('\n'));
  const { code, out } = await verify(
    config('half', 'columns: {}'),
    '--source',
    at('half.csv'),
    '--within',
    '1d',
  );
  expect(out).toMatch(/missing 0 \+ pending 100/);
  expect(out).toContain('100 may still come');
  expect(code).toBe(0);
});

test('a sample has the lag of its rows, and may lack rows that are pending', async () => {
  const { out } = await verify(
    config('sampled', 'columns: {loaded: arrival}'),
    '--sample-size',
    '50',
    '--json',
  );
  expect(JSON.parse(out)).toMatchObject({
    verdict: 'right',
    tables: [{ counts: { expected: 50 }, lag: { rows: 50, from: 'acknowledgement', to: 'arrival' } }],
  });
  writeFileSync(at('none.csv'), 'n,city,loaded\n');
  const pending = await verify(
    config('none', 'columns: {}'),
    '--source',
    at('none.csv'),
    '--within',
    '1d',
    '--sample-size',
    '50',
  );
  expect(pending.out).toMatch(/missing 0 \+ pending 50/);
  expect(pending.out).toMatch(/at most 100 %\s+of\s+all\s+200/);
});

test('--checksum refuses a table with times of arrival, which it does not read', async () => {
  const { code, err } = await verify(config('digest', 'columns: {loaded: arrival}'), '--checksum');
  expect(err).toContain('--checksum does not read when rows arrived');
  expect(code).toBe(2);
});

test('a file that is cut while it is followed gives no verdict', async () => {
  const place = at('growing.ndjson');
  const lines = readFileSync(at('sent.ndjson'), 'utf8').split('\n');
  writeFileSync(place, `${lines.slice(0, 100).join('\n')}\n`);
  const file = config('growing', 'columns: {}');
  const following = begin([
    'verify',
    file,
    '--record',
    at('run.json'),
    '--source',
    place,
    '--live',
    '--within',
    '1h',
  ]);
  await following.printed('complete through');
  writeFileSync(place, `${lines[0]}\n`);
  const { code, err } = await following.ended;
  expect(err).toContain('growing.ndjson was replaced or truncated while it was followed');
  expect(code).toBe(1);
});

test('the last line of a file that is followed may lack its newline', async () => {
  const place = at('whole.ndjson');
  writeFileSync(place, readFileSync(at('sent.ndjson'), 'utf8').trimEnd());
  const args = ['verify', '--record', at('run.json'), '--source', place, '--live', '--json'];
  const { code, out } = await here(args);
  expect(JSON.parse(out)).toMatchObject({ verdict: 'right', tables: [{ counts: { right: 200 } }] });
  expect(code).toBe(0);
});
