import { createServer, type Server } from 'node:http';
import { findTemplate } from '@catbird/core/templates';
import { listen } from '../../../scripts/serve.js';
import { startAbly } from '../../../test/services/ably.ts';
import { startAwsSns } from '../../../test/services/aws-sns.ts';
import { startHttp } from '../../../test/services/http.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, test } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

const WEB_ANALYTICS = 'Web Analytics Starter Kit';
const fieldsOf = (template: string): string[] =>
  Object.keys(JSON.parse(findTemplate(template)?.text ?? '{}') as object).sort();

test('a person connects to Tinybird, builds a schema and generates data, and the server gets exactly what the page counts', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open();
  await catbird.begin();
  await catbird.connect('Tinybird Events API', {
    Host: 'Custom',
    Endpoint: tinybird.url,
    'Data Source name': 'events',
    'Data Source API Token': 'p.a-token-for-tests',
    'Events Per Second': '100',
  });
  await catbird.limit('250');
  await catbird.save();
  await catbird.template.selectOption(WEB_ANALYTICS);
  await catbird.preview();
  const sample = JSON.parse(await catbird.sample.innerText()) as object;
  expect(Object.keys(sample).sort()).toEqual(fieldsOf(WEB_ANALYTICS));
  expect(tinybird.requests).toEqual([]);
  await catbird.generate();
  await catbird.over('Done');

  await expect(catbird.total).toHaveText('250');
  await expect(catbird.session).toHaveText('250');
  expect(tinybird.rows).toHaveLength(250);
  for (const row of tinybird.rows) {
    expect(Object.keys(row as object).sort()).toEqual(fieldsOf(WEB_ANALYTICS));
  }
  for (const { method, target, headers } of tinybird.requests) {
    expect(method).toBe('POST');
    expect(target).toBe('/v0/events?name=events&from=catbird');
    expect(headers['authorization']).toBe('Bearer p.a-token-for-tests');
  }

  await catbird.start();
  await expect(catbird.total).toHaveText('500');
  await catbird.over('Done');
  await expect(catbird.session).toHaveText('250');
  expect(tinybird.rows).toHaveLength(500);
});

test('Tinybird gets newline-delimited JSON, one event a line, byte for byte as the engine made it', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open({
    generatorName: 'Tinybird',
    host: 'custom',
    endpoint: tinybird.url,
    datasource: 'events',
    token: 'p.a-token-for-tests',
    eps: '7',
    limit: '7',
    seed: '42',
  });
  await catbird.write(TIMELESS);
  await catbird.generate();
  await catbird.over('Done');
  const lines = engineRows(TIMELESS, '42', 0, 7).map((row) => `${row}\n`);
  expect(tinybird.requests.map(({ body }) => body.toString()).join('')).toBe(lines.join(''));
});

test("Tinybird's answers, JSON or text, are logged in the console", async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(({ headers }) =>
    tinybird.requests.length > 1
      ? {
          status: 202,
          headers: { 'content-type': 'text/plain' },
          body: `thanks, ${headers['authorization']}`,
        }
      : undefined,
  );
  await catbird.open({
    generatorName: 'Tinybird',
    host: 'custom',
    endpoint: tinybird.url,
    datasource: 'events',
    token: 'p.a-token-for-tests',
    eps: '1',
    limit: '2',
  });
  await catbird.generate();
  // A text confirms no event, so the second one does not count as sent.
  await catbird.over('Failed');
  expect(catbird.console).toContain('{"successful_rows":1,"quarantined_rows":0}');
  const [line = '', ...more] = catbird.console.filter((said) => said.startsWith('ERR > '));
  expect(line).toContain('Tinybird returned 202 but confirmed 0 of 1 events: thanks, Bearer [hidden]');
  expect(more).toEqual([]);
  await expect(catbird.total).toHaveText('1');
  await expect(catbird.alert).toContainText('didn’t confirm the events');
  await expect(catbird.alert).toContainText('may have been stored');
  await expect(catbird.overview.locator('.ledger')).toContainText('of these uncertain');
});

