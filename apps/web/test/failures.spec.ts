import { createServer } from 'node:http';
import { listen } from '../../../scripts/serve.js';
import { startAbly } from '../../../test/services/ably.ts';
import { jsonAnswer, type Answer, type Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { LONG } from './long.ts';
import { errorsIn, expect, STOP_WAIT_MS, test, tinybirdLink, UNREACHABLE, type Catbird } from './page.ts';

const TOKEN = 'p.a-token-for-tests';

/** Saves, which asks, and presses Send test request. */
async function testConnection({ settings }: Catbird): Promise<void> {
  await settings.getByRole('button', { name: /^(Continue|Save)$/ }).click();
  await settings.getByRole('button', { name: 'Send test request' }).click();
}

// One page for all of these: to open one takes longer than a run.
test('a run that fails', async ({ catbird, serve }) => {
  let quarantines = false;
  const tinybird = await serve(startTinybird({ quarantines: () => quarantines }));

  /** Starts another run, which must fail with nothing sent. */
  const failAgain = async (): Promise<void> => {
    const total = await catbird.total.innerText();
    await catbird.again('Failed');
    await expect(catbird.session).toHaveText('0');
    await expect(catbird.total).toHaveText(total);
  };

  await test.step('if the server only returns 401, nothing counts as sent, the run stops, and the page says why', async () => {
    tinybird.answerWith(jsonAnswer(401, { error: `The token ${TOKEN} is unknown` }));
    await catbird.open(tinybirdLink(tinybird.url, { eps: '10', limit: '100' }));
    await catbird.generate();
    await catbird.over('Failed');
    await expect(catbird.total).toHaveText('0');
    await expect(catbird.session).toHaveText('0');
    await expect(catbird.alert).toContainText('rejected the credentials');
    await expect(catbird.alert).toContainText('returned 401');
    await expect(catbird.alert).toContainText('Check the token');
    await expect(catbird.alert).not.toContainText(TOKEN);
    expect(tinybird.requests).toHaveLength(1);
  });

  await test.step('a failed send is logged as ERR > and the error, without the token', async () => {
    catbird.forget();
    tinybird.answerWith(jsonAnswer(403, { error: `Invalid token ${TOKEN}` }));
    await failAgain();
    await expect.poll(() => errorsIn(catbird.console)).not.toEqual([]);
    const [line = '', ...more] = errorsIn(catbird.console);
    expect(line).toMatch(/^ERR > .*Tinybird.*Invalid token/);
    expect(more).toEqual([]);
    expect(catbird.console.filter((said) => said.includes(TOKEN))).toEqual([]);
  });

  await test.step('quarantined rows in an accepted request end the run, with a hint on how to keep going', async () => {
    catbird.forget();
    tinybird.answerWith(undefined);
    quarantines = true;
    await failAgain();
    quarantines = false;
    await expect(catbird.alert).toContainText('The service quarantined 10 of 10 events');
    await expect(catbird.alert).toContainText('"quarantined_rows":10');
    await expect(catbird.count('Quarantined')).toHaveText('10');
    await expect(catbird.alert).toContainText('choose “Keep going” for “If events are rejected”');
    await expect
      .poll(() => errorsIn(catbird.console)[0])
      .toContain('The service quarantined 10 of 10 events');
  });

  await test.step('a service that only returns 413 fails the run, even one of four events', async () => {
    tinybird.answerWith(jsonAnswer(413, { error: 'Too large' }));
    await catbird.field('Events Per Second').fill('20');
    await catbird.save();
    await failAgain();
    // The tenth ends the run; others may be answered at the same time.
    await expect(catbird.count('Rejected')).toHaveText(/^1\d$/);
    await catbird.limit('4');
    await catbird.save();
    await failAgain();
    await expect(catbird.alert).toContainText('rejected events as too large');
    await expect(catbird.alert).toContainText('returned 413');
    await expect(catbird.count('Rejected')).toHaveText('4');
    tinybird.answerWith(undefined);
  });

  await test.step('a failed run can be restarted after correcting the settings', async () => {
    await catbird.field('Data Source API Token').fill('p.wrong');
    await catbird.save();
    await failAgain();
    const before = tinybird.rows.length;
    await catbird.field('Data Source API Token').fill(TOKEN);
    await catbird.save();
    await catbird.again('Done');
    await expect(catbird.total).toHaveText('4');
    await expect(catbird.alert).toHaveCount(0);
    expect(tinybird.rows).toHaveLength(before + 4);
  });

  await test.step('a service that fails once receives every event, and the retry is shown', async () => {
    tinybird.answerWith(jsonAnswer(503, { error: 'Not now' }), 1);
    await catbird.field('Events Per Second').fill('3');
    await catbird.limit('3');
    await catbird.save();
    catbird.forget();
    const before = tinybird.rows.length;
    await catbird.again('Done');
    await expect(catbird.session).toHaveText('3');
    expect(tinybird.rows).toHaveLength(before + 3);
    await expect(catbird.overview.locator('.facts')).toContainText('1 request');
    await expect.poll(() => errorsIn(catbird.console)).toEqual([expect.stringContaining('(retrying)')]);
  });

  await test.step('a service that fails after working is retried: the page says when, and Stop works immediately', async () => {
    await catbird.field('Events Per Second').fill('5');
    await catbird.limit(undefined);
    await catbird.save();
    catbird.forget();
    const before = tinybird.rows.length;
    await catbird.start();
    await expect.poll(() => tinybird.rows.length).toBeGreaterThan(before);
    tinybird.answerWith(jsonAnswer(500, { error: 'Internal error' }));
    await expect(catbird.overview).toContainText(
      /Retrying: Tinybird returns 500\. (Next try in \d+ s|Trying now), giving up in 2\d s/,
    );
    // After five failures in a row the service counts as down, and Stop does not wait for it.
    await expect.poll(() => errorsIn(catbird.console).length).toBeGreaterThanOrEqual(5);
    expect(await catbird.timeToStop('Stop Generating!')).toBeLessThan(STOP_WAIT_MS);
    await catbird.over('Stopped');
    await expect(catbird.overview).not.toContainText('Retrying');
    await expect(catbird.session).toHaveText(String(tinybird.rows.length - before));
  });

  await test.step('Stop does not wait for a service that asks for a wait while the page is retrying', async () => {
    const wait = { ...jsonAnswer(429, { error: 'Slow down' }), headers: { 'retry-after': '20' } };
    await stopWhileRetrying(catbird, tinybird, wait);
    tinybird.answerWith(undefined);
  });

  await test.step('an unreachable host is named with what to check, and nothing counts as sent', async () => {
    await catbird.field('Endpoint').fill(UNREACHABLE);
    await catbird.save();
    await failAgain();
    await expect(catbird.alert).toContainText('No response from 127.0.0.1:9');
    await expect(catbird.alert).toContainText('Check that the service is running.');
    await expect.poll(() => errorsIn(catbird.console).at(-1)).toContain('No response from 127.0.0.1:9');
  });

  await test.step('without CORS headers the run stops, and the page says what the service must send', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`.trim());
      request.resume().on('end', () => response.end('{}'));
    });
    const port = await listen(server, 0, '127.0.0.1');
    await catbird.field('Endpoint').fill(`http://127.0.0.1:${port}`);
    await catbird.save();
    await failAgain();
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

  await test.step("a wrong Ably key shows Ably's error with its code and what to do, without the key", async () => {
    const ably = await serve(startAbly());
    await catbird.connect('Ably', {
      'Channel ID': 'events',
      'API Key': 'xVLyHw.dHBYNQ:the-wrong-secret',
      Endpoint: ably.url,
    });
    await catbird.save();
    catbird.forget();
    await failAgain();
    await expect(catbird.alert).toContainText('returned 401 (40101)');
    await expect(catbird.alert).toContainText('Invalid credentials');
    await expect.poll(() => errorsIn(catbird.console)).toHaveLength(1);
    expect(catbird.console.filter((line) => line.includes('the-wrong-secret'))).toEqual([]);
  });
});

/** Starts another run, whose service works, then fails once, and then answers so. */
async function stopWhileRetrying(catbird: Catbird, tinybird: Service, answer: Answer): Promise<void> {
  tinybird.answerWith(undefined);
  const before = await catbird.total.innerText();
  await catbird.start();
  await expect(catbird.total).not.toHaveText(before);
  let failures = 0;
  tinybird.answerWith(() => (failures++ === 0 ? jsonAnswer(503, { error: 'Not now' }) : answer));
  await expect.poll(() => failures).toBeGreaterThan(1);
  await expect(catbird.overview).toContainText('Retrying: Tinybird returns');
  expect(await catbird.timeToStop('Stop Generating!')).toBeLessThan(STOP_WAIT_MS);
  await expect(catbird.overview).not.toContainText('Retrying');
}

test(
  'Stop does not wait for a service that hangs after a failure while the page is retrying',
  LONG,
  async ({ catbird, serve }) => {
    const tinybird = await serve(startTinybird());
    await catbird.open(tinybirdLink(tinybird.url, { eps: '5' }));
    await catbird.generate();
    await expect(catbird.total).not.toHaveText('0');
    await catbird.stop();
    await catbird.over('Stopped');
    await stopWhileRetrying(catbird, tinybird, { status: 202, body: '', afterMs: 60_000 });
  },
);

test('a connection test', async ({ catbird, page, serve, baseURL }) => {
  const tinybird = await serve(startTinybird());

  await test.step('a connection can be tested before anything is sent, with a reason if it fails', async () => {
    await catbird.open(tinybirdLink(tinybird.url));
    await testConnection(catbird);
    await expect(
      catbird.settings.getByText(/^Connection tested: 127\.0\.0\.1:\d+ accepted the token/),
    ).toBeVisible();
    await catbird.field('Data Source API Token').fill('p.wrong');
    await catbird.settings.getByRole('button', { name: /^(Continue|Save)$/ }).click();
    await expect(catbird.settings.getByRole('alert')).toContainText('Connection test failed');
    expect(tinybird.rows).toEqual([]);
  });

  await test.step('if nothing listens on this machine, the connection test suggests a command that receives events', async () => {
    await catbird.field('Endpoint').fill(UNREACHABLE);
    await testConnection(catbird);
    await expect(catbird.settings.getByRole('alert')).toContainText(
      `catbird receive --port ${new URL(UNREACHABLE).port}`,
    );
  });

  await test.step('a page on another origin suggests a command that allows it', async () => {
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
});
