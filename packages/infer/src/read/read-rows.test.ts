import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../../../test/code-point.ts';
import { caseText, hasCases } from '../../test/cases.ts';
import { readSample } from '../infer.ts';
import { LIMITS } from '../observe/observe.ts';
import { readRows } from './read-rows.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Rows of a sample that comes in pieces, and what was skipped. */
async function rowsOf(
  sample: string | Uint8Array,
  { size = 7, rowChars = LIMITS.rowChars }: { size?: number; rowChars?: number } = {},
): Promise<{ rows: unknown[]; skipped: string[]; format: string; foreignLines: number }> {
  const rows: unknown[] = [];
  const skipped: string[] = [];
  const bytes = typeof sample === 'string' ? encode(sample) : sample;
  const reading = await readRows(pieces(bytes, size), { ...LIMITS, rowChars }, () => ({
    offer: (_chars, parse) => {
      const row = parse();
      if (row === undefined) skipped.push('invalid JSON');
      else rows.push(row);
    },
    skip: (reason) => void skipped.push(reason),
  }));
  return { rows, skipped, format: reading.format, foreignLines: reading.foreignLines };
}

test.each([
  ['NDJSON', '{"a":1}\n{"a":2}\n', 'ndjson'],
  ['NDJSON with CR LF, empty lines and no last newline', '{"a":1}\r\n\r\n  \n{"a":2}', 'ndjson'],
  ['NDJSON with a byte order mark', '\ufeff{"a":1}\n{"a":2}\n', 'ndjson'],
  ['a JSON array', '[{"a":1},{"a":2}]', 'json'],
  ['a JSON array over several lines', '\n[\n  {\n "a": 1 },\n {"a":\n2}\n]\n', 'json'],
  ['objects over several lines', '{\n "a": 1\n}\n{\n "a": 2\n}', 'json'],
  ['CSV', 'a\n1\n2\n', 'csv'],
  ['CSV of Macs of long ago', 'a,b\r1,\r2,\r', 'csv'],
])('reads %s', async (_name, sample, format) => {
  const found = await rowsOf(sample);
  expect(found).toMatchObject({ skipped: [], format });
  expect(found.rows.map((row) => (row as { a: number }).a)).toEqual([1, 2]);
});

test('reads CSV: separators, quotes, nulls, numbers, booleans and codes', async () => {
  const { rows } = await rowsOf(
    'name;code;n;ok\n"Smith; ""J""\nJr";007;1.50;true\n O\'Neil "Bob";NA;-3e2;FALSE\n;x;12345678901234567890;\\N\n',
  );
  expect(rows).toEqual([
    { name: 'Smith; "J"\nJr', code: '007', n: 1.5, ok: true },
    { name: ' O\'Neil "Bob"', code: 'NA', n: -300, ok: false },
    { name: null, code: 'x', n: '12345678901234567890', ok: null },
  ]);
});

test('the line that names the separator for Excel is no row', async () => {
  const expected = [{ a: 'x,y', b: 1.5 }];
  expect((await rowsOf('sep=;\r\na;b\r\nx,y;1,5\r\n')).rows).toEqual(expected);
  expect((await rowsOf('\ufeffSEP=|\na|b\nx,y|1,5\n')).rows).toEqual(expected);
});

test('a table without a header gets names, and so do columns without one', async () => {
  expect((await rowsOf('1,x\n2,y\n')).rows[0]).toEqual({ column_1: 1, column_2: 'x' });
  expect((await rowsOf(',a,a\n1,2,3\n')).rows[0]).toEqual({ column_1: 1, a: 2, a_3: 3 });
});

test('ragged lines keep the cells that have a name, and are counted', async () => {
  const { rows, skipped } = await rowsOf('a,b\n1\n1,2,3\n4,5\n');
  expect(rows).toEqual([
    { a: 1, b: null },
    { a: 1, b: 2 },
    { a: 4, b: 5 },
  ]);
  expect(skipped).toEqual(['too few cells', 'too many cells']);
});