test('Ably gets a POST to the messages of the channel, with basic authorization and a batch of events as data', async ({
  catbird,
  serve,
}) => {
  const channelId = 'events:shop/berlin';
  const ably = await serve(startAbly({ channelId }));
  await catbird.open({ seed: '42' });
  await catbird.begin();
  await catbird.connect('Ably', {
    'Channel ID': channelId,
    'API Key': 'xVLyHw.dHBYNQ:a-secret-for-tests',
    Endpoint: ably.url,
    'Events Per Second': '20',
  });
  await catbird.limit('20');
  await catbird.save();
  await catbird.write(TIMELESS);
  await catbird.generate();
  await catbird.over('Done');

  await expect(catbird.total).toHaveText('20');
  expect(ably.requests).toHaveLength(1);
  for (const { method, target, headers, body } of ably.requests) {
    expect(method).toBe('POST');
    expect(target).toBe('/channels/events%3Ashop%2Fberlin/messages');
    expect(headers['authorization']).toBe(
      `Basic ${Buffer.from('xVLyHw.dHBYNQ:a-secret-for-tests').toString('base64')}`,
    );
    expect(headers['content-type']).toBe('application/json');
    const rows = engineRows(TIMELESS, '42', 0, 20).join(',');
    expect(body.toString()).toBe(`{"name":"publish","data":[${rows}],"id":"${ably.ids[0]}"}`);
  }
});

test("Ably's answers are logged only if logging is enabled, which it is not by default", async ({
  catbird,
  serve,
}) => {
  const ably = await serve(startAbly());
  const answersWith = async (logs?: string): Promise<readonly string[]> => {
    const before = catbird.console.length;
    await catbird.open({
      generatorName: 'Ably',
      channelId: 'events',
      apiKey: 'xVLyHw.dHBYNQ:a-secret-for-tests',
      endpoint: ably.url,
      limit: '1',
      ...(logs !== undefined && { logs }),
    });
    await catbird.generate();
    await catbird.over('Done');
    return catbird.console.slice(before).filter((line) => line.includes('"messageId"'));
  };
  expect(await answersWith()).toHaveLength(0);
  expect(await answersWith('false')).toHaveLength(0);
  expect(await answersWith('true')).toHaveLength(1);
});

