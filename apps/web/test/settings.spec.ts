import { settingsOf } from '@catbird/send';
import { knownDestinations, loadLater } from '../src/state/destinations.ts';
import { expectAccessible, THEMES } from './axe.ts';
import { expect, UNREACHABLE, test, type Catbird } from './page.ts';

const errorsOf = (catbird: Catbird): Promise<string[]> => catbird.settings.locator('.err').allInnerTexts();
const limitOf = ({ settings }: Catbird) => settings.getByRole('group', { name: 'Limit' });

/** What can be clicked or typed into in the settings, a group of radio buttons once. */
const controlsIn = ({ settings }: Catbird): Promise<number> =>
  settings.evaluate((part) => {
    const all = [...part.querySelectorAll('a, button, input, select, textarea, summary')];
    const shown = all.filter((each) => each.checkVisibility());
    return new Set(
      shown.map((each) => (each instanceof HTMLInputElement && each.type === 'radio' ? each.name : each)),
    ).size;
  });

/** The red of an element's text. */
const isRed = (catbird: Catbird): Promise<boolean> =>
  catbird.settings
    .locator('.err')
    .first()
    .evaluate((error) => {
      const canvas = document.createElement('canvas').getContext('2d');
      if (canvas === null) return false;
      canvas.fillStyle = getComputedStyle(error).color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return r > Math.max(g, b) * 1.3;
    });

