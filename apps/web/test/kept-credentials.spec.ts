import { startAbly } from '../../../test/services/ably.ts';
import { startAwsSns } from '../../../test/services/aws-sns.ts';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { LONG } from './long.ts';
import { expect, test, tinybirdLink, type Catbird, type Query, type Serve } from './page.ts';

const KEEP_OUT = 'Keep credentials out of the address';

/** How to set up a destination by hand, and as a link without its credential. */
interface Case {
  readonly destination: string;
  /** Starts a service of this destination. */
  readonly start: () => Promise<Service>;
  /** Label of the credential. */
  readonly credential: string;
  readonly value: string;
  readonly fields: (url: string) => Readonly<Record<string, string>>;
  readonly link: (url: string) => Query;
}

const TOPIC = 'arn:aws:sns:us-east-1:123456789012:events';
const sns = (endpoint: string): string => JSON.stringify({ endpoint });

const CASES: readonly Case[] = [
  {
    destination: 'Tinybird',
    start: () => startTinybird(),
    credential: 'Data Source API Token',
    value: 'p.a-token-for-tests',
    fields: (url) => ({ Host: 'Custom', Endpoint: url, 'Data Source name': 'events' }),
    link: (url) => withoutToken(tinybirdLink(url)),
  },
  {
    destination: 'Ably',
    start: () => startAbly(),
    credential: 'API Key',
    value: 'xVLyHw.dHBYNQ:a-secret-for-tests',
    fields: (url) => ({ 'Channel ID': 'events', Endpoint: url }),
    link: (url) => ({ generatorName: 'Ably', channelId: 'events', endpoint: url }),
  },
  {
    destination: 'AWS SNS',
    start: () => startAwsSns(),
    credential: 'Secret Key',
    value: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    fields: (url) => ({
      Region: 'us-east-1',
      'Topic ARN': TOPIC,
      'Access Key': 'AKIAIOSFODNN7EXAMPLE',
      'SNS options': sns(url),
    }),
    link: (url) => ({
      generatorName: 'AWSSNS',
      region: 'us-east-1',
      topicArn: TOPIC,
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      snsOptions: sns(url),
    }),
  },
  {
    destination: 'HTTP',
    start: () => startHttp({ headers: { authorization: 'Bearer a-token-for-tests' } }),
    credential: 'Bearer token',
    value: 'a-token-for-tests',
    fields: (url) => ({ Address: `${url}/events`, Authentication: 'Bearer token' }),
    link: (url) => ({ generatorName: 'HTTP', url: `${url}/events`, auth: 'bearer' }),
  },
];

function withoutToken(query: Query): Query {
  const { token: _token, ...rest } = query;
  return rest;
}

/** Two services of a destination. The credentials belong to the first. */
async function startTwo(serve: Serve, { start }: Case): Promise<readonly [own: Service, others: Service]> {
  return [await serve(start()), await serve(start())];
}

/** Sets up a destination by hand and stores its credential in this tab. */
async function keep(catbird: Catbird, each: Case, url: string): Promise<void> {
  const { destination, credential, value, fields } = each;
  await catbird.open();
  await catbird.begin();
  await catbird.unfold();
  await catbird.settings.getByRole('switch', { name: KEEP_OUT }).check();
  await catbird.connect(destination, fields(url));
  await catbird.field(credential).fill(value);
  await catbird.limit('1');
  await catbird.save();
  await expect(catbird.schema).toBeVisible();
  expect(catbird.page.url()).not.toContain(value);
}

/** Shows the settings, whichever step a link led to. */
async function showSettings({ landing, settings }: Catbird): Promise<void> {
  const begin = landing.getByRole('button', { name: 'Start generating data' });
  if (await begin.isVisible()) await begin.click();
  await expect(settings).toBeVisible();
}

