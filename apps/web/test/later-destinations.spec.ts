import { createServer } from 'node:http';
import { listen } from '../../../scripts/serve.js';
import { startElasticsearch } from '../../../test/services/elasticsearch.ts';
import { startS3 } from '../../../test/services/s3.ts';
import { expectAccessible, THEMES } from './axe.ts';
import { expect, test, type Catbird } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

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

/** Sends to a server that knows nothing of CORS, whose address is in a field, until the page gives up. */
async function failWithoutCors(
  catbird: Catbird,
  field: string,
): Promise<{ readonly host: string; readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.method ?? '');
    request.resume().on('end', () => response.end('{}'));
  });
  const host = `127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  await catbird.field(field).fill(`http://${host}`);
  await catbird.save();
  await catbird.again('Failed');
  server.close();
  server.closeAllConnections();
  return { host, seen };
}

// One page for the steps of a test: to open one takes longer than most of them.
test('Elasticsearch', async ({ catbird, serve }) => {
  const elasticsearch = await serve(startElasticsearch());

  await test.step('the other destinations load when they are wanted, keep what was typed, and are tested as others are', async () => {
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
    await catbird.connect('Elasticsearch', {
      Address: elasticsearch.url,
      Index: 'events',
      Authentication: 'apiKey',
      'API key': 'a-key-for-tests==',
    });
    await expectAccessible(catbird, THEMES, '#settings');
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

  await test.step('a link to Elasticsearch opens and streams exactly what the page counts', async () => {
    await catbird.open({
      generatorName: 'Elasticsearch',
      url: elasticsearch.url,
      index: 'events',
      auth: 'apiKey',
      apiKey: 'a-key-for-tests==',
      seed: '42',
      eps: '50',
      limit: '100',
    });
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

  await test.step('rows go where their values say', async () => {
    await catbird.field('Index').fill('events-{{status}}');
    await catbird.save();
    await catbird.write(ROUTED);
    const before = elasticsearch.documents.size;
    await catbird.again('Done');
    await expect(catbird.session).toHaveText('100');
    const keys = [...elasticsearch.documents.keys()].slice(before);
    expect(new Set(keys.map((key) => key.split('/')[0]))).toEqual(new Set(['events-new', 'events-paid']));
  });

  await test.step('a field that is missing ends the stream before anything is sent', async () => {
    const before = elasticsearch.documents.size;
    await catbird.field('Index').fill('events-{{nope}}');
    await catbird.save();
    await catbird.start();
    await expect(catbird.alert).toContainText('Index: Unknown field nope');
    expect(elasticsearch.documents.size).toBe(before);
  });

  await test.step('without CORS headers, the page names the setting of Elasticsearch that allows it', async () => {
    await catbird.field('Index').fill('events');
    const { host, seen } = await failWithoutCors(catbird, 'Address');
    await expect(catbird.alert).toContainText(`${host} doesn’t allow this page`);
    await expect(catbird.alert).toContainText('http.cors.allow-origin');
    // Rows and credentials stay in the page.
    expect(new Set(seen)).toEqual(new Set(['OPTIONS', 'GET']));
  });
});

test('S3', async ({ catbird, serve }) => {
  await test.step('a link to S3 opens and stores exactly what the page counts', async () => {
    const s3 = await serve(startS3(S3));
    await catbird.open({
      generatorName: 'S3',
      ...S3,
      endpoint: s3.url,
      seed: '42',
      eps: '50',
      limit: '100',
    });
    await catbird.generate();
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('100');
    expect(s3.rows).toHaveLength(100);
  });

  await test.step('without CORS headers, the page names the setting of the bucket that allows it', async () => {
    await catbird.unfold();
    const { host } = await failWithoutCors(catbird, 'Endpoint');
    await expect(catbird.alert).toContainText(`${host} doesn’t allow this page`);
    await expect(catbird.alert).toContainText('CORS');
  });
});