test('settings, from the first look at Tinybird to a saved Log', async ({ catbird }) => {
  const { settings } = catbird;
  const button = settings.locator('button[type=submit]');
  await catbird.open();
  await catbird.begin();

  const summary = catbird.fold.locator('summary');
  await expect(summary).toHaveText(
    'Late and duplicate events, history, retries None late or duplicate · starts now · retries for 30 s, then stops · credentials in the address',
  );

  await test.step('there are the three destinations, watching here, the form of the chosen one, Events Per Second, Limit and a Continue button', async () => {
    const destinations = settings.getByRole('group', { name: 'Destination' }).getByRole('radio');
    const offered = await destinations.evaluateAll((radios) =>
      radios.map((radio) => [
        (radio as HTMLInputElement).value,
        radio.parentElement?.querySelector('b')?.textContent,
      ]),
    );
    expect(offered).toEqual([
      ['Tinybird', 'Tinybird Events API'],
      ['Ably', 'Ably'],
      ['AWSSNS', 'AWS SNS'],
      ['Log', 'Watch here'],
    ]);
    await expect(settings.getByRole('radio', { name: /^Tinybird/ })).toBeChecked();
    await expect(catbird.field('Events Per Second')).toHaveValue('1');
    await expect(limitOf(catbird).getByRole('radio', { name: 'No' })).toBeChecked();
    await expect(button).toHaveText(/Continue/);
  });

  await test.step('Yes reveals a number input for the limit, No hides it', async () => {
    await expect(limitOf(catbird).getByRole('spinbutton')).toHaveCount(0);
    await limitOf(catbird).getByRole('radio', { name: 'Yes' }).check();
    await expect(limitOf(catbird).getByRole('spinbutton')).toBeVisible();
    await limitOf(catbird).getByRole('radio', { name: 'No' }).check();
    await expect(limitOf(catbird).getByRole('spinbutton')).toHaveCount(0);
  });

  await test.step('a sign-up link to the analytics provider is on the Tinybird form', async () => {
    await expect(settings.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
      'href',
      'https://www.tinybird.co/signup',
    );
  });

  await test.step('Tinybird has endpoint, datasource and token; five regions, the European one first, whose base addresses are not shown; custom reveals a free Endpoint', async () => {
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
    for (const host of ['gcp_us_east4', 'aws_us_west_2']) {
      await catbird.field('Host').selectOption(host);
      expect(await settings.innerHTML()).not.toContain('tinybird.co/v0');
      expect(await settings.innerText()).not.toMatch(/https:\/\/api\./);
    }
    await expect(catbird.field('Endpoint')).toHaveCount(0);
    await catbird.field('Host').selectOption('custom');
    await expect(catbird.field('Endpoint')).toBeVisible();
    await expect(catbird.field('Data Source name')).toBeVisible();
    await expect(catbird.field('Data Source API Token')).toBeVisible();
  });

  await test.step('Tinybird without datasource, token and custom endpoint shows each error in red as "field: messages", all at once, and focuses the first', async () => {
    await catbird.field('Events Per Second').fill('-5');
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
    for (const colorScheme of ['light', 'dark'] as const) {
      await catbird.page.emulateMedia({ colorScheme });
      expect(await isRed(catbird), colorScheme).toBe(true);
    }
    await expect(catbird.schema).toHaveCount(0);
    expect(catbird.query().toString()).toBe('');
    // Native validation bubbles would hide the page's errors.
    expect(await settings.locator('form').getAttribute('novalidate')).not.toBeNull();
  });

  await test.step('typing fixes errors', async () => {
    await catbird.field('Data Source name').fill('web_events');
    await catbird.field('Events Per Second').fill('7');
    await expect
      .poll(() => errorsOf(catbird))
      .toEqual(['endpoint: Required', 'token: Required', 'limit: Must be a whole number, 1 or more']);
    await catbird.limit(undefined);
  });

  await test.step('all fields of Ably are required', async () => {
    await catbird.connect('Ably');
    await catbird.save();
    await expect.poll(() => errorsOf(catbird)).toEqual(['channelId: Required', 'apiKey: Required']);
    await catbird.field('Channel ID').fill('news');
  });

  await test.step('all fields of AWS SNS are required, subject and snsOptions are optional, and the Secret Key is a password input', async () => {
    await catbird.connect('AWS SNS');
    await catbird.save();
    await expect
      .poll(() => errorsOf(catbird))
      .toEqual([
        'region: Required',
        'topicArn: Required',
        'accessKeyId: Required',
        'secretAccessKey: Required',
      ]);
    await expect(catbird.field('Secret Key')).toHaveAttribute('type', 'password');
    await catbird.unfold();
    await expect(settings.getByLabel('Subject (optional)')).toBeVisible();
    await expect(settings.getByLabel('SNS options (optional)')).toBeVisible();
    await settings.getByLabel('SNS options (optional)').fill('{');
    await catbird.fold.locator('summary').click();
    await catbird.save();
    await expect(catbird.field('Region')).toBeFocused();
    // What is wrong in the fold unfolds it.
    await expect(settings.getByText(/^snsOptions: /)).toBeVisible();
  });

  await test.step('switching destinations back and forth keeps what was typed', async () => {
    await catbird.connect('Tinybird Events API');
    await expect(catbird.field('Data Source name')).toHaveValue('web_events');
    await catbird.connect('Ably');
    await expect(catbird.field('Channel ID')).toHaveValue('news');
    await expect(catbird.field('Events Per Second')).toHaveValue('7');
  });

  await test.step('a negative eps, an eps of 0, and a limit of 0, 1.5 or -2 are rejected at their fields, and the input stays', async () => {
    await catbird.connect('Log');
    await expect(settings.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
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
      await expect(settings.getByLabel('Limit, number of events')).toHaveValue(limit);
      await expect(settings.getByLabel('Limit, number of events')).toBeFocused();
    }
  });

  await test.step('eps is 1 and limit is -1 when they are empty, and Continue becomes Save', async () => {
    await catbird.field('Events Per Second').fill('');
    await catbird.limit('');
    await catbird.save();
    await expect(catbird.schema).toBeVisible();
    await expect.poll(() => errorsOf(catbird)).toEqual([]);
    await expect(button).toHaveText('Save');
    await expect.poll(() => catbird.query().get('eps')).toBe('1');
    await expect.poll(() => catbird.query().get('limit')).toBe('-1');
  });

  await test.step('a number input with invalid text reports an empty value, and is saved or rejected as such', async () => {
    await catbird.field('Events Per Second').focus();
    await catbird.page.keyboard.type('1e');
    await catbird.save();
    await expect
      .poll(async () => (await errorsOf(catbird)).length + (await catbird.schema.count()))
      .toBeGreaterThan(0);
  });

  await test.step('saving invalid settings keeps the saved config', async () => {
    await catbird.field('Events Per Second').fill('2');
    await catbird.limit('2');
    await catbird.save();
    await expect.poll(() => catbird.query().get('eps')).toBe('2');
    await catbird.field('Events Per Second').fill('-1');
    await catbird.save();
    await expect.poll(() => errorsOf(catbird)).toEqual(['eps: Must be greater than 0']);
    expect(catbird.query().get('eps')).toBe('2');
    await catbird.generate();
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('2');
  });

  await test.step('one line says what is set besides, and waiting until rows are written is part of it', async () => {
    await catbird.open({ faults: 'duplicates:2,late:5', onFailure: 'continue', attempts: '3' });
    await catbird.begin();
    await expect(summary.locator('span b')).toHaveText([
      '2 % duplicates, 5 % late',
      'Keep going if events are rejected, catch up later, 3 attempts',
    ]);
    await expect(catbird.field('Wait until written')).toHaveCount(0);
    await catbird.unfold();
    await catbird.field('Arrivals').selectOption('Even');
    await expect(catbird.fold.getByText('1 a second.')).toBeVisible();
    // The row that is due at once is no history.
    await expect(summary).toContainText('Starts now. Evenly spaced, constant rate ·');
    await catbird.field('Wait until written').selectOption('Yes');
    await expect(summary).toContainText('Wait until written');
    await catbird.connect('Ably');
    await expect(catbird.field('Wait until written')).toHaveCount(0);
    await expect(summary).not.toContainText('Wait until written');
  });
});

