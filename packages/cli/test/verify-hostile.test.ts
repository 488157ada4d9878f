import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { fileSource } from '../src/sources/files.ts';
import { catbird } from './catbird.ts';
import { here } from './here.ts';
import { send, verdictOn, type SentRows, type Verdict } from './verified.ts';

let sent: SentRows = { folder: '', record: '' };
let lines: readonly string[] = [];
beforeAll(async () => {
  sent = await send(['file', '--path', 'PLACE/rows.ndjson']);
  lines = (await readFile(join(sent.folder, 'rows.ndjson'), 'utf8')).split('\n').slice(0, -1);
});

const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(sent.folder, name);
  await writeFile(path, content);
  return path;
};
/** All rows, one of them as another text. */
const withLine = (change: (line: string) => string): string =>
  `${lines.map((line, i) => (i === 7 ? change(line) : line)).join('\n')}\n`;
const verdict = async (content: string | Uint8Array): Promise<Verdict> =>
  verdictOn(sent.record, [await file('hostile.ndjson', content)]);

test.each<[name: string, change: (line: string) => string, expected: object]>([
  ['NaN', (line) => line.replace(/"price":[\d.]+/, '"price":NaN'), { unreadable: 1, missing: 1 }],
  [
    'lists in lists',
    (line) => line.replace('{', `{"deep":${'['.repeat(1e5)}${']'.repeat(1e5)},`),
    { unreadable: 1, missing: 1 },
  ],
  [
    'objects in objects',
    (line) => line.replace('{', `{"deep":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)},`),
    { unreadable: 1, missing: 1 },
  ],
  ['repeated keys', (line) => line.replace('{', '{"price":-1,"price":-2,'), { changed: 0, right: 900 }],
  ['the last of repeated keys', (line) => line.replace(/\}$/, ',"price":-1}'), { changed: 1 }],
  [
    '__proto__',
    (line) => line.replace('{', '{"__proto__":{"price":1},"constructor":1,"toString":null,'),
    { right: 900 },
  ],
  ['NUL', (line) => line.replace('"country":"', '"country":"\\u0000'), { changed: 1 }],
  ['a list', () => '[1]', { unreadable: 1, missing: 1 }],
  ['a half line', (line) => line.slice(0, 50), { unreadable: 1, missing: 1 }],
  ['numbers beyond all', (line) => line.replace(/"price":[\d.]+/, '"price":1e999'), { changed: 1 }],
])('a line with %s is counted', async (_, change, expected) => {
  expect((await verdict(withLine(change))).counts).toMatchObject(expected);
});

test('bytes that are no UTF-8 are no row, and a byte order mark is none', async () => {
  const half = Buffer.from(withLine((line) => line));
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), half]);
  expect((await verdict(bytes)).counts).toMatchObject({ right: 900, unreadable: 0 });
  const at = bytes.indexOf('"name":"', 5000) + 8;
  bytes[at] = 0xc3;
  bytes[at + 1] = 0x28;
  expect((await verdict(bytes)).counts).toMatchObject({ right: 899, missing: 1, unreadable: 1 });
  const table = `\uFEFFid,number\n${lines.map((line) => /"id":"([^"]*)","number":(\d+)/.exec(line)?.slice(1).join(',')).join('\n')}\n`;
  const columns = await verdictOn(sent.record, [await file('mark.csv', table), '--identity', 'id']);
  expect(columns.counts).toMatchObject({ arrived: 900, missing: 0, extra: 0 });
});

