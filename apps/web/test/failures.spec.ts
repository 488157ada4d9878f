import { startAbly } from '../../../test/services/ably.ts';
import { snsError, startAwsSns } from '../../../test/services/aws-sns.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, NOBODY, test, tinybirdLink } from './page.ts';

const errors = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('ERR > '));

test('a server that answers 401 to everything: nothing counts as sent, the run stops, and the page says why in words', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(401, { error: 'The token p.a-token-for-tests is unknown' }));
  await catbird.open(tinybirdLink(tinybird.url, { eps: '10', limit: '100' }));
  await catbird.generate();
  await catbird.over('Failed');

  await expect(catbird.total).toHaveText('0');
  await expect(catbird.session).toHaveText('0');
  await expect(catbird.alert).toContainText('rejected the credentials');
  await expect(catbird.alert).toContainText('returned 401');
  await expect(catbird.alert).toContainText('Check the token');
  await expect(catbird.alert).not.toContainText('p.a-token-for-tests');
  expect(tinybird.requests).toHaveLength(1);
});

test('a send that failed is logged as ERR > and the error, without the token', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(403, { error: 'Invalid token p.a-token-for-tests' }));
  await catbird.open(tinybirdLink(tinybird.url));
  await catbird.generate();
  await catbird.over('Failed');
  const [line = '', ...more] = errors(catbird.console);
  expect(line).toMatch(/^ERR > .*Tinybird.*Invalid token/);
  expect(more).toEqual([]);
  expect(catbird.console.filter((said) => said.includes('p.a-token-for-tests'))).toEqual([]);
});

test('an unreachable host: the page names it, says what to check, and nothing counts as sent', async ({
  catbird,
}) => {
  await catbird.open(tinybirdLink(NOBODY, { limit: '5' }));
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText('No response from 127.0.0.1:9');
  await expect(catbird.alert).toContainText('Check that the service is running.');
  await expect(catbird.total).toHaveText('0');
  expect(errors(catbird.console).at(-1)).toContain('No response from 127.0.0.1:9');
});

test('a service that answers 500 to everything: each attempt is told, none counts as sent, and the run stops', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(500, { error: 'Internal error' }));
  await catbird.open(tinybirdLink(tinybird.url, { limit: '5' }));
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText('returned 500');
  await expect(catbird.total).toHaveText('0');
  expect(tinybird.rows).toEqual([]);
  expect(errors(catbird.console).length).toBe(tinybird.requests.length);
});

test('a service that fails once and then answers gets every event, and the retry is shown', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(503, { error: 'Not now' }), 1);
  await catbird.open(tinybirdLink(tinybird.url, { limit: '3', eps: '3' }));
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('3');
  expect(tinybird.rows).toHaveLength(3);
  await expect(catbird.overview.locator('.facts')).toContainText('1 request');
  expect(errors(catbird.console)).toEqual([expect.stringContaining('(retrying)')]);
});

test('a service that fails after it has worked is tried again: the page says when, and Stop works at once', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '5' }));
  await catbird.generate();
  await expect(catbird.total).not.toHaveText('0');
  tinybird.answerWith(jsonAnswer(500, { error: 'Internal error' }));
  await expect(catbird.overview).toContainText(
    /Retrying: Tinybird returns 500\. (Next try in \d+ s|Trying now), giving up in 2\d s/,
  );
  // After five failures in a row the service is down, and a stop does not wait for it.
  await expect.poll(() => errors(catbird.console).length).toBeGreaterThanOrEqual(5);
  await catbird.stop();
  await catbird.over('Stopped');
  await expect(catbird.overview).not.toContainText('Retrying');
  const sent = tinybird.rows.length;
  await expect(catbird.total).toHaveText(String(sent));
});

for (const [what, answer] of [
  ['asks for a wait of 9 s', { ...jsonAnswer(429, { error: 'Slow down' }), headers: { 'retry-after': '9' } }],
  ['hangs after a failure', { status: 202, afterMs: 60_000 }],
] as const) {
  test(`Stop does not wait for a service that ${what} while the page says that it is retrying`, async ({
    catbird,
    serve,
  }) => {
    const tinybird = await serve(startTinybird());
    await catbird.open(tinybirdLink(tinybird.url, { eps: '5' }));
    await catbird.generate();
    await expect(catbird.total).not.toHaveText('0');
    let failures = 0;
    tinybird.answerWith(() => (failures++ === 0 ? jsonAnswer(503, { error: 'Not now' }) : answer));
    await expect.poll(() => failures).toBeGreaterThan(1);
    await expect(catbird.overview).toContainText('Retrying: Tinybird returns');
    // Nothing is asked of the service any more, and no answer is waited for.
    await catbird.stop();
    await expect(catbird.phase).toHaveText('Stopped', { timeout: 5000 });
    await expect(catbird.overview).not.toContainText('Retrying');
  });
}

