import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, UNREACHABLE, test, tinybirdLink, type Catbird } from './page.ts';

const errorsOf = (catbird: Catbird): Promise<string[]> => catbird.settings.locator('.err').allInnerTexts();
const settingsOf = async (catbird: Catbird): Promise<void> => {
  await catbird.open();
  await catbird.begin();
};

// One page for all of these: to open one takes longer than most of them.
test('the settings', async ({ catbird }) => {
  await test.step('settings have the destinations, the form of the chosen one, Events Per Second, Limit and a Continue button that becomes Save', async () => {
    await settingsOf(catbird);
    const destinations = catbird.settings.getByRole('group', { name: 'Destination' }).getByRole('radio');
    const offered = await destinations.evaluateAll((radios) =>
      radios.map((radio) => [
        (radio as HTMLInputElement).value,
        radio.parentElement?.querySelector('b')?.textContent,
      ]),
    );
    expect(offered).toEqual([
      ['Log', 'Log: watch here, no account'],
      ['Tinybird', 'Tinybird Events API'],
      ['Ably', 'Ably'],
      ['AWSSNS', 'AWS SNS'],
      ['HTTP', 'HTTP'],
    ]);
    await expect(catbird.settings.getByRole('radio', { name: /^Tinybird/ })).toBeChecked();
    await expect(catbird.field('Events Per Second')).toHaveValue('1');
    const limit = catbird.settings.getByRole('group', { name: 'Limit' });
    await expect(limit.getByRole('radio', { name: 'No' })).toBeChecked();
    await catbird.connect('Log');
    const button = catbird.settings.locator('button[type=submit]');
    await expect(button).toHaveText(/Continue/);
    await catbird.save();
    await expect(button).toHaveText('Save');
  });

  await test.step('Yes reveals a number input for the limit, No hides it', async () => {
    await settingsOf(catbird);
    const limit = catbird.settings.getByRole('group', { name: 'Limit' });
    await expect(limit.getByRole('spinbutton')).toHaveCount(0);
    await limit.getByRole('radio', { name: 'Yes' }).check();
    await expect(limit.getByRole('spinbutton')).toBeVisible();
    await limit.getByRole('radio', { name: 'No' }).check();
    await expect(limit.getByRole('spinbutton')).toHaveCount(0);
  });

  await test.step('Tinybird has endpoint, datasource and token; five regions, the European one first; custom reveals a free Endpoint', async () => {
    await settingsOf(catbird);
    await expect(catbird.field('Host')).toHaveValue('gcp_europe_west3');
    const hosts = await catbird
      .field('Host')
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(hosts).toEqual([
      'gcp_europe_west3',
      'gcp_us_east4',
      'aws_eu_central_1',
      'aws_us_east_1',
      'aws_us_west_2',
      // Newer ones, before the specification's last.
      'gcp_europe_west2',
      'gcp_northamerica_northeast2',
      'aws_eu_west_1',
      'local',
      'custom',
    ]);
    await expect(catbird.field('Endpoint')).toHaveCount(0);
    await catbird.field('Host').selectOption('custom');
    await expect(catbird.field('Endpoint')).toBeVisible();
    await expect(catbird.field('Data Source name')).toBeVisible();
    await expect(catbird.field('Data Source API Token')).toBeVisible();
  });

  await test.step('the base address of a region is not shown', async () => {
    await settingsOf(catbird);
    for (const host of ['gcp_us_east4', 'aws_us_west_2']) {
      await catbird.field('Host').selectOption(host);
      expect(await catbird.settings.innerHTML()).not.toContain('tinybird.co/v0');
      expect(await catbird.settings.innerText()).not.toMatch(/https:\/\/api\./);
    }
  });

  await test.step('a sign-up link to the analytics provider is on the Tinybird form', async () => {
    await settingsOf(catbird);
    await expect(catbird.settings.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
      'href',
      'https://www.tinybird.co/signup',
    );
    await catbird.connect('Log');
    await expect(catbird.settings.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  });

  await test.step('Tinybird without datasource, token and custom endpoint shows each error in red as "field: messages", all at once, and focuses the first', async () => {
    await settingsOf(catbird);
    await catbird.connect('Tinybird Events API', { Host: 'Custom', 'Events Per Second': '-5' });
    await catbird.limit('0');
    await catbird.save();
    await expect
      .poll(() => errorsOf(catbird))
      .toEqual([
        'endpoint: Required',
        'datasource: Required',
        'token: Required',
        'eps: Must be greater than 0',
        'limit: Must be a whole number, 1 or more',
      ]);
    await expect(catbird.field('Endpoint')).toBeFocused();
    await expect(catbird.field('Endpoint')).toHaveAttribute('aria-invalid', 'true');
    await expect(catbird.field('Endpoint')).toHaveAccessibleDescription('endpoint: Required');
    const [red, ,] = await catbird.settings
      .locator('.err')
      .first()
      .evaluate((error) => (getComputedStyle(error).color.match(/[\d.]+/g) ?? []).map(Number));
    expect(red).toBeGreaterThan(0);
    await expect(catbird.schema).toHaveCount(0);
    expect(catbird.query().toString()).toBe('');
    // Typing fixes errors.
    await catbird.field('Data Source name').fill('events');
    await catbird.field('Events Per Second').fill('5');
    await expect
      .poll(() => errorsOf(catbird))
      .toEqual(['endpoint: Required', 'token: Required', 'limit: Must be a whole number, 1 or more']);
  });

  await test.step('all fields of Ably are required', async () => {
    await settingsOf(catbird);
    await catbird.connect('Ably');
    await catbird.save();
    await expect.poll(() => errorsOf(catbird)).toEqual(['channelId: Required', 'apiKey: Required']);
  });

  await test.step('all fields of AWS SNS are required, subject and snsOptions are optional, and the Secret Key is a password input', async () => {
    await settingsOf(catbird);
    await catbird.connect('AWS SNS');
    await expect(catbird.field('Secret Key')).toHaveAttribute('type', 'password');
    await expect(catbird.settings.getByLabel('Subject (optional)')).toBeVisible();
    await expect(catbird.settings.getByLabel('SNS options (optional)')).toBeVisible();
    await catbird.save();
    await expect
      .poll(() => errorsOf(catbird))
      .toEqual([
        'region: Required',
        'topicArn: Required',
        'accessKeyId: Required',
        'secretAccessKey: Required',
      ]);
  });

  await test.step("native validation bubbles never hide the page's errors", async () => {
    await settingsOf(catbird);
    expect(await catbird.settings.locator('form').getAttribute('novalidate')).not.toBeNull();
    await catbird.connect('Log');
    // A number input with invalid text reports an empty value and bad input.
    await catbird.field('Events Per Second').focus();
    await catbird.field('Events Per Second').fill('');
    await catbird.page.keyboard.type('1e');
    await catbird.save();
    await expect
      .poll(async () => (await errorsOf(catbird)).length + (await catbird.schema.count()))
      .toBeGreaterThan(0);
  });

  await test.step('eps is 1 and limit is -1 when they are empty', async () => {
    await settingsOf(catbird);
    await catbird.connect('Log', { 'Events Per Second': '' });
    await catbird.limit('');
    await catbird.save();
    await expect(catbird.schema).toBeVisible();
    await expect.poll(() => catbird.query().get('eps')).toBe('1');
    await expect.poll(() => catbird.query().get('limit')).toBe('-1');
  });

  await test.step('a negative eps, an eps of 0, and a limit of 0, 1.5 or -2 are rejected at their fields, and the input stays', async () => {
    await settingsOf(catbird);
    await catbird.connect('Log');
    for (const eps of ['-1', '0']) {
      await catbird.field('Events Per Second').fill(eps);
      await catbird.save();
      await expect.poll(() => errorsOf(catbird)).toEqual(['eps: Must be greater than 0']);
      await expect(catbird.field('Events Per Second')).toHaveValue(eps);
      await expect(catbird.field('Events Per Second')).toBeFocused();
    }
    await catbird.field('Events Per Second').fill('0.5');
    for (const limit of ['0', '1.5', '-2']) {
      await catbird.limit(limit);
      await catbird.save();
      await expect.poll(() => errorsOf(catbird)).toEqual(['limit: Must be a whole number, 1 or more']);
      await expect(catbird.settings.getByLabel('Limit, number of events')).toHaveValue(limit);
      await expect(catbird.settings.getByLabel('Limit, number of events')).toBeFocused();
    }
    await catbird.limit('1');
    await catbird.save();
    await expect(catbird.schema).toBeVisible();
    await expect.poll(() => errorsOf(catbird)).toEqual([]);
  });

  await test.step('switching destinations back and forth keeps what was typed', async () => {
    await settingsOf(catbird);
    await catbird.connect('Tinybird Events API', {
      'Data Source name': 'web_events',
      'Events Per Second': '7',
    });
    await catbird.connect('Ably', { 'Channel ID': 'news' });
    await catbird.connect('Tinybird Events API');
    await expect(catbird.field('Data Source name')).toHaveValue('web_events');
    await catbird.connect('Ably');
    await expect(catbird.field('Channel ID')).toHaveValue('news');
    await expect(catbird.field('Events Per Second')).toHaveValue('7');
  });

  await test.step('a rate above what the service allows is noted beside the rate before anything is sent', async () => {
    await catbird.open({
      generatorName: 'Ably',
      channelId: 'events',
      apiKey: 'a.b:c',
      endpoint: UNREACHABLE,
      eps: '1000000',
    });
    await expect(catbird.field('Events Per Second')).toHaveAccessibleDescription(
      /Ably allows 50 requests\/s: about [\d,]+ events\/s will arrive on time, the rest late/,
    );
  });
});

test('settings errors are red in both themes', async ({ catbird }) => {
  await settingsOf(catbird);
  await catbird.save();
  for (const colorScheme of ['light', 'dark'] as const) {
    await catbird.page.emulateMedia({ colorScheme });
    const [r = 0, g = 0, b = 0] = await catbird.settings
      .locator('.err')
      .first()
      .evaluate((error) => {
        const canvas = document.createElement('canvas').getContext('2d');
        if (canvas === null) return [];
        canvas.fillStyle = getComputedStyle(error).color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      });
    expect(r, `${r} ${g} ${b} in ${colorScheme}`).toBeGreaterThan(Math.max(g, b) * 1.3);
  }
});

test('saving invalid settings keeps the saved config', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '2', limit: '2' }));
  await catbird.field('Events Per Second').fill('-1');
  await catbird.save();
  await expect.poll(() => errorsOf(catbird)).toEqual(['eps: Must be greater than 0']);
  await expect.poll(() => catbird.query().get('eps')).toBe('2');
  await catbird.generate();
  await catbird.over('Done');
  expect(tinybird.rows).toHaveLength(2);
});