/** A credential that is stored in this tab is filled in only for links to its own address. */
async function expectBound(catbird: Catbird, serve: Serve, each: Case): Promise<readonly [Service, Service]> {
  const { credential, value, link } = each;
  const [own, others] = await startTwo(serve, each);
  await keep(catbird, each, own.url);

  await catbird.open(link(others.url));
  await showSettings(catbird);
  await expect(catbird.field(credential)).toHaveValue('');
  await expect(catbird.field(credential)).toHaveAccessibleDescription(
    new RegExp(`keeps one for ${own.url}.* only.*leads to ${others.url}`),
  );
  await catbird.settings.getByRole('button', { name: /^(Continue|Save)$/ }).click();
  await expect(catbird.settings).toContainText(': Required');
  await expect(catbird.field(credential)).toHaveValue('');
  expect(others.requests).toEqual([]);

  await catbird.open({ ...link(own.url), limit: '1' });
  await expect(catbird.field(credential)).toHaveValue(value);
  await catbird.generate();
  await catbird.over('Done');
  expect(own.rows).toHaveLength(1);
  expect(others.requests).toEqual([]);
  expect(others.preflights).toEqual([]);
  return [own, others];
}

const [tinybird, ...moreCases] = CASES as readonly [Case, ...Case[]];
const awsSns = CASES.find(({ destination }) => destination === 'AWS SNS') as Case;

for (const each of moreCases)
  test(
    `a stored credential of ${each.destination} is filled in only for links to its own address`,
    LONG,
    async ({ catbird, serve }) => void (await expectBound(catbird, serve, each)),
  );

// One page for the steps of a test: to open one takes longer than most of them.
test('a credential stored in this tab', async ({ catbird, serve }) => {
  const [own, others] = await expectBound(catbird, serve, tinybird);

  await test.step('it is not filled in for links to another address in a tab opened from this one, either, with a copy of its storage', async () => {
    const opening = catbird.page.waitForEvent('popup');
    const query = new URLSearchParams(tinybird.link(others.url)).toString();
    await catbird.page.evaluate((address) => void open(address), `/?${query}`);
    const tab = await opening;
    await expect(tab.locator('#landing')).toBeVisible();
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(1);
    await tab.getByRole('button', { name: 'Start generating data' }).click();
    await expect(tab.getByLabel(tinybird.credential, { exact: true })).toHaveValue('');
    await expect(tab.locator('#settings')).toContainText(`keeps one for ${own.url} only`);
  });

  await test.step('changing an address by hand keeps the credential, which is stored for the address it was saved with', async () => {
    await catbird.field('Endpoint').fill(others.url);
    await expect(catbird.field(tinybird.credential)).toHaveValue(tinybird.value);
    await catbird.page.reload();
    await expect(catbird.field(tinybird.credential)).toHaveValue(tinybird.value);
    await expect(catbird.field('Endpoint')).toHaveValue(own.url);

    await catbird.field('Endpoint').fill(others.url);
    await catbird.field(tinybird.credential).fill('p.another-token');
    await catbird.save();
    await expect.poll(() => catbird.query().get('endpoint')).toBe(others.url);
    await catbird.page.reload();
    await expect(catbird.field(tinybird.credential)).toHaveValue('p.another-token');
    await catbird.open(tinybird.link(own.url));
    await expect(catbird.field(tinybird.credential)).toHaveValue(tinybird.value);
  });

  await test.step('a stored secret of AWS SNS is bound to its region as well', async () => {
    const [own] = await startTwo(serve, awsSns);
    await keep(catbird, awsSns, own.url);
    await catbird.open({ ...awsSns.link(own.url), region: 'eu-west-1' });
    await showSettings(catbird);
    await expect(catbird.field('Secret Key')).toHaveValue('');
    await expect(catbird.settings).toContainText(`This link leads to ${own.url} in eu-west-1`);
    // And to its endpoint: without one, the region alone determines the target.
    const { snsOptions: _endpoint, ...regional } = awsSns.link(own.url);
    await catbird.open(regional);
    await showSettings(catbird);
    await expect(catbird.field('Secret Key')).toHaveValue('');
    await expect(catbird.settings).toContainText('This link leads to https://sns.us-east-1.amazonaws.com');
  });

  await test.step('a credential stored by an earlier version without an address is dropped', async () => {
    await catbird.page.evaluate(() => {
      localStorage.setItem('keep-credentials-out', 'true');
      sessionStorage.setItem('credentials.Tinybird', '{"token":"p.a-token-for-tests"}');
    });
    await catbird.open(tinybird.link(own.url));
    await showSettings(catbird);
    await expect(catbird.field(tinybird.credential)).toHaveValue('');
  });
});

