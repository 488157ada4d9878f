import { formatSchema, templates } from '@catbird/engine';
import JSONCrush from 'jsoncrush';
import { compress } from '../src/link/compress.ts';
import { decompress } from '../src/link/decompress.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, settled, test, tinybirdLink, UNREACHABLE } from './page.ts';
import { TIMELESS } from './rows.ts';

const textOf = (template: string): string => templates.find(({ name }) => name === template)?.text ?? '';
const LOG = { generatorName: 'Log' };

// One page for all of these: to open one takes longer than most of them.
test('links', async ({ catbird, serve }) => {
  await test.step('a link with both a template and a schema loads the template', async () => {
    await catbird.open({ ...LOG, seed: '42', template: 'Stock Prices', schema: await compress(TIMELESS) });
    await expect(catbird.template).toHaveValue('Stock Prices');
    await expect.poll(() => catbird.content()).toBe(textOf('Stock Prices'));
  });

  await test.step('Preview writes the template and the word Preset to the query', async () => {
    await catbird.choose('Flight Bookings');
    await catbird.preview();
    await expect
      .poll(() => Object.fromEntries(catbird.query()))
      .toEqual({
        generatorName: 'Log',
        seed: '42',
        template: 'Flight Bookings',
        schema: 'Preset',
      });
  });

  await test.step('Preview of a custom schema writes Custom and the compressed schema, and the link restores it', async () => {
    await catbird.write(TIMELESS);
    await catbird.preview();
    await expect.poll(() => catbird.query().get('template')).toBe('Custom');
    expect(await decompress(catbird.query().get('schema') ?? '')).toBe(TIMELESS);
    const sample = await catbird.sample.innerText();
    await catbird.page.reload();
    await expect(catbird.template).toHaveValue('Custom');
    await expect.poll(() => catbird.content()).toBe(TIMELESS);
    await catbird.preview();
    expect(await catbird.sample.innerText()).toBe(sample);
  });

  await test.step('a link with an unknown template loads the Simple Example', async () => {
    await catbird.open({ ...LOG, template: 'No Such Template', schema: 'Preset' });
    await expect(catbird.template).toHaveValue('Simple Example');
    await expect.poll(() => catbird.content()).toBe(textOf('Simple Example'));
  });

  await test.step('Save at step 2 and later writes the query and keeps the step', async () => {
    await catbird.field('Events Per Second').fill('7');
    await catbird.save();
    await expect.poll(() => catbird.query().get('eps')).toBe('7');
    await expect(catbird.schema).toBeVisible();
    await expect(catbird.overview).toHaveCount(0);
    await catbird.limit('2');
    await catbird.save();
    await catbird.generate();
    await catbird.over('Done');
    await catbird.field('Events Per Second').fill('9');
    await catbird.save();
    await expect.poll(() => catbird.query().get('eps')).toBe('9');
    await expect(catbird.overview).toBeVisible();
    await expect(catbird.total).toHaveText('2');
  });

  await test.step('a link with a generator name and its config leads to step 2 with the Simple Example, and fills in the settings', async () => {
    await catbird.open(tinybirdLink(UNREACHABLE, { eps: '12', limit: '34' }));
    await expect(catbird.template).toHaveValue('Simple Example');
    await expect(catbird.schema).toBeVisible();
    await expect(catbird.overview).toHaveCount(0);
    await expect(catbird.field('Host')).toHaveValue('custom');
    await expect(catbird.field('Endpoint')).toHaveValue(UNREACHABLE);
    await expect(catbird.field('Data Source name')).toHaveValue('events');
    await expect(catbird.field('Data Source API Token')).toHaveValue('p.a-token-for-tests');
    await expect(catbird.field('Events Per Second')).toHaveValue('12');
    await expect(catbird.settings.getByLabel('Limit, number of events')).toHaveValue('34');
    await expect(catbird.settings.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  });

  await test.step('a link whose schema has unknown params and keys still works, with warnings, until it is edited', async () => {
    const schema = { age: { type: 'number.int', params: { max: 99, minimum: 18 }, min: 18 } };
    await catbird.open({ ...LOG, limit: '2', schema: await compress(JSON.stringify(schema)) });
    await catbird.preview();
    const warned = [
      /Unknown param minimum \(ignored\).*Did you mean min\?/,
      /min belongs in params \(ignored\)/,
    ];
    await expect(catbird.issues.locator('li.warning')).toHaveText(warned);
    await expect(catbird.sample).toContainText('{\n  "age":');
    await catbird.write(JSON.stringify(schema).replace('99', '90'));
    await catbird.preview();
    await expect(catbird.issues.locator('li.error')).toHaveText([
      /Unknown param minimum/,
      /min belongs in params/,
    ]);
    await catbird.write(JSON.stringify(schema));
    await catbird.generate();
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('2');
  });

  await test.step('a damaged schema in a link is reported and replaced by the Simple Example', async () => {
    await catbird.open({ ...LOG, schema: 'z1.this-is-no-deflate' });
    await expect(catbird.issues).toContainText('The schema in this link can’t be read');
    await expect.poll(() => catbird.content()).toBe(textOf('Simple Example'));
    await expect(catbird.landing.getByRole('alert')).toContainText('This link is damaged');
    await expect(catbird.landing.getByRole('alert')).toContainText('Kept: Log.');
  });

  await test.step('a link without its token leads to step 0, says so there, and leads to the field', async () => {
    const { token: _, ...rest } = tinybirdLink(UNREACHABLE, { eps: '12', template: 'Flappybird' });
    await catbird.open(rest);
    await expect(catbird.landing.getByRole('button', { name: 'Start generating data' })).toBeVisible();
    await expect(catbird.settings).toHaveCount(0);
    const notice = catbird.landing.getByRole('status', { name: 'This link needs Data Source API Token' });
    await expect(notice).toContainText(
      'Kept: Tinybird Events API, Host, Endpoint, Data Source name, 12 events per second, and the template Flappybird.',
    );
    await notice.getByRole('button', { name: 'Enter Data Source API Token' }).click();
    await expect(catbird.field('Data Source API Token')).toBeFocused();
    await expect(catbird.field('Data Source name')).toHaveValue('events');
    await catbird.page.keyboard.type('p.a-token-for-tests');
    await catbird.page.keyboard.press('Enter');
    await expect(catbird.template).toHaveValue('Flappybird');
    await expect(notice).toHaveCount(0);
  });

  await test.step('a link with a bad number says that it is damaged, and what was kept', async () => {
    await catbird.open({ ...LOG, eps: '1o0', seed: '7' });
    const notice = catbird.landing.getByRole('alert', { name: 'This link is damaged' });
    await expect(notice).toContainText('Events Per Second: Must be a number');
    await expect(notice).toContainText('Kept: Log and seed 7.');
    await notice.getByRole('button', { name: 'Go to the settings' }).click();
    await expect(catbird.field('Events Per Second')).toBeFocused();
  });

  const others = { utm_source: 'a newsletter', template: 'Flappybird', eps: '12' };

  await test.step('a link without a generator name leads to step 0; saving settings writes the config to the query field by field and advances the step', async () => {
    await catbird.open(others);
    await expect(catbird.landing.getByRole('button', { name: 'Start generating data' })).toBeVisible();
    await expect(catbird.settings).toHaveCount(0);
    await catbird.begin();
    await expect(catbird.field('Events Per Second')).toHaveValue('12');
    expect(Object.fromEntries(catbird.query())).toEqual(others);
    await catbird.connect('Tinybird Events API', {
      Host: 'Custom',
      Endpoint: UNREACHABLE,
      'Data Source name': 'events',
      'Data Source API Token': 'p.a-token',
    });
    await catbird.limit('34');
    await catbird.save();
    await expect(catbird.template).toHaveValue('Flappybird');
    await expect
      .poll(() => Object.fromEntries(catbird.query()))
      .toEqual({
        ...others,
        generatorName: 'Tinybird',
        host: 'custom',
        endpoint: UNREACHABLE,
        datasource: 'events',
        token: 'p.a-token',
        wait: 'false',
        limit: '34',
      });
  });

  await test.step("saving another destination removes the fields of the first one from the query and keeps the rest; its own have the specification's names", async () => {
    await catbird.connect('AWS SNS', {
      Region: 'us-east-1',
      'Topic ARN': 'arn:aws:sns:us-east-1:123456789012:events',
      'Access Key': 'AKIAIOSFODNN7EXAMPLE',
      'Secret Key': 'a-secret',
      Subject: 'Mock event',
      'SNS options': `{"endpoint":"${UNREACHABLE}"}`,
    });
    await catbird.save();
    await expect.poll(() => catbird.query().get('generatorName')).toBe('AWSSNS');
    await expect
      .poll(() => Object.fromEntries(catbird.query()))
      .toEqual({
        ...others,
        generatorName: 'AWSSNS',
        region: 'us-east-1',
        topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'a-secret',
        subject: 'Mock event',
        snsOptions: `{"endpoint":"${UNREACHABLE}"}`,
        batch: 'false',
        limit: '34',
      });
    await catbird.connect('Tinybird Events API', { Host: 'AWS us-west-2' });
    await catbird.save();
    await expect.poll(() => catbird.query().get('generatorName')).toBe('Tinybird');
    await expect
      .poll(() => Object.fromEntries(catbird.query()))
      .toMatchObject({
        endpoint: 'aws_us_west_2',
        datasource: 'events',
        token: 'p.a-token',
      });
  });

  await test.step('Back and Forward restore the state of the address', async () => {
    await catbird.open();
    await catbird.begin();
    await catbird.connect('Log', { 'Events Per Second': '5' });
    await catbird.save();
    await catbird.choose('Stock Prices');
    await catbird.preview();
    await expect.poll(() => catbird.query().get('template')).toBe('Stock Prices');
    await catbird.field('Events Per Second').fill('9');
    await catbird.save();
    await expect.poll(() => catbird.query().get('eps')).toBe('9');

    await catbird.page.goBack();
    await expect(catbird.field('Events Per Second')).toHaveValue('5');
    await expect(catbird.template).toHaveValue('Stock Prices');
    await catbird.page.goBack();
    await expect(catbird.template).toHaveValue('Simple Example');
    await expect.poll(() => catbird.content()).toBe(textOf('Simple Example'));
    await catbird.page.goBack();
    await expect(catbird.schema).toHaveCount(0);
    await expect(catbird.settings).toBeVisible();

    await catbird.page.goForward();
    await expect(catbird.schema).toBeVisible();
    await catbird.page.goForward();
    await expect(catbird.template).toHaveValue('Stock Prices');
    await catbird.page.goForward();
    await expect(catbird.field('Events Per Second')).toHaveValue('9');
  });

  await test.step('a mockingbird link works: crushed schema, mockingbird types, and its extra parameters', async () => {
    const tinybird = await serve(startTinybird());
    const schema = {
      timestamp: { type: 'mockingbird.timestampNow' },
      at: { type: 'mockingbird.datetimeNow' },
      browser: {
        type: 'mockingbird.pickWeighted',
        params: [{ values: ["it's", 'b'], weights: [1, 2] }],
      },
      name: { type: 'internet.userName' },
      store_id: { type: 'number.int', params: [{ min: 1, max: 6 }] },
    };
    await catbird.open({
      schema: JSONCrush.crush(JSON.stringify(schema)),
      eps: '3',
      withLimit: 'true',
      limit: '3',
      generator: 'Tinybird',
      generatorName: 'Tinybird',
      host: 'custom',
      endpoint: tinybird.url,
      datasource: 'events',
      token: 'p.a-token-for-tests',
    });
    await expect(catbird.template).toHaveValue('Custom');
    await expect.poll(() => catbird.content()).toBe(formatSchema(schema));
    await catbird.generate();
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('3');
    for (const row of tinybird.rows) {
      expect(row).toEqual({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d$/) as unknown,
        browser: expect.stringMatching(/^(it's|b)$/) as unknown,
        name: expect.any(String) as unknown,
        store_id: expect.any(Number) as unknown,
      });
    }
  });
});

test('a link whose steps cannot be loaded opens at the landing, which says so, and tries again at its button', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const isPart = /\/assets\/(steps|time-parser)-[^/]*\.js$/;
  await page.route(isPart, (route) => route.abort());
  await page.goto(`/?${new URLSearchParams({ generatorName: 'Log', eps: '12', from: '-1h' }).toString()}`);
  const notice = page.getByText('This part of the page could not be loaded');
  await expect(notice).toBeVisible();
  await expect(page.locator('#settings')).toHaveCount(0);
  expect(new Set(errors)).toEqual(
    new Set([expect.stringMatching(/Failed to fetch dynamically imported module: .*\/steps-/)]),
  );
  await page.unroute(isPart);
  await page.getByRole('button', { name: 'Start generating data' }).click();
  await expect(page.getByLabel('Events Per Second', { exact: true })).toHaveValue('12');
  await expect(page.locator('#schema')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a link never starts anything by itself', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  await catbird.page.clock.install();
  await catbird.open(
    tinybirdLink(tinybird.url, { eps: '100', limit: '5', template: 'Flappybird', schema: 'Preset' }),
  );
  await expect(catbird.schema).toBeVisible();
  await expect(catbird.schema).toContainText('These settings came from a link. Opening it sent nothing.');
  await expect(catbird.schema).toContainText(`will send events to ${new URL(tinybird.url).host}`);
  await settled(catbird.page);
  await catbird.page.clock.runFor(60_000);
  await settled(catbird.page);
  expect(tinybird.requests).toEqual([]);
  // It has been read once something is edited.
  await catbird.field('Events Per Second').fill('101');
  await expect(catbird.schema).not.toContainText('These settings came from a link');
  await catbird.generate();
  await catbird.over('Done');
  expect(tinybird.rows).toHaveLength(5);
});