test('more destinations are searched, and those of the command line are named with their command', async ({
  catbird,
}) => {
  await catbird.open();
  await catbird.begin();
  await catbird.settings.getByText('More destinations').click();
  const search = catbird.settings.getByRole('textbox', { name: 'Search' });
  const radios = catbird.settings.locator('details').getByRole('radio');
  await search.fill('bucket');
  await expect(radios).toHaveCount(2);
  await search.fill('kafka');
  await expect(radios).toHaveCount(1);
  await expect(catbird.settings).toContainText('From the command line: Kafka, Confluent Cloud.');
  await search.fill('redpanda');
  await expect(catbird.settings).toContainText('From the command line: Kafka. catbird kafka --help');
  await search.fill('teletype');
  await expect(radios).toHaveCount(0);
  await expect(catbird.settings).toContainText('HTTP reaches most services that take a POST');
});

test('folded groups show what is set, and waiting until rows are written is part of the delivery', async ({
  catbird,
}) => {
  await catbird.open({ faults: 'duplicates:2,late:5' });
  await catbird.begin();
  const group = (title: string) => catbird.settings.locator('details', { hasText: title });
  await expect(group('Delivery').locator('summary')).toContainText(
    'Stop if events are rejected, catch up later, keep trying for 30 s',
  );
  await group('Faults').locator('summary').click();
  await expect(group('Faults').locator('summary')).toContainText('2 % duplicates, 5 % late');
  await expect(catbird.field('Wait until written')).toBeHidden();
  await group('Delivery').locator('summary').click();
  await expect(catbird.field('Wait until written')).toBeVisible();
  await catbird.connect('Ably');
  await expect(catbird.field('Wait until written')).toHaveCount(0);
});
