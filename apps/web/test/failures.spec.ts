import { createServer } from 'node:http';
import { listen } from '../../../scripts/serve.js';
import { startAbly } from '../../../test/services/ably.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { LONG } from './long.ts';
import {
  errorsIn,
  expect,
  STOP_WAIT_MS,
  test,
  tinybirdLink,
  UNREACHABLE,
  type Catbird,
  type Query,
} from './page.ts';

/** Opens a link and starts a run that must fail, with nothing sent. */
async function fail(catbird: Catbird, link: Query): Promise<void> {
  await catbird.open(link);
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.total).toHaveText('0');
  await expect(catbird.session).toHaveText('0');
}

/** Opens a link and starts a run at 5 events/s that first succeeds. */
async function succeedFirst(catbird: Catbird, url: string): Promise<void> {
  await catbird.open(tinybirdLink(url, { eps: '5' }));
  await catbird.generate();
  await expect(catbird.total).not.toHaveText('0');
}

/** Presses Test connection, and Send test request. */
async function testConnection({ settings }: Catbird): Promise<void> {
  await settings.getByRole('button', { name: 'Test connection' }).click();
  await settings.getByRole('button', { name: 'Send test request' }).click();
}

// One page for all of these: to open one takes longer than a run.
test('a run that fails', async ({ catbird, serve }) => {
  let quarantines = false;
  const tinybird = await serve(startTinybird({ quarantines: () => quarantines }));

  await test.step('if the server only returns 401, nothing counts as sent, the run stops, and the page says why', async () => {
    tinybird.answerWith(jsonAnswer(401, { error: 'The token p.a-token-for-tests is unknown' }));
    await fail(catbird, tinybirdLink(tinybird.url, { eps: '10', limit: '100' }));
    await expect(catbird.alert).toContainText('rejected the credentials');
    await expect(catbird.alert).toContainText('returned 401');
    await expect(catbird.alert).toContainText('Check the token');
    await expect(catbird.alert).not.toContainText('p.a-token-for-tests');
    expect(tinybird.requests).toHaveLength(1);
  });

  await test.step('a failed send is logged as ERR > and the error, without the token', async () => {
    catbird.forget();
    tinybird.answerWith(jsonAnswer(403, { error: 'Invalid token p.a-token-for-tests' }));
    await catbird.start();
    await expect.poll(() => errorsIn(catbird.console)).not.toEqual([]);
    await catbird.over('Failed');
    const [line = '', ...more] = errorsIn(catbird.console);
    expect(line).toMatch(/^ERR > .*Tinybird.*Invalid token/);
    expect(more).toEqual([]);
    expect(catbird.console.filter((said) => said.includes('p.a-token-for-tests'))).toEqual([]);
  });

  await test.step('quarantined rows in an accepted request end the run, with a hint on how to keep going', async () => {
    catbird.forget();
    tinybird.answerWith(undefined);
    quarantines = true;
    await catbird.start();
    await expect(catbird.alert).toContainText('The service quarantined 10 of 10 events');
    await expect(catbird.alert).toContainText('"quarantined_rows":10');
    await catbird.over('Failed');
    await expect(catbird.total).toHaveText('0');
    await expect(catbird.session).toHaveText('0');
    await expect(catbird.count('Quarantined')).toHaveText('10');
    await expect(catbird.alert).toContainText('choose “Keep going” for “If events are rejected”');
    await expect
      .poll(() => errorsIn(catbird.console)[0])
      .toContain('The service quarantined 10 of 10 events');
  });
});

test('an unreachable host is named with what to check, and nothing counts as sent', async ({ catbird }) => {
  await fail(catbird, tinybirdLink(UNREACHABLE, { limit: '5' }));
  await expect(catbird.alert).toContainText('No response from 127.0.0.1:9');
  await expect(catbird.alert).toContainText('Check that the service is running.');
  await expect.poll(() => errorsIn(catbird.console).at(-1)).toContain('No response from 127.0.0.1:9');
});

test('a service that fails once receives every event, and the retry is shown', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(503, { error: 'Not now' }), 1);
  await catbird.open(tinybirdLink(tinybird.url, { limit: '3', eps: '3' }));
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('3');
  expect(tinybird.rows).toHaveLength(3);
  await expect(catbird.overview.locator('.facts')).toContainText('1 request');
  await expect.poll(() => errorsIn(catbird.console)).toEqual([expect.stringContaining('(retrying)')]);
});

test('a service that fails after working is retried: the page says when, and Stop works immediately', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await succeedFirst(catbird, tinybird.url);
  tinybird.answerWith(jsonAnswer(500, { error: 'Internal error' }));
  await expect(catbird.overview).toContainText(
    /Retrying: Tinybird returns 500\. (Next try in \d+ s|Trying now), giving up in 2\d s/,
  );
  // After five failures in a row the service counts as down, and Stop does not wait for it.
  await expect.poll(() => errorsIn(catbird.console).length).toBeGreaterThanOrEqual(5);
  expect(await catbird.timeToStop('Stop Generating!')).toBeLessThan(STOP_WAIT_MS);
  await catbird.over('Stopped');
  await expect(catbird.overview).not.toContainText('Retrying');
  const sent = tinybird.rows.length;
  await expect(catbird.total).toHaveText(String(sent));
});

