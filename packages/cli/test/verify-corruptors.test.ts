import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../../scripts/programs.js';
import { here } from './here.ts';
import { causesIn, send, verdictOn, type SentRows } from './verified.ts';

const run = promisify(execFile);
const [jq, iconv, gzip, python] = (['jq', 'iconv', 'gzip', 'python3'] as const).map(findProgram);

let sent: SentRows = { folder: '', record: '' };
const at = (name: string): string => join(sent.folder, name);
beforeAll(async () => void (sent = await send(['file', '--path', 'PLACE/rows.ndjson'])));

/** Runs a program of others over the rows, and verifies what it has made of them. */
async function after(program: string | undefined, args: readonly string[], output: string) {
  const { stdout } = await run(program ?? '', [...args], {
    encoding: 'buffer',
    maxBuffer: 1e9,
    cwd: sent.folder,
  });
  await writeFile(at(output), stdout);
  return verdictOn(sent.record, [at(output)]);
}

describe.skipIf(jq === undefined)('jq', () => {
  test('that only formats rows changes none', async () => {
    expect(await after(jq, ['.', 'rows.ndjson'], 'pretty.json')).toMatchObject({ code: 0 });
  });

  test('that makes numbers of digits beyond 2^53 rounds them', async () => {
    const source = { type: 'catbird.sequence', params: { start: 1 } };
    await writeFile(
      at('large.json'),
      JSON.stringify({
        number: source,
        big: { type: 'number.bigInt', params: { min: '9007199254740993', max: '99007199254740993' } },
      }),
    );
    const flags = ['--schema', at('large.json'), '--eps', 'max', '--limit', '500', '--seed', '7'];
    const { code, err } = await here([
      'file',
      '--path',
      at('large.ndjson'),
      ...flags,
      '--record',
      at('large-run.json'),
    ]);
    expect(code, err).toBe(0);
    const { stdout } = await run(jq ?? '', ['-c', '.big |= tonumber', at('large.ndjson')]);
    await writeFile(at('added.ndjson'), stdout);
    const report = await verdictOn(at('large-run.json'), [at('added.ndjson')]);
    expect(report.code).toBe(99);
    expect(causesIn(report)['big'], JSON.stringify(report.changed)).toMatch(/2\^53|double/);
  });
});

describe.skipIf(iconv === undefined)('iconv', () => {
  test.each([
    ['UTF-8 that is read as Latin-1', ['-f', 'LATIN1', '-t', 'UTF-8'], /^UTF-8 read as/],
    ['characters that the target lacks', ['-f', 'UTF-8', '-t', 'ASCII//TRANSLIT'], /^accents lost/],
  ])('%s: the cause is named', async (name, args, cause) => {
    await writeFile(
      at('accents.json'),
      JSON.stringify({
        id: { type: 'string.uuid' },
        city: { type: 'catbird.pick', params: { values: ['Zürich', 'Köln', 'Málaga', 'Łódź', 'Oslo'] } },
      }),
    );
    const flags = ['--schema', at('accents.json'), '--eps', 'max', '--limit', '800', '--seed', '7'];
    expect(
      (
        await here([
          'file',
          '--path',
          at('accents.ndjson'),
          '--existing',
          'replace',
          ...flags,
          '--record',
          at('accents-run.json'),
        ])
      ).code,
    ).toBe(0);
    const { stdout } = await run(iconv ?? '', [...args, at('accents.ndjson')], { maxBuffer: 1e9 });
    await writeFile(at('converted.ndjson'), stdout);
    const report = await verdictOn(at('accents-run.json'), [at('converted.ndjson')]);
    expect(report, name).toMatchObject({ code: 99, counts: { missing: 0, extra: 0, unreadable: 0 } });
    expect(Object.keys(causesIn(report))).toEqual(['city']);
    expect(causesIn(report)['city'], JSON.stringify(report.changed)).toMatch(cause);
  });
});

test.skipIf(gzip === undefined)(
  'gzip that was cut short is no verdict, and the whole of it is right',
  async () => {
    expect(await after(gzip, ['-c', 'rows.ndjson'], 'rows.ndjson.gz')).toMatchObject({ code: 0 });
    const whole = await readFile(at('rows.ndjson.gz'));
    for (const size of [whole.length - 4, Math.floor(whole.length / 2), 5]) {
      await writeFile(at('cut.ndjson.gz'), whole.subarray(0, size));
      const { code, out, err } = await here([
        'verify',
        '--record',
        sent.record,
        '--source',
        at('cut.ndjson.gz'),
      ]);
      expect([code, out], String(size)).toEqual([1, '']);
      expect(err).toMatch(/No verdict on rows: .*cut\.ndjson\.gz cannot be read/);
    }
  },
);

const TO_CSV = `
import csv, json, sys
rows = [json.loads(line) for line in open('rows.ndjson', encoding='utf-8')]
for row in rows: row['tags'] = json.dumps(row['tags'])
table = csv.DictWriter(sys.stdout, rows[0].keys())
table.writeheader()
table.writerows(rows)
`;
const FROM_CSV = `
import csv, json
for row in csv.DictReader(open('rows.csv', encoding='utf-8')): print(json.dumps(row))
`;

describe.skipIf(python === undefined)("Python's csv", () => {
  test('keeps rows, and as JSON again all of their values are texts', async () => {
    expect(await after(python, ['-X', 'utf8', '-c', TO_CSV], 'rows.csv')).toMatchObject({ code: 0 });
    const report = await after(python, ['-X', 'utf8', '-c', FROM_CSV], 'again.ndjson');
    expect(report).toMatchObject({ code: 99, counts: { changed: 900, missing: 0, extra: 0 } });
    const text = 'a text in place of a number';
    expect(causesIn(report), JSON.stringify(report.changed)).toMatchObject({
      price: text,
      quantity: text,
      big: text,
    });
    const unknown = report.changed.filter(({ causes }) => causes[0]?.certainty !== 'certain');
    // Lists with spaces between their items are texts of no known form.
    expect(unknown.map(({ column }) => column)).toEqual(['tags']);
  });

  test('with a decimal comma is named', async () => {
    const comma = TO_CSV.replace(
      "row['tags'] = json.dumps(row['tags'])",
      "row['tags'] = json.dumps(row['tags']); row['price'] = str(row['price']).replace('.', ',')",
    );
    const report = await after(python, ['-X', 'utf8', '-c', comma], 'comma.csv');
    expect(Object.keys(causesIn(report))).toEqual(['price']);
    expect(causesIn(report)['price']).toMatch(/comma/);
  });
});