/** As RFC 3986 wants it, which is what AWS signs. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

test('AWS SNS gets one signed, form-encoded Publish of version 2010-03-31 for each event', async ({
  catbird,
  serve,
}) => {
  // It recomputes every signature.
  const sns = await serve(startAwsSns());
  await catbird.open({ seed: '42' });
  await catbird.begin();
  await catbird.connect('AWS SNS', {
    Region: 'us-east-1',
    'Topic ARN': 'arn:aws:sns:us-east-1:123456789012:events',
    'Access Key': 'AKIAIOSFODNN7EXAMPLE',
    'Secret Key': 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    Subject: 'A mock event (of course!)',
    'SNS options': JSON.stringify({ endpoint: sns.url }),
    'Events Per Second': '10',
  });
  await catbird.limit('10');
  await catbird.save();
  await catbird.write(TIMELESS);
  await catbird.generate();
  await catbird.over('Done');

  await expect(catbird.total).toHaveText('10');
  const rows = engineRows(TIMELESS, '42', 0, 10);
  const bodies = sns.requests.map(({ body }) => body.toString());
  const parts = (row: string): readonly (readonly [string, string])[] => [
    ['Action', 'Publish'],
    ['Version', '2010-03-31'],
    ['TopicArn', 'arn:aws:sns:us-east-1:123456789012:events'],
    ['Message', row],
    ['Subject', 'A mock event (of course!)'],
  ];
  const expected = rows.map((row) =>
    parts(row)
      .map((pair) => pair.map(encoded).join('='))
      .join('&'),
  );
  // Several requests are under way at once, so that they may arrive in another order.
  expect(bodies.toSorted()).toEqual(expected.toSorted());
  for (const { method, target, headers } of sns.requests) {
    expect([method, target]).toEqual(['POST', '/']);
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/us-east-1\/sns\//,
    );
  }
  expect(sns.messages.map(({ subject }) => subject)).toEqual(rows.map(() => 'A mock event (of course!)'));
  // Success is logged with what SNS returned.
  expect(catbird.console.filter((line) => /^MessageId [\da-f-]{36}$/.test(line))).toHaveLength(10);
});

test('AWS SNS returns MessageId and, for an ordered topic, SequenceNumber, and both are logged', async ({
  catbird,
  serve,
}) => {
  const topicArn = 'arn:aws:sns:us-east-1:123456789012:events.fifo';
  const sns = await serve(startAwsSns({ topicArn }));
  await catbird.open({
    generatorName: 'AWSSNS',
    region: 'us-east-1',
    topicArn,
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    snsOptions: JSON.stringify({ endpoint: sns.url }),
    limit: '1',
  });
  await catbird.generate();
  await catbird.over('Done');
  expect(catbird.console).toContainEqual(
    expect.stringMatching(/^MessageId [\da-f-]{36}, SequenceNumber 10000000000000003000$/),
  );
  expect(sns.messages.map(({ subject }) => subject)).toEqual([undefined]);
});

test('any HTTP address gets JSON lines with the header that was asked for', async ({ catbird, serve }) => {
  const http = await serve(startHttp({ headers: { 'x-api-key': 'a-key-for-tests' } }));
  await catbird.open({ seed: '42' });
  await catbird.begin();
  await catbird.connect('HTTP', {
    Address: `${http.url}/events`,
    Authentication: 'Header',
    'Header name': 'X-API-Key',
    'Header value': 'a-key-for-tests',
    'Events Per Second': '50',
  });
  await catbird.limit('50');
  await catbird.save();
  await catbird.write(TIMELESS);
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('50');
  expect(http.requests.map(({ body }) => body.toString()).join('')).toBe(
    engineRows(TIMELESS, '42', 0, 50)
      .map((row) => `${row}\n`)
      .join(''),
  );
});

/** A server that takes everything, on the loopback address of IPv6 alone; undefined where this machine has none. */
async function startOnIpv6(): Promise<
  { readonly port: number; readonly bodies: readonly string[]; readonly server: Server } | undefined
> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    request.setEncoding('utf8').on('data', (body: string) => bodies.push(body));
    request.on('end', () => response.end('{}'));
  });
  try {
    return { port: await listen(server, 0, '::1'), bodies, server };
  } catch {
    // Not every machine has IPv6: the test is skipped there.
    return undefined;
  }
}

test('http://[::1], which no policy can name, is refused with what to write instead, and that reaches it', async ({
  catbird,
}) => {
  const started = await startOnIpv6();
  test.skip(started === undefined, 'This machine has no IPv6');
  if (started === undefined) return;
  const { port, bodies, server } = started;
  await catbird.open({ seed: '42' });
  await catbird.begin();
  await catbird.connect('HTTP', { Address: `http://[::1]:${port}/events` });
  await catbird.limit('1');
  await catbird.save();
  const address = `http://localhost:${port}`;
  await expect(catbird.settings).toContainText(`url: The page can’t send to [::1]. Use ${address} instead`);
  await catbird.field('Address').fill(`${address}/events`);
  await catbird.save();
  await catbird.write(TIMELESS);
  await catbird.generate();
  await catbird.over('Done');
  expect(bodies).toEqual(engineRows(TIMELESS, '42', 0, 1).map((row) => `${row}\n`));
  server.close();
});

test('the debug destination logs events to the console, one a line, and sends them nowhere', async ({
  catbird,
}) => {
  const requests: string[] = [];
  await catbird.open({ seed: '42' });
  await catbird.begin();
  await catbird.connect('Log', { 'Events Per Second': '30' });
  await catbird.limit('30');
  await catbird.save();
  await catbird.write(TIMELESS);
  await catbird.preview();
  catbird.page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(request.url());
  });
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('30');
  expect(catbird.console.filter((line) => line.startsWith('{"id":'))).toEqual(
    engineRows(TIMELESS, '42', 0, 30),
  );
  expect(requests).toEqual([]);
});