test('a quote that never ends takes no more lines with it than it must', async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => `${i},x`);
  const { rows, skipped } = await rowsOf(['n,t', '0,"open', ...lines].join('\n'), { size: 4096 });
  expect(skipped).toEqual(['unclosed quote']);
  expect(rows).toHaveLength(3_001);
});

test('invalid lines of JSON are skipped, and the others are read', async () => {
  const { rows, skipped } = await rowsOf('{"a":1}\n{"a":\nnot json\n{"a":2}\n');
  expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
  expect(skipped).toHaveLength(2);
});

test('a row that is too long is skipped in any format', async () => {
  const long = 'x'.repeat(5_000);
  const limits = { rowChars: 1_000, size: 512 };
  expect(await rowsOf(`{"a":1}\n{"a":"${long}"}\n{"a":2}\n`, limits)).toMatchObject({
    rows: [{ a: 1 }, { a: 2 }],
    skipped: ['too long'],
  });
  expect(await rowsOf(`[{"a":1},{"a":"${long}"},{"a":2}]`, limits)).toMatchObject({
    rows: [{ a: 1 }, { a: 2 }],
    skipped: ['too long'],
  });
  expect(await rowsOf(`a,b\n1,x\n2,${long}\n3,y\n`, limits)).toMatchObject({
    rows: [
      { a: 1, b: 'x' },
      { a: 3, b: 'y' },
    ],
    skipped: ['too long'],
  });
});

test('lines in another encoding than UTF-8 are read as Windows-1252', async () => {
  const latin = Uint8Array.from([...encode('name\nJosé\nJos'), 0xe9, ...encode('\nZoë\n')]);
  const { rows, foreignLines } = await rowsOf(latin, { size: 1_000 });
  expect(rows).toEqual([{ name: 'José' }, { name: 'José' }, { name: 'Zoë' }]);
  expect(foreignLines).toBe(1);
});

test.each([
  ['little', [0xff, 0xfe]],
  ['big', [0xfe, 0xff]],
])('reads UTF-16, %s endian', async (order, mark) => {
  const bytes = 'a,b\n1,é\n'.split('').flatMap((c) => {
    const code = c.charCodeAt(0);
    return order === 'little' ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });
  expect((await rowsOf(Uint8Array.from([...mark, ...bytes]))).rows).toEqual([{ a: 1, b: 'é' }]);
});

test('any rows are read alike, however they are cut into pieces', async () => {
  const row = fc.record({ a: fc.jsonValue({ maxDepth: 2 }), 'b"{[': fc.string({ unit: codePoint }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 3, max: 90 }),
      async (rows, size) => {
        // Digits that no number holds are a text.
        const expected: unknown = JSON.parse(JSON.stringify(rows), (_, value: unknown) =>
          typeof value === 'number' && /^-?\d{16,}$/.test(String(value)) && !Number.isSafeInteger(value)
            ? String(value)
            : value,
        );
        const ndjson = rows.map((each) => `${JSON.stringify(each)}\n`).join('');
        expect((await rowsOf(ndjson, { size })).rows).toEqual(expected);
        expect((await rowsOf(JSON.stringify(rows, null, 1), { size })).rows).toEqual(expected);
      },
    ),
    { numRuns: 15 },
  );
});

test('any cells are read alike, however they are cut into pieces', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '\r\n') });
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 3, max: 40 }),
      async (cells, size) => {
        const csv = ['x,y', ...cells.map((each) => each.map((text) => quoted(`_${text}`)).join(','))].join(
          '\n',
        );
        const { rows } = await rowsOf(`${csv}\n`, { size });
        const unix = (text: string): string => `_${text}`.replaceAll('\r\n', '\n');
        expect(
          rows.map((each) =>
            Object.values(each as object).map((text: string) => text.replaceAll('\r\n', '\n')),
          ),
        ).toEqual(cells.map((each) => each.map(unix)));
      },
    ),
    { numRuns: 15 },
  );
});