test('every destination has at most 14 controls and shows all that it requires, and a rate above what a service allows is noted', async ({
  catbird,
}) => {
  await loadLater();
  await catbird.page.setViewportSize({ width: 1440, height: 900 });
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
  await limitOf(catbird).getByRole('radio', { name: 'Yes' }).check();
  for (const destination of knownDestinations()) {
    await catbird.connect(destination.title.split(' (')[0] ?? '');
    const required = settingsOf(destination).filter((each) => each.required && each.when === undefined);
    for (const { label } of required) await expect(catbird.field(label)).toBeVisible();
    expect(await controlsIn(catbird), destination.name).toBeLessThanOrEqual(14);
  }
});

test('destinations, settings and commands are found by what people call them, by keyboard alone', async ({
  catbird,
}) => {
  const { settings, search, page, found: options } = catbird;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await catbird.open({ template: 'Stock Prices', seed: '7' });
  await catbird.begin();

  await test.step('a command is copied, with the stream so far', async () => {
    await catbird.field('Events Per Second').fill('20');
    await search.fill('kafka');
    await expect(settings.getByText('3 found')).toBeVisible();
    await expect(options.first()).toHaveAccessibleName(/^Kafka .*command to copy/);
    await search.press('Enter');
    const command =
      "catbird kafka --brokers localhost:9092 --topic events --template 'Stock Prices' --eps 20 --seed 7";
    await expect(settings.getByText(`Copied: ${command}`)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
    await expect(catbird.schema).toHaveCount(0);
    await expectAccessible(catbird, THEMES, '#settings');
  });

  await test.step('a setting is unfolded and focused', async () => {
    await search.fill('late events');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await search.press('Enter');
    await expect(catbird.field('Late, %')).toBeFocused();
    await expectAccessible(catbird, THEMES, '#settings');
    await search.fill('history');
    await search.press('Enter');
    await expect(catbird.field('Start')).toBeFocused();
  });

  await test.step('a form takes the place of the chosen one, and its first field is focused', async () => {
    await search.fill('bucket');
    await expect(options).toHaveText([/^S3/, /^Azure/]);
    await search.press('ArrowDown');
    await search.press('ArrowUp');
    await search.press('ArrowDown');
    await search.press('Enter');
    await expect(settings.getByRole('radio', { name: /^Azure Blob Storage/ })).toBeChecked();
    await expect(catbird.field('Account')).toBeFocused();
    await search.fill('webhook');
    await search.press('Enter');
    await expect(catbird.field('Address')).toBeFocused();
    await expect(settings.getByRole('radio')).toHaveCount(7);
  });

  await test.step('an empty search shows all, Escape closes it, and one without a result suggests HTTP', async () => {
    await search.click();
    await expect(options.nth(29)).toBeVisible();
    await search.press('Escape');
    await expect(options).toHaveCount(0);
    await search.fill('teletype');
    await expect(settings).toContainText('HTTP reaches most services that take a POST');
  });
});
