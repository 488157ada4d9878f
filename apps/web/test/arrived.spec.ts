import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { startHttp } from '../../../test/services/http.ts';
import { compress } from '../src/link/compress.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, type Catbird, type Query } from './page.ts';

const SCHEMA = {
  id: { type: 'catbird.sequence' },
  country: { type: 'helpers.arrayElement', params: [['DE', 'FR', 'ES']] },
  total: { type: 'number.float', params: { min: 1, max: 900, fractionDigits: 2 } },
  at: { type: 'catbird.timestampNow' },
};

type Row = Readonly<Record<string, unknown>>;

const queryFor = async (url: string, more: Query = {}): Promise<Query> => ({
  generatorName: 'HTTP',
  url: `${url}/events`,
  template: 'Custom',
  schema: await compress(JSON.stringify(SCHEMA)),
  eps: '2000',
  limit: '600',
  seed: '7',
  ...more,
});

const lines = (rows: readonly unknown[]): string => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;

/** Drops a file, and waits for its report. */
async function compare(catbird: Catbird, name: string, content: string | Buffer): Promise<string> {
  await catbird.overview.getByRole('button', { name: /^Check what arrived/ }).press('Enter');
  return compareIn(catbird.overview, name, content);
}

async function compareIn(part: Locator, name: string, content: string | Buffer): Promise<string> {
  await part
    .getByLabel('File of what arrived')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  const report = part.locator('.arrived-report, .arrived .report');
  await expect(report).toContainText(name);
  return report.innerText();
}

// One page for the steps of a test: to open one takes longer than most of them.
test('what arrived', async ({ catbird, page, serve }) => {
  const dialog = page.getByRole('dialog', { name: 'Check what arrived' });
  await test.step('what arrived is compared with the rows that were sent, and nothing leaves the page', async () => {
    const http = await serve(startHttp());
    await catbird.open(await queryFor(http.url));
    // What the clock gives is known to a run only.
    await catbird.startFrom('Check what arrived');
    await expect(dialog).toContainText('Events take their times from the clock, so only a run knows them.');
    await page.keyboard.press('Escape');
    await catbird.generate();
    await catbird.over('Done');
    const rows = http.rows as readonly Row[];
    const requests = http.requests.length;

    expect(await compare(catbird, 'right.ndjson', lines(rows))).toContain('All 600 rows arrived as sent.');

    const csv = [
      Object.keys(SCHEMA).join(','),
      ...rows.map((row) => Object.values(row).map(String).join(',')),
    ].join('\n');
    expect(await compare(catbird, 'right.csv.gz', gzipSync(csv))).toContain('All 600 rows arrived as sent.');

    const parquet = parquetWriteBuffer({
      columnData: Object.keys(SCHEMA).map((name) => ({ name, data: rows.map((row) => row[name]) })),
    });
    expect(await compare(catbird, 'right.parquet', Buffer.from(parquet))).toContain(
      'All 600 rows arrived as sent.',
    );

    const wrong = rows
      .filter((_, i) => i < 100 || i >= 130)
      .map((row) => (row['country'] === 'DE' ? { ...row, total: Math.trunc(Number(row['total'])) } : row));
    const report = await compare(
      catbird,
      'wrong.ndjson',
      lines([...wrong, ...wrong.slice(5, 7), { id: 9999, country: '<img src=x onerror=alert(1)>\u202etxt' }]),
    );
    expect(report).toContain('Missing rows: 30');
    expect(report).toContain('rows 101 – 130');
    expect(report).toContain('row 1\n');
    expect(report).toContain('Doubled rows: 2');
    expect(report).toContain('Rows that nobody sent: 1');
    // A foreign text is shown as it is, and what would reorder it is visible.
    expect(report).toContain('<img src=x onerror=alert(1)>\\u202etxt');
    expect(report).toMatch(/total in \d+ rows/);
    expect(report).toContain('country = DE');
    // accessible-states.ts looks at it in both themes.
    await expectAccessible(catbird, ['light'], '.arrived-report');

    const broken = await compare(catbird, 'cut.csv.gz', gzipSync(csv).subarray(0, 2000));
    expect(broken).toContain('could not be compared');
    expect(http.requests).toHaveLength(requests);
  });

  await test.step('without a run, rows of given times are computed again', async () => {
    const http = await serve(startHttp());
    await catbird.open(await queryFor(http.url, { from: '2026-01-05T10:00:00Z', faults: 'duplicates:5' }));
    await catbird.generate();
    await catbird.over('Done');
    const requests = http.requests.length;
    await page.reload();
    await catbird.startFrom('Check what arrived');
    await expect(dialog).toContainText('every row of these settings, this schema and this seed');
    const report = await compareIn(dialog, 'all.ndjson', lines(http.rows));
    expect(report).toContain('What arrived is right');
    expect(await compareIn(dialog, 'lost.ndjson', lines(http.rows.slice(0, 300)))).toContain('missing');
    await expectAccessible(catbird, ['light'], 'dialog');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(http.requests).toHaveLength(requests);
  });

  await test.step('copies have the time of their row', async () => {
    const http = await serve(startHttp());
    await catbird.open(await queryFor(http.url, { faults: 'duplicates:20' }));
    await catbird.generate();
    await catbird.over('Done');
    const report = await compare(catbird, 'all.ndjson', lines(http.rows));
    expect(report).toContain('What arrived is right');
    expect(report).toMatch(/Copies: [0-9]+\s+copies were sent, and all of them are there/);
  });

  await test.step('rows of two sessions with faults are computed again', async () => {
    const http = await serve(startHttp());
    const faults = 'reordering:20,dropped:5,late:10';
    await catbird.open(await queryFor(http.url, { limit: '100000', faults }));
    await catbird.generate();
    await expect.poll(() => http.rows.length).toBeGreaterThan(300);
    await catbird.stop();
    await catbird.over('Stopped');
    const first = http.rows.length;
    await catbird.start();
    await expect.poll(() => http.rows.length).toBeGreaterThan(first + 300);
    await catbird.stop();
    await catbird.over('Stopped');
    const all = http.rows.length;
    expect(await compare(catbird, 'all.ndjson', lines(http.rows))).toContain(
      `All ${all.toLocaleString('en')} rows arrived as sent.`,
    );
    expect(await compare(catbird, 'lost.ndjson', lines(http.rows.slice(20)))).toContain('20 missing');
  });
});
