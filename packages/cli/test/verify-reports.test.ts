import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportSchema } from '../src/verify/report-json.ts';
import { reportText } from '../src/verify/report-text.ts';
import type { Verified } from '../src/verify/verified.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

type Row = Readonly<Record<string, unknown>>;

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-reports-'))));
afterAll(() => rm(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const read = (name: string): Promise<string> => readFile(at(name), 'utf8');

const SECRET = 'marker-of-a-value';
const SCHEMA = {
  id: { type: 'string.uuid' },
  total: { type: 'number.float', params: { min: 1, max: 900, fractionDigits: 2 } },
  country: { type: 'helpers.arrayElement', params: ['DE', 'FR', `${SECRET}-country`] },
  note: { type: 'catbird.template', params: `${SECRET} <b>&"{{country}}` },
};
const ROWS = 3000;

beforeAll(async () => {
  await writeFile(at('schema.json'), JSON.stringify(SCHEMA));
  const flags = ['--schema', at('schema.json'), '--eps', 'max', '--limit', String(ROWS), '--seed', '7'];
  const { code, err } = await here([
    'file',
    '--path',
    at('sent.ndjson'),
    ...flags,
    '--record',
    at('run.json'),
  ]);
  expect(code, err).toBe(0);
  const sent = jsonLines(await read('sent.ndjson')) as readonly Row[];
  const arrived = sent
    .map((row) =>
      String(row['country']).startsWith(SECRET) ? { ...row, total: Math.trunc(Number(row['total'])) } : row,
    )
    .filter((_, i) => i < 1000 || i >= 1200);
  const strange = { id: `${SECRET}\u001b[31m</script><b>\u202e`, total: 1 };
  const lines = [...arrived, arrived[5], strange].map((row) => JSON.stringify(row));
  await writeFile(at('arrived.ndjson'), `${[...lines, '<not json>'].join('\n')}\n`);
});

const verify = (...args: readonly string[]) =>
  here(['verify', '--record', at('run.json'), '--source', at('arrived.ndjson'), ...args]);

/** Whether a text is XML whose elements are closed, and has no other markup. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  const attribute = String.raw` \w+="(?:[^"<&]|&(?:lt|gt|amp|quot);)*"`;
  const tag = new RegExp(String.raw`^<(/?)(\w+)(?:${attribute})*(/?)>`);
  let rest = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  for (;;) {
    rest = rest.replace(/^(?:[^<&]|&(?:lt|gt|amp|quot);)+/, '');
    if (rest === '') return open.length === 0;
    const [whole, end, name = '', empty] = tag.exec(rest) ?? [];
    if (whole === undefined) return false;
    if (end === '/' && open.pop() !== name) return false;
    if (end === '' && empty === '') open.push(name);
    rest = rest.slice(whole.length);
  }
}

test('one run writes the report as text, JUnit, a page and files of the rows', async () => {
  const { code, out } = await verify('--junit', at('a.xml'), '--html', at('a.html'), '--out-dir', at('rows'));
  expect(code).toBe(99);
  expect(out).toContain('200 missing');
  expect(out).toContain('rows 1,000 – 1,199');
  expect(out).toMatch(/total in \d+ rows: truncated to whole numbers/);
  expect(out).toMatch(/extra +1 +row that nobody sent/);

  const junit = await read('a.xml');
  expect(isWellFormed(junit)).toBe(true);
  expect(junit).toContain('<testsuite name="rows" tests="5" failures="4" errors="0" skipped="1">');
  expect(junit).toContain(
    '<testcase classname="rows" name="missing"><failure message="200 missing rows, and none are allowed">',
  );

  const page = await read('a.html');
  expect(page.match(/<g[\s>]/g)).toHaveLength(200);
  expect(page).toContain('truncated to whole numbers');
  for (const part of ['<script', '<b>', '\u001b', '\u202e', 'http:', 'https:', 'url('])
    expect(page).not.toContain(part);

  const missing = jsonLines(await read('rows/rows/missing.ndjson')) as readonly {
    row: number;
    expected: Row;
  }[];
  const sent = jsonLines(await read('sent.ndjson'));
  expect(missing).toEqual(
    Array.from({ length: 200 }, (_, i) => ({ row: 1000 + i, expected: sent[1000 + i] })),
  );
  const changed = jsonLines(await read('rows/rows/changed.ndjson')) as readonly {
    row: number;
    columns: Row;
  }[];
  const isCut = (row: unknown): boolean =>
    String((row as Row)['country']).startsWith(SECRET) && !Number.isInteger((row as Row)['total']);
  const cut = sent.flatMap((row, i) => (isCut(row) && (i < 1000 || i >= 1200) ? [i] : []));
  expect(new Set(changed.map(({ row }) => row))).toEqual(new Set(cut));
  expect(jsonLines(await read('rows/rows/extra.ndjson'))).toHaveLength(1);
});

test('JSON is as its schema says, whatever was found', async () => {
  const ran = await here(['config-schema', '--of', 'verify-report']);
  const validate = new Ajv2020().compile(JSON.parse(ran.out) as object);
  for (const source of ['arrived.ndjson', 'sent.ndjson', 'nowhere.ndjson']) {
    const { out } = await verify('--source', at(source), '--json');
    const report: unknown = JSON.parse(out);
    expect(reportSchema.safeParse(report).error, source).toBeUndefined();
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(report).toMatchObject({
      catbird: 'verify',
      version: 1,
      verdict: { 'arrived.ndjson': 'wrong', 'sent.ndjson': 'right', 'nowhere.ndjson': 'none' }[source],
    });
  }
  expect(validate({ catbird: 'verify', version: 1, verdict: 'right' })).toBe(false);
  const sampled = await verify('--source', at('arrived.ndjson'), '--json', '--sample-size', '100');
  const report: unknown = JSON.parse(sampled.out);
  expect(reportSchema.safeParse(report).error).toBeUndefined();
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
});

test('--examples decides how many there are', async () => {
  const examplesOf = async (count: string) => {
    const { out } = await verify('--json', '--examples', count);
    const { tables } = JSON.parse(out) as {
      tables: [{ missing: { examples: [] }; changed: [{ examples: [] }] }];
    };
    return [tables[0].missing.examples.length, tables[0].changed[0].examples.length];
  };
  expect([await examplesOf('0'), await examplesOf('7')]).toEqual([
    [0, 0],
    [7, 7],
  ]);
});

test('--no-values shows no value of a row anywhere', async () => {
  const shown = await verify('--examples', '20');
  expect(shown.out).toContain(SECRET);
  for (const args of [['--json'], ['--junit', at('b.xml'), '--html', at('b.html')]]) {
    const { code, out, err } = await verify(...args, '--no-values');
    expect(code).toBe(99);
    expect(out + err).not.toContain(SECRET);
  }
  expect((await read('b.xml')) + (await read('b.html'))).not.toContain(SECRET);
  expect(await verify('--no-values', '--out-dir', at('none'))).toMatchObject({
    code: 2,
    err: '--out-dir writes values of rows. Leave out --no-values\n',
  });
});

test('a source that cannot be read is no verdict in any report, not a failure of the data', async () => {
  const args = ['--source', at('nowhere.ndjson'), '--junit', at('c.xml'), '--html', at('c.html')];
  const { code, out, err } = await verify(...args);
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(err).toContain('No verdict on rows');
  expect(await read('c.xml')).toContain(
    '<testsuite name="rows" tests="1" failures="0" errors="1" skipped="0">',
  );
  expect(await read('c.html')).toContain('no verdict');
});

test('a report that cannot be written is exit code 1, and the report is still printed', async () => {
  const { code, out, err } = await verify('--html', at('no/folder/a.html'));
  expect(code).toBe(1);
  expect(out).toContain('200 missing');
  expect(err).toContain('a.html cannot be written');
});

test('what is right is one sentence, and a report fits the width of the terminal', async () => {
  const { code, out } = await verify('--source', at('sent.ndjson'));
  expect([code, out]).toEqual([
    0,
    `rows: right. All 3,000 rows arrived as sent.\n  ${at('sent.ndjson')}, rows told apart by id\n  expected 3,000 = right 3,000 + changed 0 + missing 0    doubled 0   extra 0\n`,
  ]);
  const { tables } = JSON.parse((await verify('--json', '--examples', '9')).out) as {
    tables: readonly [Verified['report']];
  };
  const outcome: Verified = { name: 'rows', source: 'arrived.ndjson', report: tables[0] };
  for (const width of [80, 120]) {
    const lines = reportText({ outcomes: [outcome], path: [] }, { width }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  }
});

test('values are cut at 200 characters, and names of tables stay below the folder of --out-dir', async () => {
  const [long, table] = ['x'.repeat(5000), '../escape/<b>'];
  await writeFile(at('long.ndjson'), `${JSON.stringify({ id: long })}\n`);
  await writeFile(
    at('long.yaml'),
    JSON.stringify({
      destination: 'log',
      schema: { id: { type: 'string.uuid' } },
      seed: 1,
      limit: 3,
      eps: 1,
      from: '2026-01-01',
      verify: { tables: { [table]: { source: at('long.ndjson') }, '..': { source: at('long.ndjson') } } },
    }),
  );
  const reports = ['--html', at('long.html'), '--junit', at('long.xml'), '--out-dir', at('long/rows')];
  const { code, out, err } = await here(['verify', at('long.yaml'), ...reports]);
  expect(code, err).toBe(99);
  for (const text of [out, await read('long.html'), await read('long.xml')])
    expect(text).not.toContain('x'.repeat(200));
  expect(await read('long.html')).not.toContain('<b>');
  expect(isWellFormed(await read('long.xml'))).toBe(true);
  expect((await readdir(at('long'))).toSorted()).toEqual(['rows']);
  expect((await readdir(at('long/rows'))).toSorted()).toEqual(['..%2Fescape%2F%3Cb%3E', 'table']);
  expect(jsonLines(await read('long/rows/table/extra.ndjson'))).toEqual([{ arrived: { id: long } }]);
});

test('a sample is shown with its bound, and needs columns that tell all rows apart', async () => {
  const right = await verify(
    '--source',
    at('sent.ndjson'),
    '--sample-size',
    '299',
    '--html',
    at('sample.html'),
  );
  const sentence =
    'a sample: 0 of 299 rows missing or changed, so at most 0.997 % of all 3,000 are, with 95 % confidence';
  expect(right.code).toBe(0);
  expect(right.out.replaceAll(/\s+/g, ' ')).toContain(sentence);
  expect(await read('sample.html')).toContain(sentence);
  const schema = { city: { type: 'location.city' }, word: { type: 'lorem.sentence' } };
  await writeFile(
    at('unsure.json'),
    JSON.stringify({ destination: 'log', schema, seed: 1, limit: 100, eps: 'max' }),
  );
  const unsure = ['verify', at('unsure.json'), '--source', at('sent.ndjson'), '--sample-size', '5'];
  const refused = await here(unsure);
  expect([refused.code, refused.err]).toEqual([
    2,
    'rows: no column certainly identifies a row, as a sequence or a UUID does. Name such columns with identity, or leave out --sample-size\n',
  ]);
  expect((await here([...unsure, '--identity', 'word'])).code).toBe(99);
});

test.each([
  [['--checksum'], /--checksum needs a table of Postgres, MySQL or ClickHouse/],
  [['--checksum', '--sample-size', '5'], /--sample-size cannot be combined with --checksum/],
  [['--sample-size', '0'], /--sample-size/],
])('%j of a file ends in a sentence', async (flags, message) => {
  const { code, err } = await verify('--source', at('sent.ndjson'), ...flags);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});
