import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, tinybirdLink, type Catbird } from './page.ts';

interface Order {
  readonly timestamp: string;
  readonly order_id: number;
  readonly status: string;
  readonly country: string;
  readonly total: number;
}

const SHOP = { template: 'Online Shop', schema: 'Preset', seed: '42' };

const card = ({ overview }: Catbird, field: string) =>
  overview.getByRole('region', { name: `Values of ${field}`, exact: true });
const journey = ({ overview }: Catbird) => overview.getByRole('region', { name: 'Journey' });

const tally = (values: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Moves as the rows tell them: by the order that each belongs to, in the order of their times. Requests may arrive in another one. */
function movesOf(rows: readonly Order[]): Readonly<Record<string, number>> {
  const states = new Map<number, string>();
  const moves: string[] = [];
  const inTime = rows.toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
  for (const { order_id: order, status } of inTime) {
    const from = states.get(order);
    if (from !== undefined) moves.push(`from ${from} to ${status}`);
    states.set(order, status);
  }
  return tally(moves);
}

test('live figures and the journey count the rows that the service received', async ({ catbird, serve }) => {
  const http = await serve(startHttp());
  await catbird.open({
    generatorName: 'HTTP',
    url: `${http.url}/events`,
    eps: '150',
    limit: '1500',
    ...SHOP,
  });
  await catbird.generate();
  // Live, before the end.
  await expect(catbird.overview.getByText(/^of [1-9][\d,]* rows$/)).toBeVisible();
  await catbird.over('Done');
  await expect(catbird.overview.getByText('of 1,500 rows')).toBeVisible();
  const rows = http.rows as readonly Order[];
  expect(rows).toHaveLength(1500);
  const shares = Object.entries(tally(rows.map(({ country }) => country)))
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${((count / 1500) * 100).toFixed(1)} %`);
  const lines = await card(catbird, 'country').getByRole('listitem').allInnerTexts();
  expect(
    lines.map((line) =>
      line
        .replace(/, [^,]* asked$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  ).toEqual(shares);
  const sum = rows.reduce((all, { total }) => all + total, 0);
  await expect(card(catbird, 'total')).toContainText(`mean ${Number((sum / 1500).toPrecision(4))}`);
  await expect(card(catbird, 'total').getByRole('img')).toHaveAccessibleName(
    /^Histogram of total: median about/,
  );
  const drawing = journey(catbird).getByRole('img');
  const sentence = (await drawing.getAttribute('aria-label')) ?? '';
  const number = (count: number): string => count.toLocaleString('en');
  for (const [status, count] of Object.entries(tally(rows.map(({ status }) => status))))
    expect(sentence).toContain(`${number(count)} ${status}`);
  const moves = movesOf(rows);
  expect(Object.keys(moves).length).toBeGreaterThan(1);
  for (const [move, count] of Object.entries(moves)) expect(sentence).toContain(`${number(count)} ${move}`);
});

test('a fast stream shows a sample, and says so', async ({ catbird, serve }) => {
  const http = await serve(startHttp());
  await catbird.open({
    generatorName: 'HTTP',
    url: `${http.url}/events`,
    eps: '6000',
    limit: '12000',
    seed: '42',
  });
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.overview.getByText(/^of [\d,]+ of 12,000 rows$/)).toBeVisible();
});

test('another field is chosen by keyboard, and stays for the next session', async ({ catbird }) => {
  await catbird.open({ generatorName: 'Log', eps: '50', limit: '100', ...SHOP });
  await catbird.generate();
  await catbird.over('Done');
  const menu = card(catbird, 'country').getByRole('combobox', { name: 'Show the field' });
  await menu.focus();
  await catbird.page.keyboard.press('End');
  const others = catbird.overview.getByRole('combobox', { name: 'Show the field' });
  const chosen = await others.first().inputValue();
  expect(chosen).not.toBe('country');
  await expect(card(catbird, chosen)).toBeVisible();
  // A field that is shown already changes places with the one in its place.
  const second = await others.nth(1).inputValue();
  await others.first().selectOption(second);
  await expect(others.nth(1)).toHaveValue(chosen);
  await expectAccessible(catbird, ['light']);
  await catbird.start();
  await catbird.over('Done');
  await expect(others.first()).toHaveValue(second);
});

test('with figures and a journey, axe finds nothing while a stream runs and after it', async ({
  catbird,
  serve,
}) => {
  const http = await serve(startHttp());
  await catbird.open({
    generatorName: 'HTTP',
    url: `${http.url}/events`,
    eps: '100',
    template: 'Web Sessions',
    schema: 'Preset',
    seed: '42',
  });
  await catbird.generate();
  await expect(journey(catbird).getByRole('img')).toBeVisible();
  await expectAccessible(catbird);
  await catbird.stop();
  await catbird.over('Stopped');
  await expectAccessible(catbird);
});

test('nothing of the overview moves by itself from the first second of a run to its end', async ({
  catbird,
}) => {
  await catbird.page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        for (const { node, previousRect, currentRect } of entry.hadRecentInput ? [] : entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          const isBlock = currentRect.height > 60 && previousRect.y !== currentRect.y;
          if (isBlock && element?.matches('#overview *') === true)
            moved.push(`${element.className} ${previousRect.y} to ${currentRect.y}`);
        }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await catbird.page.setViewportSize({ width: 1440, height: 1400 });
  await catbird.open({ generatorName: 'Log', eps: '100', limit: '400', ...SHOP });
  await catbird.generate();
  await catbird.over('Done');
  await expect(card(catbird, 'country')).toBeVisible();
  expect(await catbird.page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([]);
});

test('the demo ends with three field charts and three ways on', async ({ catbird }) => {
  await catbird.page.clock.install();
  await catbird.open();
  await catbird.landing.getByRole('button', { name: /^Try it here/ }).click();
  await expect(catbird.phase).toHaveText('Running');
  await catbird.page.clock.fastForward(10_000);
  await catbird.over('Done');
  const { overview } = catbird;
  await expect(overview.locator('.field-card')).toHaveCount(3);
  // Rows that were made are not in the colour of those that a service accepted.
  const colours = await overview.evaluate((part) => {
    const accepted = document.createElement('i');
    accepted.style.color = 'var(--color-accepted)';
    part.append(accepted);
    const { color } = getComputedStyle(accepted);
    accepted.remove();
    const figures = [...part.querySelectorAll('.share-made, .bin:not(.is-newest)')];
    return { color, fills: figures.map((figure) => getComputedStyle(figure).fill) };
  });
  expect(colours.fills.length).toBeGreaterThan(0);
  expect(colours.fills).not.toContain(colours.color);
  await overview.getByRole('button', { name: 'Generate the next rows' }).press('Enter');
  await expect(catbird.phase).toHaveText('Running');
  await catbird.stop();
  await catbird.over('Stopped');
  await overview.getByRole('link', { name: 'Change this schema' }).press('Enter');
  await expect(catbird.schema.getByRole('heading', { name: 'Schema Designer' })).toBeInViewport();
  await overview.getByRole('link', { name: 'Send it somewhere' }).press('Enter');
  await expect(catbird.settings.getByRole('heading', { name: 'Settings' })).toBeInViewport();
});

test('a finished run has its summary and its next steps at hand, and one primary button', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(
    tinybirdLink(tinybird.url, { eps: '20', limit: '40', template: 'Stock Prices', seed: '42' }),
  );
  await catbird.generate();
  await catbird.over('Done');
  const report = catbird.overview.locator('.report');
  await expect(report.getByRole('heading')).toHaveText(/^All 40 events sent/);
  await expect(report).toContainText('Reached the limit of 40');
  const facts = report.locator('dl > div');
  await expect(facts.filter({ hasText: 'Sent' })).toContainText('40');
  await expect(facts).toHaveCount(6);
  await expect(catbird.overview.locator('.btn:not(.btn-2, .btn-3)')).toHaveText(['Start Generating!']);
  await report.getByRole('button', { name: 'Generate the next rows' }).press('Enter');
  await expect(catbird.total).toHaveText('80');
  expect(tinybird.rows).toHaveLength(80);
});

test('a failure has a clear message, quotes the service, names it once and can be retried', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith(jsonAnswer(403, { error: 'Invalid auth token' }));
  await catbird.open(
    tinybirdLink(tinybird.url, { eps: '20', limit: '20', template: 'Stock Prices', seed: '42' }),
  );
  await catbird.generate();
  await catbird.over('Failed');
  const text = await catbird.alert.innerText();
  expect(text.split(new URL(tinybird.url).host)).toHaveLength(2);
  expect(text).toMatch(/rejected the credentials[^]*It returned 403[^]*Invalid auth token/);
  await expect(
    catbird.alert.getByRole('button', { name: /^Download the \d+ events? not sent$/ }),
  ).toBeVisible();
  await expect(catbird.overview.locator('.btn:not(.btn-2, .btn-3)')).toHaveText(['Change settings']);
  tinybird.answerWith(undefined);
  await catbird.alert.getByRole('button', { name: 'Retry now' }).press('Enter');
  await catbird.over('Done');
  await expect(catbird.session).toHaveText('20');
});

test('starting again keeps the rate that was set by hand, and says which rate the settings replace', async ({
  catbird,
  serve,
}) => {
  const http = await serve(startHttp());
  await catbird.open({
    generatorName: 'HTTP',
    url: `${http.url}/events`,
    eps: '20',
    template: 'Stock Prices',
    schema: 'Preset',
    seed: '42',
  });
  await catbird.generate();
  await expect(catbird.phase).toHaveText('Running');
  const rate = catbird.overview.getByRole('spinbutton', { name: 'Rate, events per second' });
  const legend = catbird.overview.locator('.legend');
  await rate.fill('60');
  await rate.press('Enter');
  await expect(legend).toContainText('Asked 60/s');
  await expect(catbird.overview).toContainText(
    'Set by hand: starting again keeps it. The settings say 20/s.',
  );
  await catbird.stop();
  await catbird.over('Stopped');
  const before = http.rows.length;
  await catbird.start();
  await expect(catbird.phase).toHaveText('Running');
  await expect(rate).toHaveValue('60');
  await expect(legend).toContainText('Asked 60/s');
  await expect(catbird.session).toHaveText(/^(?:[6-9]\d|\d{3,})$/);
  expect(http.rows.length).toBeGreaterThanOrEqual(before + 60);
  await catbird.stop();
  await catbird.over('Stopped');
  await catbird.field('Events Per Second').fill('10');
  await catbird.save();
  await catbird.start();
  await expect(catbird.overview).toContainText('The settings’ 10/s replaced 60/s that was set by hand.');
  await expect(legend).toContainText('Asked 10/s');
  await catbird.stop();
});