test('a source that fails at once fails, and one that fails later gives what came before', async () => {
  async function* failing(first?: string): AsyncGenerator<Uint8Array> {
    if (first !== undefined) yield encode(first);
    throw new Error('unexpected end of file');
  }
  const offered: unknown[] = [];
  const sink = {
    offer: (_: number, parse: () => unknown) => void offered.push(parse()),
    skip: () => undefined,
  };
  await expect(readRows(failing(), LIMITS, () => sink)).rejects.toThrow('unexpected end of file');
  const reading = await readRows(failing('{"a":1}\n{"a":2}\n{"a'), LIMITS, () => sink);
  expect(reading.cutOff).toBe('unexpected end of file');
  expect(offered).toEqual([{ a: 1 }, { a: 2 }, undefined]);
});

test('numbers of a table may have a decimal comma, if its separator is none', async () => {
  const { rows } = await rowsOf('name;price;code;at\nA;1.234,50;007;1,5 km\nB;-0,25;12;x\n');
  expect(rows).toEqual([
    { name: 'A', price: 1234.5, code: '007', at: '1,5 km' },
    { name: 'B', price: -0.25, code: 12, at: 'x' },
  ]);
  const points = await rowsOf('a;b\n1.5;1,200\n2.5;x\n3.5;y\n');
  expect(points.rows[0]).toEqual({ a: 1.5, b: '1,200' });
});

test.skipIf(!hasCases).each<[file: string, first: object]>([
  ['multiline.csv', { id: 1, payload: '{"a": 1,\n"b": 2,\n"c": [1,2,3,4]}', n: 1 }],
  ['years.csv', { Country: 'Land 1', Code: 'L1', 1960: 1.5, 1961: 1 }],
  ['thousands.csv', { artikel: 'A1', preis: 1250.5 }],
  ['title.csv', { Region: 'North', Amount: 10 }],
  ['backslash.csv', { id: 10, text: 'He said "hi 10", ok' }],
  ['iis.log', { date: '2026-11-25', time: '10:10:00', 's-ip': '10.0.0.10', status: 200 }],
])('a table as in %s is read by its own dialect', async (file, first) => {
  const { rows, skipped } = await rowsOf(caseText(`14-csv-dialects/${file}`), { size: 1_000 });
  expect(rows[0]).toEqual(first);
  expect(skipped).toEqual([]);
});

test.skipIf(!hasCases)(
  'a point stands between thousands where other numbers have a decimal comma',
  async () => {
    const { rows } = await rowsOf(caseText('14-csv-dialects/thousands.csv'), { size: 1_000 });
    expect(rows[1]).toEqual({ artikel: 'B1', preis: 1000 });
  },
);

test.each(['utf-16le', 'utf-16be'])('reads %s without a byte order mark', async (encoding) => {
  const codes = Array.from('name,n\nZoë,1\n', (c) => c.charCodeAt(0));
  const bytes = codes.flatMap((c) => (encoding === 'utf-16le' ? [c & 255, c >> 8] : [c >> 8, c & 255]));
  expect((await rowsOf(Uint8Array.from(bytes), { size: 1_000 })).rows).toEqual([{ name: 'Zoë', n: 1 }]);
});

test('reads a JSON text sequence', async () => {
  const { rows, format } = await rowsOf('\u001e{"a":1}\n\u001e{"a":2,\n"b":3}\n');
  expect({ rows, format }).toEqual({ rows: [{ a: 1 }, { a: 2, b: 3 }], format: 'json' });
});

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

test.each([
  [
    'digits first',
    lines('name,2023 votes,2019 votes', 'place 1,37,31', 'place 2,74,62'),
    { name: 'place 1', '2023 votes': 37, '2019 votes': 31 },
  ],
  ['units', lines('sensor,0.5 m,1 m', 'a,1.5,2', 'b,2.5,3'), { sensor: 'a', '0.5 m': 1.5, '1 m': 2 }],
  [
    'months',
    lines('region,2024-01,2024-02', 'north,5,6', 'south,7,8'),
    { region: 'north', '2024-01': 5, '2024-02': 6 },
  ],
  ['only texts', lines('name,city', 'Ann,Rome', 'Bob,Oslo'), { name: 'Ann', city: 'Rome' }],
  [
    'only texts in another language',
    lines('Vorname;Ort', 'Anna;Ulm', 'Bernd;Kiel'),
    { Vorname: 'Anna', Ort: 'Ulm' },
  ],
  [
    'names of one word',
    lines('fruit,taste', 'Apple,Sweet', 'Lemon,Sour'),
    { fruit: 'Apple', taste: 'Sweet' },
  ],
])('a header has %s', async (_, text, row) => expect((await rowsOf(text)).rows[0]).toEqual(row));

