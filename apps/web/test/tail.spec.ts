import { startHttp } from '../../../test/services/http.ts';
import { expectAccessible, THEMES } from './axe.ts';
import { expect, test, type Catbird } from './page.ts';

const SCHEMA = '{"id": {"type": "catbird.sequence"}, "name": {"type": "person.fullName"}}';

const tail = ({ overview }: Catbird) => overview.getByRole('region', { name: 'Latest events' });
const rows = (catbird: Catbird) => tail(catbird).locator('tbody tr');
const rowNumbers = async (catbird: Catbird): Promise<readonly number[]> =>
  (await rows(catbird).locator('th').allInnerTexts()).map((text) =>
    Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '')),
  );

// One page for the steps of a test: to open one takes longer than most of them.
test('the latest events', async ({ catbird, serve }) => {
  const http = await serve(startHttp());

  await test.step('the latest events are listed newest first, stand still while paused, and open as JSON', async () => {
    await catbird.open({ generatorName: 'HTTP', url: `${http.url}/events`, eps: '200', seed: '42' });
    await catbird.write(SCHEMA);
    await catbird.generate();
    await expect(rows(catbird)).toHaveCount(20);
    await expect(tail(catbird).getByRole('columnheader')).toHaveText(['Row', 'name', 'id']);
    await catbird.more('Filter, columns and pause of events');
    await tail(catbird).getByRole('button', { name: 'Pause list' }).click();
    const numbers = await rowNumbers(catbird);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => (numbers[0] ?? 0) - i));
    // The run goes on.
    await expect(tail(catbird).getByText(/^[2-9]\d\d newer$/)).toBeVisible();
    expect(await rowNumbers(catbird)).toEqual(numbers);
    await rows(catbird).nth(2).getByRole('button').click();
    const opened = tail(catbird).getByRole('region', { name: `Row ${numbers[2]?.toLocaleString('en')}` });
    const event = JSON.parse(await opened.getByRole('group').innerText()) as { id: number };
    expect(http.rows).toContainEqual(event);
    await opened.getByRole('button', { name: 'Close' }).click();
    // Columns are chosen by keyboard, and kept for the run.
    const columns = tail(catbird).getByRole('button', { name: 'Columns' });
    await columns.press('Enter');
    const menu = tail(catbird).getByRole('group', { name: 'Columns' });
    await expect(menu.getByRole('checkbox', { name: 'name' })).toBeFocused();
    await catbird.page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('checkbox', { name: 'id' })).toBeFocused();
    await catbird.page.keyboard.press('Space');
    await expect(tail(catbird).getByRole('columnheader')).toHaveText(['Row', 'name']);
    await catbird.page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(columns).toBeFocused();
    await tail(catbird).getByRole('button', { name: 'Resume list' }).click();
    await expect.poll(async () => (await rowNumbers(catbird))[0]).toBeGreaterThan(numbers[0] ?? Infinity);
    await expect(tail(catbird).getByRole('columnheader')).toHaveText(['Row', 'name']);
    await catbird.stop();
    await catbird.over('Stopped');
    await columns.click();
    await expectAccessible(catbird, THEMES, '.tail');
    await menu.getByRole('button', { name: 'As many as fit' }).click();
    await expect(tail(catbird).getByRole('columnheader')).toHaveText(['Row', 'name', 'id']);
    await tail(catbird).getByRole('heading').click();
    await expect(menu).toBeHidden();
    // What was in flight has been accepted by now.
    await expect(rows(catbird).locator('.is-accepted')).toHaveCount(20);
  });

  await test.step('events that were retried or rejected are found by the filter, by shape and by name', async () => {
    let request = 0;
    http.answerWith(() => {
      request++;
      if (request === 2) return { status: 400, body: 'no' };
      return request === 3 ? { status: 503, body: 'busy' } : undefined;
    });
    const link = { generatorName: 'HTTP', url: `${http.url}/events`, eps: '5', limit: '15' };
    await catbird.open({ ...link, onFailure: 'continue' });
    await catbird.write(SCHEMA);
    await catbird.generate();
    await catbird.over('Done');
    await catbird.more('Filter, columns and pause of events');
    const filter = tail(catbird).getByRole('combobox', { name: 'Show events' });
    await filter.selectOption('Rejected or failed');
    await expect.poll(() => rowNumbers(catbird)).toEqual([10, 9, 8, 7, 6]);
    await expect(rows(catbird).first().getByRole('button')).toHaveAccessibleName(/^10 ?, rejected$/);
    await expect(rows(catbird).locator('.is-lost')).toHaveCount(5);
    await filter.selectOption('With faults');
    await expect(tail(catbird)).toContainText('No matches among the latest events.');
    // Where every row went, once: the sum, the events of the run, and a file of what was not sent.
    const [download] = await Promise.all([
      catbird.page.waitForEvent('download'),
      catbird.overview.getByRole('button', { name: 'Download the 5 events not sent' }).click(),
    ]);
    const stream = await download.createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: number }).id),
    ).toEqual([6, 7, 8, 9, 10]);
    await catbird.more('Requests and outcomes');
    const log = catbird.overview.getByRole('list', { name: 'What happened in this session' });
    await expect(log.getByRole('listitem')).toHaveCount(2);
    await expect(log).toContainText('retried');
  });
});

test('a screen reader hears of a run once in ten seconds, and never of an event', async ({
  catbird,
  serve,
}) => {
  const { page } = catbird;
  const http = await serve(startHttp());
  // Its clock runs as usual until the test moves it on.
  await page.clock.install();
  await catbird.open({ generatorName: 'HTTP', url: `${http.url}/events`, eps: '200' });
  await page.evaluate(() => {
    const said: [text: string, atMs: number][] = [];
    Object.assign(globalThis, { said });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        const live = place?.closest('[role=status], [role=alert], output, [aria-live]');
        if (live?.getAttribute('aria-live') !== 'off' && live?.closest('#overview'))
          said.push([live.textContent, performance.now()]);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  const said = () =>
    page.evaluate(() => (globalThis as unknown as { said: [text: string, atMs: number][] }).said);
  const untilSent = (more: number) => {
    const before = http.rows.length;
    return expect.poll(() => http.rows.length).toBeGreaterThan(before + more);
  };
  await catbird.generate();
  await expect(rows(catbird)).toHaveCount(20);
  await expect.poll(said).toHaveLength(1);
  await untilSent(200);
  await page.clock.fastForward(10_000);
  await expect.poll(async () => (await said()).length).toBeGreaterThan(1);
  await untilSent(200);
  const spoken = await said();
  for (const [text] of spoken) expect(text).toMatch(/^Running\. [\d,]+ events sent$/);
  const gaps = spoken.slice(1).map(([, atMs], i) => atMs - (spoken[i]?.[1] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(9000);
});