test('credentials of links and of people', async ({ catbird, serve }) => {
  await test.step("Back does not carry a typed credential to another link's address", async () => {
    const [own, others] = await startTwo(serve, tinybird);
    await catbird.open(tinybird.link(others.url));
    await showSettings(catbird);
    await catbird.connect(tinybird.destination, tinybird.fields(own.url));
    await catbird.field(tinybird.credential).fill(tinybird.value);
    await catbird.save();
    await expect.poll(() => catbird.query().get('endpoint')).toBe(own.url);
    await catbird.page.goBack();
    await expect(catbird.field('Endpoint')).toHaveValue(others.url);
    await expect(catbird.field(tinybird.credential)).toHaveValue('');
    await expect(catbird.settings).toContainText(
      `keeps one for ${own.url} only. This link leads to ${others.url}`,
    );
    await catbird.page.goForward();
    await expect(catbird.field(tinybird.credential)).toHaveValue(tinybird.value);
    expect(others.requests).toEqual([]);
  });

  await test.step('a link fills in no hidden field that may be revealed later', async () => {
    const [, others] = await startTwo(serve, tinybird);
    await catbird.open({ ...tinybirdLink(others.url), host: 'gcp_us_east4' });
    await expect(catbird.field('Endpoint')).toHaveCount(0);
    await catbird.field('Host').selectOption('custom');
    await expect(catbird.field('Endpoint')).toHaveValue('');
  });

  await test.step("before the first request to a link's address, Test connection names the host and asks", async () => {
    const [own, others] = await startTwo(serve, tinybird);
    const [ownHost, othersHost] = [new URL(own.url).host, new URL(others.url).host];
    const { settings } = catbird;
    const test = settings.getByRole('button', { name: /^(Continue|Save)$/ });
    const send = settings.getByRole('button', { name: 'Send test request' });
    await catbird.open(tinybirdLink(own.url));
    await test.click();
    await expect(settings).toContainText('These settings came from a link. Opening it sent nothing.');
    await expect(settings).toContainText(
      `The test will send a request to ${ownHost} with the settings and credentials above.`,
    );
    expect([own.requests, own.preflights]).toEqual([[], []]);

    // The question was about the previous address.
    await catbird.field('Endpoint').fill(others.url);
    await expect(send).toHaveCount(0);
    await test.click();
    await expect(settings).toContainText(`The test will send a request to ${othersHost}`);
    await catbird.field('Endpoint').fill(own.url);
    await test.click();
    await send.click();
    await expect(settings.getByText(`Connection tested: ${ownHost} accepted the token`)).toBeVisible();
    expect([others.requests, others.preflights]).toEqual([[], []]);

    // A confirmed target needs no second question.
    await catbird.field('Data Source API Token').fill('p.wrong');
    await test.click();
    await expect(settings.getByRole('alert')).toContainText('Connection test failed');
    await expect(catbird.schema).not.toContainText('These settings came from a link');
  });

  await test.step('an incomplete link is asked about once it is completed, too', async () => {
    const [, others] = await startTwo(serve, tinybird);
    await catbird.open(tinybird.link(others.url));
    await catbird.begin();
    await catbird.field(tinybird.credential).fill(tinybird.value);
    await catbird.settings.getByRole('button', { name: /^(Continue|Save)$/ }).click();
    await expect(catbird.settings).toContainText(`will send a request to ${new URL(others.url).host}`);
    expect(others.requests).toEqual([]);
  });

  await test.step('settings filled in by hand are tested without a question', async () => {
    const [own] = await startTwo(serve, tinybird);
    await catbird.open();
    await catbird.begin();
    await catbird.connect(tinybird.destination, tinybird.fields(own.url));
    await catbird.field(tinybird.credential).fill(tinybird.value);
    await catbird.settings.getByRole('button', { name: /^(Continue|Save)$/ }).click();
    await expect(
      catbird.settings.getByText(/^Connection tested: 127\.0\.0\.1:\d+ accepted the token/),
    ).toBeVisible();
  });
});