test('rows that are quarantined in a request that was accepted end the run, with the way to go on', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird({ quarantines: () => true }));
  await catbird.open(tinybirdLink(tinybird.url, { eps: '10' }));
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText('The service quarantined 10 of 10 events');
  await expect(catbird.alert).toContainText('"quarantined_rows":10');
  await expect(catbird.alert).toContainText('10 quarantined');
  await expect(catbird.alert).toContainText('choose “Keep going” for “If events are rejected”');
  expect(errors(catbird.console)[0]).toContain('The service quarantined 10 of 10 events');
});

test('a service that answers 413 to everything fails the run, also one of four events', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(413, { error: 'Too large' }));
  await catbird.open(tinybirdLink(tinybird.url, { eps: '20', limit: '4' }));
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText('rejected events as too large');
  await expect(catbird.alert).toContainText('returned 413');
  await expect(catbird.alert).toContainText('4 rejected');
  await catbird.open(tinybirdLink(tinybird.url, { eps: '20' }));
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText('10 rejected');
});

test('a wrong Ably key: the error of Ably is shown with its code and what to do, without the key', async ({
  catbird,
  serve,
}) => {
  const ably = await serve(startAbly());
  await catbird.open({
    generatorName: 'Ably',
    channelId: 'events',
    apiKey: 'xVLyHw.dHBYNQ:the-wrong-secret',
    endpoint: ably.url,
  });
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText('returned 401 (40101)');
  await expect(catbird.alert).toContainText('Invalid credentials');
  await expect(catbird.total).toHaveText('0');
  expect(errors(catbird.console)).toHaveLength(1);
  expect(catbird.console.filter((line) => line.includes('the-wrong-secret'))).toEqual([]);
});

const SNS = {
  generatorName: 'AWSSNS',
  region: 'us-east-1',
  topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

test('an SNS error code is recognised and shown with a message that a person can act on', async ({
  catbird,
  serve,
}) => {
  const sns = await serve(startAwsSns());
  sns.answerWith(snsError(403, 'AuthorizationError', 'User may not publish'));
  await catbird.open({ ...SNS, snsOptions: JSON.stringify({ endpoint: sns.url }) });
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText('returned 403 (AuthorizationError)');
  await expect(catbird.alert).toContainText('User may not publish');
  await expect(catbird.alert).toContainText(/permission|policy|allow/i);
  expect(errors(catbird.console)).toHaveLength(1);
});

test('an SNS error code that nobody knows becomes a generic service error', async ({ catbird, serve }) => {
  const sns = await serve(startAwsSns());
  sns.answerWith(snsError(400, 'SomethingNew', 'We have invented another error'));
  await catbird.open({ ...SNS, snsOptions: JSON.stringify({ endpoint: sns.url }), limit: '1' });
  await catbird.generate();
  await expect(catbird.overview).toContainText('SomethingNew');
  await expect(catbird.total).toHaveText('0');
  expect(errors(catbird.console)[0]).toContain('We have invented another error');
});

test('a run that failed can be started again after the settings were corrected', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { token: 'p.wrong', limit: '4', eps: '4' }));
  await catbird.generate();
  await catbird.over('Failed');
  await catbird.field('Data Source API Token').fill('p.a-token-for-tests');
  await catbird.save();
  await catbird.start();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('4');
  await expect(catbird.alert).toHaveCount(0);
  expect(tinybird.rows).toHaveLength(4);
});

test('a connection can be tested before anything is sent: a good one says so, a bad one says why', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url));
  const test = catbird.settings.getByRole('button', { name: 'Test connection' });
  await test.click();
  await catbird.settings.getByRole('button', { name: 'Send test request' }).click();
  await expect(
    catbird.settings.getByText(/^Connection tested: 127\.0\.0\.1:\d+ accepted the token/),
  ).toBeVisible();
  await catbird.field('Data Source API Token').fill('p.wrong');
  await test.click();
  await expect(catbird.settings.getByRole('alert')).toContainText('Connection test failed');
  expect(tinybird.rows).toEqual([]);
});

test('where nothing listens on this machine, the connection test offers a receiver for a terminal', async ({
  catbird,
}) => {
  await catbird.open(tinybirdLink(NOBODY));
  await catbird.settings.getByRole('button', { name: 'Test connection' }).click();
  await catbird.settings.getByRole('button', { name: 'Send test request' }).click();
  await expect(catbird.settings.getByRole('alert')).toContainText(
    `npx catbird receive --port ${new URL(NOBODY).port}`,
  );
});

test('a page that is served elsewhere offers a receiver that admits it', async ({
  catbird,
  page,
  baseURL,
}) => {
  const elsewhere = 'https://page.example';
  await page.route(`${elsewhere}/**`, async (route) => {
    const url = route
      .request()
      .url()
      .replace(elsewhere, baseURL ?? '');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto(`${elsewhere}/?${new URLSearchParams(tinybirdLink(NOBODY)).toString()}`);
  await catbird.settings.getByRole('button', { name: 'Test connection' }).click();
  await catbird.settings.getByRole('button', { name: 'Send test request' }).click();
  await expect(catbird.settings.getByRole('alert')).toContainText(
    `npx catbird receive --port ${new URL(NOBODY).port} --origin ${elsewhere}`,
  );
});