test('a row of another schema, another seed, or no rows at all is asked about', async () => {
  const other = await send(['file', '--path', 'PLACE/other.ndjson'], { template: 'Flight Bookings' });
  const strange = await verdictOn(sent.record, [join(other.folder, 'other.ndjson')]);
  expect(strange).toMatchObject({ code: 99, counts: { right: 0, extra: 900, missing: 900 } });
  expect(strange.notes[0]).toBe(
    'No row that arrived was sent. Is it another seed, another run or another table?',
  );
  const nothing = await verdict('a\nb\n{nothing}\n'.repeat(100).replace(/^/, '{"x"\n'));
  expect(nothing.notes[0]).toMatch(/^Nothing that arrived is a row/);
  const record = await file(
    'record.json',
    (await readFile(other.record, 'utf8')).replace(/"fingerprint":"[^"]*"/, '"fingerprint":"other"'),
  );
  const { code, err } = await here([
    'verify',
    '--record',
    record,
    '--source',
    join(other.folder, 'other.ndjson'),
  ]);
  expect(code).toBe(2);
  expect(err).toMatch(/the record is of a stream with another schema/);
  const broken = await here([
    'verify',
    '--record',
    await file('broken.json', '{"catbird":"record"'),
    '--source',
    '-',
  ]);
  expect(broken.code).toBe(2);
  expect(broken.err).toMatch(/broken\.json is no record of a run, or is cut off/);
});

test('control characters of values stay out of the terminal', async () => {
  const path = await file(
    'escapes.ndjson',
    withLine((line) =>
      line
        .replace(/"name":"[^"]*"/, '"name":"\\u001b]0;owned\\u0007\\u001b[2J\\u202e"')
        .replace('{', '{"\\u001b[31m red":1,'),
    ),
  );
  const { out } = await here(['verify', '--record', sent.record, '--source', path]);
  expect(out).toMatch(/changed .*name/);
  expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
});

test('a file that grows while it is read gives no verdict', async () => {
  const path = await file(
    'grows.ndjson',
    withLine((line) => line),
  );
  const source = await fileSource(path, { inputBytes: () => process.stdin });
  const reading = (async () => {
    let rows = 0;
    for await (const { rows: some } of source.read(new AbortController().signal)) {
      if (rows === 0) await appendFile(path, `${lines[0]}\n`);
      rows += some.length;
    }
  })();
  await expect(reading).rejects.toThrow(
    /grows\.ndjson changed while it was read\. Wait until it is complete/,
  );
});

/** The length of a file, and a heap that could not hold it. */
const [MIB, HEAP_MIB] = longOnly([[1000, 192] as const])[0] ?? [70, 64];

/** Writes a compressed file of any length. */
async function long(name: string, pieces: Iterable<string>): Promise<string> {
  const path = join(sent.folder, name);
  const gzip = createGzip();
  const done = once(gzip.pipe(createWriteStream(path)), 'finish');
  for (const piece of pieces) if (!gzip.write(piece)) await once(gzip, 'drain');
  gzip.end();
  await done;
  return path;
}

function* repeated(piece: string, times: number): Generator<string> {
  for (let i = 0; i < times; i++) yield piece;
}

test.each<[name: string, pieces: () => Iterable<string>, counts: object]>([
  ['an endless line', () => repeated('x'.repeat(1e6), MIB), { unreadable: 1, missing: 900 }],
  [
    `one row ${MIB * 1000} times`,
    () => repeated(`${lines[3]}\n`.repeat(1000), MIB),
    { right: 1, doubled: MIB * 1000 - 1, missing: 899 },
  ],
])('%s takes little memory', async (name, pieces, counts) => {
  const path = await long(`${name.replaceAll(' ', '-')}.gz`, pieces());
  const { code, out, err } = await catbird(['verify', '--record', sent.record, '--source', path, '--json'], {
    env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` },
  });
  expect(code, err).toBe(99);
  expect((JSON.parse(out) as { tables: readonly Verdict[] }).tables[0]?.counts).toMatchObject(counts);
});

test('a record of more rows than fit into memory ends in a sentence', async () => {
  const record = (await readFile(sent.record, 'utf8')).replaceAll('900', String(Number.MAX_SAFE_INTEGER));
  const { code, err } = await here([
    'verify',
    '--record',
    await file('huge.json', record),
    '--source',
    await file(
      'any.ndjson',
      withLine((line) => line),
    ),
  ]);
  expect(code).toBe(2);
  expect(err).toContain('9,007,199,254,740,991 rows do not fit into memory');
  expect(err).not.toMatch(/\n\s+at /);
});