for (const [what, answer] of [
  ['asks for a wait', { ...jsonAnswer(429, { error: 'Slow down' }), headers: { 'retry-after': '20' } }],
  ['hangs after a failure', { status: 202, afterMs: 60_000 }],
] as const) {
  const details = what.startsWith('hangs') ? LONG : {};
  test(
    `Stop does not wait for a service that ${what} while the page is retrying`,
    details,
    async ({ catbird, serve }) => {
      const tinybird = await serve(startTinybird());
      await succeedFirst(catbird, tinybird.url);
      let failures = 0;
      tinybird.answerWith(() => (failures++ === 0 ? jsonAnswer(503, { error: 'Not now' }) : answer));
      await expect.poll(() => failures).toBeGreaterThan(1);
      await expect(catbird.overview).toContainText('Retrying: Tinybird returns');
      expect(await catbird.timeToStop('Stop Generating!')).toBeLessThan(STOP_WAIT_MS);
      await expect(catbird.overview).not.toContainText('Retrying');
    },
  );
}

test('a service that only returns 413 fails the run, even one of four events', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(413, { error: 'Too large' }));
  await fail(catbird, tinybirdLink(tinybird.url, { eps: '20', limit: '4' }));
  await expect(catbird.alert).toContainText('rejected events as too large');
  await expect(catbird.alert).toContainText('returned 413');
  await expect(catbird.count('Rejected')).toHaveText('4');
  await fail(catbird, tinybirdLink(tinybird.url, { eps: '20' }));
  // The tenth ends the run; others may be answered at the same time.
  await expect(catbird.count('Rejected')).toHaveText(/^1\d$/);
});

test("a wrong Ably key shows Ably's error with its code and what to do, without the key", async ({
  catbird,
  serve,
}) => {
  const ably = await serve(startAbly());
  const apiKey = 'xVLyHw.dHBYNQ:the-wrong-secret';
  await fail(catbird, { generatorName: 'Ably', channelId: 'events', apiKey, endpoint: ably.url });
  await expect(catbird.alert).toContainText('returned 401 (40101)');
  await expect(catbird.alert).toContainText('Invalid credentials');
  await expect.poll(() => errorsIn(catbird.console)).toHaveLength(1);
  expect(catbird.console.filter((line) => line.includes('the-wrong-secret'))).toEqual([]);
});

test('a failed run can be restarted after correcting the settings', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  await fail(catbird, tinybirdLink(tinybird.url, { token: 'p.wrong', limit: '4', eps: '4' }));
  await catbird.field('Data Source API Token').fill('p.a-token-for-tests');
  await catbird.save();
  await catbird.start();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('4');
  await expect(catbird.alert).toHaveCount(0);
  expect(tinybird.rows).toHaveLength(4);
});

test('a connection can be tested before anything is sent, with a reason if it fails', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url));
  await testConnection(catbird);
  await expect(
    catbird.settings.getByText(/^Connection tested: 127\.0\.0\.1:\d+ accepted the token/),
  ).toBeVisible();
  await catbird.field('Data Source API Token').fill('p.wrong');
  await catbird.settings.getByRole('button', { name: 'Test connection' }).click();
  await expect(catbird.settings.getByRole('alert')).toContainText('Connection test failed');
  expect(tinybird.rows).toEqual([]);
});

test('if nothing listens on this machine, the connection test suggests a command that receives events', async ({
  catbird,
}) => {
  await catbird.open(tinybirdLink(UNREACHABLE));
  await testConnection(catbird);
  await expect(catbird.settings.getByRole('alert')).toContainText(
    `catbird receive --port ${new URL(UNREACHABLE).port}`,
  );
});

test('a page on another origin suggests a command that allows it', async ({ catbird, page, baseURL }) => {
  const elsewhere = 'https://page.example';
  await page.route(`${elsewhere}/**`, async (route) => {
    const url = route
      .request()
      .url()
      .replace(elsewhere, baseURL ?? '');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto(`${elsewhere}/?${new URLSearchParams(tinybirdLink(UNREACHABLE)).toString()}`);
  await testConnection(catbird);
  await expect(catbird.settings.getByRole('alert')).toContainText(
    `catbird receive --port ${new URL(UNREACHABLE).port} --origin ${elsewhere}`,
  );
  // Parts of the page that load later may still be on their way.
  await page.unrouteAll({ behavior: 'wait' });
});

test('without CORS headers the run stops, and the page says what the service must send', async ({
  catbird,
}) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`.trim());
    request.resume().on('end', () => response.end('{}'));
  });
  const port = await listen(server, 0, '127.0.0.1');
  await fail(catbird, tinybirdLink(`http://127.0.0.1:${port}`, { limit: '5' }));
  await expect(catbird.alert).toContainText(`127.0.0.1:${port} doesn’t allow this page`);
  await expect(catbird.alert).toContainText(
    `Access-Control-Allow-Origin: ${new URL(catbird.page.url()).origin} and Access-Control-Allow-Headers: `,
  );
  await expect(catbird.alert).toContainText('The command line needs no such header');
  // Rows and credentials stay in the page: the browser asked, and the probe has neither.
  expect(new Set(seen.map((line) => line.split('?')[0]))).toEqual(new Set(['OPTIONS /v0/events', 'GET /']));
  server.close();
  server.closeAllConnections();
});
