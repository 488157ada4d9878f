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

/** Collects blocks of the overview that move by themselves, as the browser reports them. */
function observeMoves(): void {
  const moved: string[] = [];
  Object.assign(globalThis, { moved });
  type Entry = PerformanceEntry & {
    readonly hadRecentInput: boolean;
    readonly sources: readonly { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[])
      for (const { node, previousRect, currentRect } of entry.hadRecentInput ? [] : entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const isBlock = currentRect.height > 60 && previousRect.y !== currentRect.y;
        if (isBlock && element?.matches('#overview *') === true)
          moved.push(`${element.className} ${previousRect.y} to ${currentRect.y}`);
      }
  }).observe({ type: 'layout-shift', buffered: true });
}

// One page for all of these: to open one takes longer than a run.
test('live figures', async ({ catbird, page, serve }) => {
  const http = await serve(startHttp());
  await page.addInitScript(observeMoves);
  await page.setViewportSize({ width: 1440, height: 1400 });

  await test.step('live figures and the journey count the rows that the service received', async () => {
    // While the stream starts, all is at its place: what the schema asks for, in grey, and controls that cannot be used yet.
    let start = (): void => undefined;
    const started = new Promise<void>((done) => (start = done));
    await page.route('**/assets/session-*.js', async (route) => {
      await started;
      await route.continue();
    });
    await catbird.open({
      generatorName: 'HTTP',
      url: `${http.url}/events`,
      eps: '200',
      limit: '600',
      ...SHOP,
    });
    await catbird.generate();
    await expect(catbird.phase).toHaveText('Starting');
    await expect(card(catbird, 'country')).toContainText('DE0 %');
    await expect(card(catbird, 'country').locator('.share-asked')).toHaveCount(5);
    await expect(card(catbird, 'total')).toContainText('as in the preview');
    await expect(card(catbird, 'total').locator('.bin').nth(3)).not.toHaveAttribute('height', '0');
    await expect(journey(catbird)).toContainText('pending');
    for (const name of ['5 % late', 'Pause'])
      await expect(catbird.overview.getByRole('button', { name })).toBeDisabled();
    start();
    // Live, before the end.
    await expect(catbird.overview.getByText(/^of [1-9][\d,]* rows$/)).toBeVisible();
    await catbird.over('Done');
    await expect(catbird.overview.getByText('of 600 rows')).toBeVisible();
    const rows = http.rows as readonly Order[];
    expect(rows).toHaveLength(600);
    const shares = Object.entries(tally(rows.map(({ country }) => country)))
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${((count / 600) * 100).toFixed(1)} %`);
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
    await expect(card(catbird, 'total')).toContainText(`mean ${Number((sum / 600).toPrecision(4))}`);
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

  await test.step('nothing of the overview moves by itself from the first second of a run to its end', async () => {
    await expect(card(catbird, 'country')).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([]);
  });

  // accessible-states.ts looks at them in both themes, and while a stream runs.
  await test.step('another field is chosen by keyboard, and stays for the next session', async () => {
    const menu = card(catbird, 'country').getByRole('combobox', { name: 'Show the field' });
    await menu.focus();
    await page.keyboard.press('End');
    const others = catbird.overview.getByRole('combobox', { name: 'Show the field' });
    const chosen = await others.first().inputValue();
    expect(chosen).not.toBe('country');
    await expect(card(catbird, chosen)).toBeVisible();
    // A field that is shown already changes places with the one in its place.
    const second = await others.nth(1).inputValue();
    await others.first().selectOption(second);
    await expect(others.nth(1)).toHaveValue(chosen);
    await expectAccessible(catbird, ['light'], '.field-card');
    await catbird.limit('20');
    await catbird.save();
    await catbird.again('Done');
    await expect(others.first()).toHaveValue(second);
  });

  await test.step('a fast stream shows a sample, and says so', async () => {
    await catbird.choose('Simple Example');
    await catbird.field('Events Per Second').fill('6000');
    await catbird.limit('12000');
    await catbird.save();
    await catbird.again('Done');
    await expect(catbird.overview.getByText(/^of [\d,]+ of 12,000 rows$/)).toBeVisible();
  });
});

test('the end of a run', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  const { overview } = catbird;
  const primary = overview.locator('.btn:not(.btn-2, .btn-3)');

  await test.step('a finished run has its summary and its next steps at hand, and one primary button', async () => {
    await catbird.open(
      tinybirdLink(tinybird.url, { eps: '20', limit: '20', template: 'Stock Prices', seed: '42' }),
    );
    await catbird.generate();
    await catbird.over('Done');
    await expect(overview.locator('.rest summary')).toContainText('all 20 accepted');
    const next = overview.getByRole('group', { name: 'Next' });
    await expect(next.getByRole('link', { name: 'Send it somewhere' })).toBeVisible();
    await expect(next.getByRole('button')).toHaveText([/^Share/, /^Check what arrived/]);
    await expect(primary).toHaveText(['Start Generating!']);
    await catbird.start();
    await expect(catbird.total).toHaveText('40');
    await catbird.over('Done');
    expect(tinybird.rows).toHaveLength(40);
  });

  await test.step('a failure has a clear message, quotes the service, names it once and can be retried', async () => {
    tinybird.answerWith(jsonAnswer(403, { error: 'Invalid auth token' }));
    await catbird.again('Failed');
    const text = await catbird.alert.innerText();
    expect(text.split(new URL(tinybird.url).host)).toHaveLength(2);
    expect(text).toMatch(/rejected the credentials[^]*It returned 403[^]*Invalid auth token/);
    await expect(
      catbird.alert.getByRole('button', { name: /^Download the \d+ events? not sent$/ }),
    ).toBeVisible();
    await expect(primary).toHaveText(['Change settings']);
    tinybird.answerWith(undefined);
    await catbird.start();
    await catbird.over('Done');
    await expect(catbird.session).toHaveText('20');
  });

  await test.step('starting again keeps the rate that was set by hand, and says which rate the settings replace', async () => {
    await catbird.limit(undefined);
    await catbird.save();
    await catbird.start();
    await expect(catbird.phase).toHaveText('Running');
    const rate = overview.getByRole('spinbutton', { name: 'Rate, events per second' });
    const legend = overview.locator('.legend');
    await rate.fill('60');
    await rate.press('Enter');
    await expect(legend).toContainText('Asked 60/s');
    await expect(overview).toContainText('Set by hand: starting again keeps it. The settings say 20/s.');
    await catbird.stop();
    await catbird.over('Stopped');
    const before = tinybird.rows.length;
    await catbird.start();
    await expect(catbird.phase).toHaveText('Running');
    await expect(rate).toHaveValue('60');
    await expect(legend).toContainText('Asked 60/s');
    await expect(catbird.session).toHaveText(/^(?:[6-9]\d|\d{3,})$/);
    expect(tinybird.rows.length).toBeGreaterThanOrEqual(before + 60);
    await catbird.stop();
    await catbird.over('Stopped');
    await catbird.field('Events Per Second').fill('10');
    await catbird.save();
    await catbird.start();
    await expect(overview).toContainText('The settings’ 10/s replaced 60/s that was set by hand.');
    await expect(legend).toContainText('Asked 10/s');
    await catbird.stop();
  });
});
