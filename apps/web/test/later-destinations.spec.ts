import { createServer } from 'node:http';
import { listen } from '../../../scripts/serve.js';
import { startElasticsearch } from '../../../test/services/elasticsearch.ts';
import { startS3 } from '../../../test/services/s3.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, type Catbird, type Query } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

const elasticsearchLink = (url: string, more: Query = {}): Query => ({
  generatorName: 'Elasticsearch',
  url,
  index: 'events',
  auth: 'apiKey',
  apiKey: 'a-key-for-tests==',
  seed: '42',
  ...more,
});

const ROUTED = JSON.stringify({
  id: { type: 'string.uuid' },
  status: { type: 'helpers.arrayElement', params: ['new', 'paid'] },
});

const S3 = {
  bucket: 'events',
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

const s3Link = (endpoint: string, more: Query = {}): Query => ({
  generatorName: 'S3',
  ...S3,
  endpoint,
  seed: '42',
  ...more,
});

/** Runs a link against a server that knows nothing of CORS, until the page gives up. */
async function failWithoutCors(
  catbird: Catbird,
  linkTo: (url: string) => Query,
): Promise<{ readonly host: string; readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.method ?? '');
    request.resume().on('end', () => response.end('{}'));
  });
  const host = `127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  await catbird.open(linkTo(`http://${host}`));
  await catbird.generate();
  await catbird.over('Failed');
  server.close();
  server.closeAllConnections();
  return { host, seen };
}

test('a link to Elasticsearch opens and streams exactly what the page counts', async ({ catbird, serve }) => {
  const elasticsearch = await serve(startElasticsearch());
  await catbird.open(elasticsearchLink(elasticsearch.url, { eps: '50', limit: '100' }));
  await catbird.write(TIMELESS);
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('100');
  expect([...elasticsearch.documents.keys()].every((key) => key.startsWith('events/'))).toBe(true);
  expect(elasticsearch.rows).toEqual(engineRows(TIMELESS, '42', 0, 100).map((row) => JSON.parse(row)));
  // The command for a terminal reads the key from the environment, and the link for others has none.
  await expect(catbird.overview).toContainText('catbird elasticsearch --url');
  await expect(catbird.overview).toContainText('CATBIRD_ELASTICSEARCH_API_KEY');
  await expect(catbird.overview).not.toContainText('a-key-for-tests');
});

test('rows go where their values say, and a field that is missing ends the stream before anything is sent', async ({
  catbird,
  serve,
}) => {
  const elasticsearch = await serve(startElasticsearch());
  const settings = { eps: '50', limit: '100' };
  await catbird.open(elasticsearchLink(elasticsearch.url, { ...settings, index: 'events-{{status}}' }));
  await catbird.write(ROUTED);
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('100');
  const indexes = new Set([...elasticsearch.documents.keys()].map((key) => key.split('/')[0]));
  expect(indexes).toEqual(new Set(['events-new', 'events-paid']));

  const before = elasticsearch.documents.size;
  await catbird.open(elasticsearchLink(elasticsearch.url, { ...settings, index: 'events-{{nope}}' }));
  await catbird.write(ROUTED);
  await catbird.generate();
  await expect(catbird.alert).toContainText('Index: Unknown field nope');
  expect(elasticsearch.documents.size).toBe(before);
});

test('without CORS headers, the page names the setting of Elasticsearch that allows it', async ({
  catbird,
}) => {
  const { host, seen } = await failWithoutCors(catbird, (url) => elasticsearchLink(url, { limit: '5' }));
  await expect(catbird.alert).toContainText(`${host} doesn’t allow this page`);
  await expect(catbird.alert).toContainText('http.cors.allow-origin');
  // Rows and credentials stay in the page.
  expect(new Set(seen)).toEqual(new Set(['OPTIONS', 'GET']));
});

test('a link to S3 opens and stores exactly what the page counts', async ({ catbird, serve }) => {
  const s3 = await serve(startS3(S3));
  await catbird.open(s3Link(s3.url, { eps: '50', limit: '100' }));
  await catbird.write(TIMELESS);
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('100');
  expect(s3.rows).toHaveLength(100);
});

test('without CORS headers, the page names the setting of the bucket that allows it', async ({ catbird }) => {
  const { host } = await failWithoutCors(catbird, (url) => s3Link(url, { limit: '5' }));
  await expect(catbird.alert).toContainText(`${host} doesn’t allow this page`);
  await expect(catbird.alert).toContainText('CORS');
});

test('the other destinations load when they are wanted, keep what was typed, and are tested as others are', async ({
  catbird,
  serve,
}) => {
  const elasticsearch = await serve(startElasticsearch());
  const scripts: string[] = [];
  catbird.page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const hasLoaded = (): boolean => scripts.some((path) => path.includes('later-destinations'));
  await catbird.open();
  await catbird.begin();
  await expect(catbird.settings.getByRole('radio', { name: /^Elasticsearch/ })).toHaveCount(0);
  await expect(catbird.search).toBeVisible();
  expect(hasLoaded()).toBe(false);
  await catbird.search.click();
  await expect(catbird.found.filter({ hasText: /^Elasticsearch/ })).toBeAttached();
  expect(hasLoaded()).toBe(true);
  await expectAccessible(catbird);
  await catbird.connect('Elasticsearch', {
    Address: elasticsearch.url,
    Index: 'events',
    Authentication: 'apiKey',
    'API key': 'a-key-for-tests==',
  });
  await expectAccessible(catbird);
  await catbird.connect('Log');
  await catbird.connect('Elasticsearch');
  await expect(catbird.field('Index')).toHaveValue('events');
  await catbird.unfold();
  await catbird.settings.getByRole('switch', { name: 'Keep credentials out of the address' }).check();
  // The next step is there, and the test of the connection reports in place.
  await catbird.save();
  await expect(catbird.schema).toBeVisible();
  await expect(catbird.settings.getByRole('status').filter({ hasText: 'Elasticsearch' })).toBeVisible();
  expect(elasticsearch.rows).toEqual([]);
  expect(catbird.query().get('generatorName')).toBe('Elasticsearch');
  expect(catbird.query().get('url')).toBe(elasticsearch.url);
  expect(catbird.query().has('apiKey')).toBe(false);
  // In this tab, the key comes back.
  await catbird.page.reload();
  await expect(catbird.field('API key')).toHaveValue('a-key-for-tests==');
  // Saved with another destination, nothing of the first stays in the address.
  await catbird.connect('Log');
  await catbird.save();
  expect([...catbird.query().keys()]).not.toContain('url');
});
