import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, test, tinybirdLink, type Catbird } from './page.ts';

const TOKEN = 'p.a-token-for-tests';

/** The overview's markup, with all texts, values and titles. */
const overviewOf = (catbird: Catbird): Promise<string> => catbird.overview.evaluate((part) => part.outerHTML);

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

// One page for the steps of a test: to open one takes longer than most of them.
test('secrets on the overview', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());

  await test.step('secrets are never on the overview, in the title or in the console', async () => {
    const stream = { limit: '1', logs: 'true', template: 'Stock Prices', seed: '42' };
    await catbird.open(tinybirdLink(tinybird.url, stream));
    await catbird.generate();
    await catbird.over('Done');
    expect(await overviewOf(catbird)).not.toContain(TOKEN);
    expect(await catbird.page.title()).not.toContain(TOKEN);
    expect(catbird.console.filter((line) => line.includes(TOKEN))).toEqual([]);
  });

  await test.step('Copy link leaves credentials out, Copy link with credentials includes them, and the command names environment variables', async () => {
    await catbird.more('Share');
    const copied = async (name: string): Promise<string> => {
      await catbird.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
      await catbird.overview.locator('.take').getByRole('button', { name, exact: true }).click();
      await expect
        .poll(() => catbird.page.evaluate(() => navigator.clipboard.readText()))
        .not.toBe('nothing yet');
      return catbird.page.evaluate(() => navigator.clipboard.readText());
    };
    const link = new URL(await copied('Copy link'));
    expect(Object.fromEntries(link.searchParams)).toEqual({
      generatorName: 'Tinybird',
      host: 'custom',
      endpoint: tinybird.url,
      datasource: 'events',
      wait: 'false',
      eps: '1',
      limit: '1',
      template: 'Stock Prices',
      schema: 'Preset',
      seed: '42',
    });
    expect(new URL(await copied('Copy link with credentials')).searchParams.get('token')).toBe(TOKEN);
    const command = await copied('Copy command');
    expect(command).toContain('catbird tinybird --host custom');
    expect(command).toContain("--template 'Stock Prices'");
    expect(command).not.toContain(TOKEN);
    await expect(catbird.overview).toContainText('CATBIRD_TINYBIRD_TOKEN');
  });

  await test.step('the secrets of AWS SNS are not on the overview', async () => {
    await catbird.open({
      generatorName: 'AWSSNS',
      region: 'us-east-1',
      topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      snsOptions: '{"endpoint":"http://127.0.0.1:9"}',
    });
    await catbird.generate();
    await catbird.over('Failed');
    expect(await overviewOf(catbird)).not.toContain('wJalrXUtnFEMI');
    await expect(catbird.overview.locator('.config')).toContainText('Secret KeySet, not shown');
  });
});

test('secrets in the settings', async ({ catbird, serve }) => {
  await test.step('a token is typed into a password field and shown only on request', async () => {
    await catbird.open();
    await catbird.begin();
    const token = catbird.field('Data Source API Token');
    await expect(token).toHaveAttribute('autocomplete', 'off');
    await token.fill(TOKEN);
    await expect(token).toHaveAttribute('type', 'password');
    await catbird.settings.getByRole('button', { name: 'Reveal Data Source API Token' }).click();
    await expect(token).toHaveAttribute('type', 'text');
    await catbird.settings.getByRole('button', { name: 'Hide Data Source API Token' }).click();
    await expect(token).toHaveAttribute('type', 'password');
  });

  await test.step('credentials stay out of the address if switched on, and survive a reload of the tab', async () => {
    const tinybird = await serve(startTinybird());
    await catbird.connect('Tinybird Events API', {
      Host: 'Custom',
      Endpoint: tinybird.url,
      'Data Source name': 'events',
      'Data Source API Token': TOKEN,
    });
    await catbird.limit('1');
    await catbird.unfold();
    await catbird.settings.getByRole('switch', { name: 'Keep credentials out of the address' }).check();
    await catbird.save();
    await expect.poll(() => catbird.query().get('datasource')).toBe('events');
    expect(catbird.page.url()).not.toContain(TOKEN);

    await catbird.page.reload();
    await expect(catbird.schema).toBeVisible();
    await expect(catbird.field('Data Source API Token')).toHaveValue(TOKEN);
    await catbird.generate();
    await catbird.over('Done');
    expect(tinybird.rows).toHaveLength(1);
    expect(catbird.page.url()).not.toContain(TOKEN);
  });

  await test.step('turning the switch on removes credentials from the address immediately, turning it off restores them', async () => {
    await catbird.unfold();
    const keepOut = catbird.settings.getByRole('switch', { name: 'Keep credentials out of the address' });
    await keepOut.uncheck();
    await expect.poll(() => catbird.page.url()).toContain(TOKEN);
    await keepOut.check();
    await expect.poll(() => catbird.page.url()).not.toContain(TOKEN);
    await keepOut.uncheck();
    await expect.poll(() => catbird.page.url()).toContain(TOKEN);
  });
});