test.each([
  [
    'texts that come again',
    lines('Ann,red', 'Bob,blue', 'Eve,red', 'Ian,blue'),
    { column_1: 'Ann', column_2: 'red' },
  ],
  [
    'texts of one form',
    lines('A-17,ann@mail.example', 'B-18,bob@mail.example'),
    { column_1: 'A-17', column_2: 'ann@mail.example' },
  ],
  ['a number', lines('Ann,1', 'Bob,2'), { column_1: 'Ann', column_2: 1 }],
])('a first line with %s has no names', async (_, text, row) =>
  expect((await rowsOf(text)).rows[0]).toEqual(row),
);

test('a doubtful header gets a note, and a person can decide what it is', async () => {
  const text = lines('Ann,red', 'Bob,blue', 'Eve,red', 'Ian,blue');
  const read = async (hasHeader?: boolean) => readSample(pieces(encode(text), 7), {}, { hasHeader });
  expect((await read()).notes.join()).toMatch(/Read the first line as values.*--header-row yes/);
  expect((await read(true)).kept[0]).toEqual({ Ann: 'Bob', red: 'blue' });
  expect((await read(true)).notes.join()).not.toContain('--header-row');
});

test.each([
  ['common', '', {}],
  [
    'combined',
    ' "https://shop.example/" "Mozilla/5.0 (X11; Linux) \\"x\\""',
    { referer: 'https://shop.example/', user_agent: 'Mozilla/5.0 (X11; Linux) "x"' },
  ],
])('a line of an access log in the %s format becomes its fields', async (_, end, more) => {
  const line = `203.0.113.7 - ann [31/Jan/2026:12:30:15 +0200] "GET /a?b=1 HTTP/1.1" 200 -${end}`;
  expect((await rowsOf(`${line}\n${line}\n`)).rows[0]).toEqual({
    host: '203.0.113.7',
    ident: null,
    user: 'ann',
    time: '31/Jan/2026:12:30:15 +0200',
    request: 'GET /a?b=1 HTTP/1.1',
    status: 200,
    bytes: null,
    ...more,
  });
});

test.each([
  [
    'RFC 5424',
    `<165>1 2026-10-11T22:14:15.003Z mail.example app 8710 ID47 [a@1 iut="3"][b] It's, time\n`,
    {
      priority: 165,
      version: 1,
      timestamp: '2026-10-11T22:14:15.003Z',
      host: 'mail.example',
      app: 'app',
      pid: 8710,
      message_id: 'ID47',
      data: '[a@1 iut="3"][b]',
      message: "It's, time",
    },
  ],
  [
    'RFC 3164',
    '<34>Oct 11 22:14:15 web-1 su[231]: failed: x\n',
    { priority: 34, timestamp: 'Oct 11 22:14:15', host: 'web-1', app: 'su', pid: 231, message: 'failed: x' },
  ],
  [
    'syslogd',
    'Jan  2 06:49:41 irc CRON: opened\n',
    { timestamp: 'Jan  2 06:49:41', host: 'irc', app: 'CRON', pid: null, message: 'opened' },
  ],
  [
    'nginx',
    '2026/03/02 08:00:11 [error] 345#0: *12 open() failed (2: No such file), client: 10.0.0.7, server: x\n',
    { timestamp: '2026/03/02 08:00:11', level: 'error', pid: 345, tid: 0, connection: 12 },
  ],
  [
    'programs',
    '2026-03-02 08:00:11,123 INFO  [main] c.e.App - Started, in 5 s\n',
    { timestamp: '2026-03-02 08:00:11,123', level: 'INFO', context: 'main', logger: 'c.e.App' },
  ],
])('a line of a log as of %s becomes its fields, and other lines are counted', async (_, line, row) => {
  expect(await rowsOf(`${line}${line}\tat x\n`)).toMatchObject({
    rows: [row, row],
    skipped: ['another form'],
  });
});
