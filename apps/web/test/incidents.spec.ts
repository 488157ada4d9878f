import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { startHttp } from '../../../test/services/http.ts';
import { expect, test } from './page.ts';
import { step } from './streams-panel.ts';

interface Row {
  readonly n: number;
  readonly service: string;
  readonly status: number;
}

const config = (url: string): string => `seed: 42
from: now
destination: http
settings: { url: '${url}' }
incidents:
  - name: checkout-errors
    at: +1s
    for: 1s
    in:
      requests: { where: service == "checkout", set: { status: '503' } }
      orders: { where: n % 2 == 0, drop: true }
  - name: flash-sale
    at: +1500ms
    for: 1s
    expect: none
    in: { requests: { rate: 2 } }
  - name: drill
    at: +1h
    for: 1m
    in: { requests: { where: status == 200, set: { status: '418' } } }
streams:
  requests:
    eps: 100
    limit: 600
    schema:
      n: { type: catbird.sequence }
      service: { type: helpers.arrayElement, params: [gateway, checkout] }
      status: { type: helpers.arrayElement, params: [200] }
  orders:
    eps: 10
    limit: 30
    schema: { n: { type: catbird.sequence } }
`;

test('incidents of a config are bands of the chart, and their labels are those of the rows that arrived', async ({
  catbird,
  serve,
}) => {
  const { page } = catbird;
  const http = await serve(startHttp());
  const text = deflateRawSync(config(`${http.url}/events`)).toString('base64url');
  await page.goto(`?config=z1.${text}`);
  const streams = step(page);
  await streams.getByRole('button', { name: 'Start all' }).click();
  await expect(streams.locator('.fault-band')).toHaveCount(2);
  await expect(streams.locator('.fault-band.is-calm')).toHaveCount(1);
  await streams.getByRole('button', { name: 'requests', exact: true }).click();
  await streams.getByRole('button', { name: 'Incidents' }).click();
  await expect(streams.getByRole('menuitem')).toHaveText([
    'checkout-errors for 1 min',
    'checkout-errors for 5 min',
    'checkout-errors for 10 min',
    'flash-sale for 1 min',
    'flash-sale for 5 min',
    'flash-sale for 10 min',
    'drill for 1 min',
    'drill for 5 min',
    'drill for 10 min',
  ]);
  await streams.getByRole('menuitem', { name: 'drill for 1 min' }).click();
  await streams.getByRole('button', { name: 'Incidents' }).click();
  await streams.getByRole('menuitem', { name: 'flash-sale for 1 min' }).click();
  await expect(streams.locator('.state b')).toHaveText('Done');
  await expect(streams.locator('.fault-band')).toHaveCount(4);
  await streams.getByText('Delivery', { exact: true }).click();
  await expect(streams).toContainText('Incident ended: checkout-errors');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    streams.getByRole('button', { name: 'Download labels' }).click(),
  ]);
  const labels = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  const changed = (http.rows as Row[]).filter(({ status }) => status === 503);
  const dropped = 30 - (http.rows as Row[]).filter(({ service }) => service === undefined).length;
  const drilled = (http.rows as Row[]).filter(({ status }) => status === 418);
  expect(labels.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ incident: 'checkout-errors', stream: 'requests', affected: changed.length }),
    expect.objectContaining({ incident: 'flash-sale', stream: 'requests', affected: 0, rate: 2 }),
    expect.objectContaining({ incident: 'drill', stream: 'requests', affected: drilled.length }),
    expect.objectContaining({
      incident: 'flash-sale',
      stream: 'requests',
      occurrence: expect.any(Number),
      rate: 2,
    }),
  ]);
  expect(changed.length).toBeGreaterThan(10);
  expect(drilled.length).toBeGreaterThan(10);
  expect(dropped).toBe(5);
  expect(changed.every(({ service }) => service === 'checkout')).toBe(true);
});
