import { readFileSync } from 'node:fs';
import { startHttp } from '../../../test/services/http.ts';
import { expect, test } from './page.ts';

const SCHEMA = '{"id": {"type": "catbird.sequence"}}';

// One page for the steps of a test: to open one takes longer than most of them.
test('faults', async ({ catbird, serve }) => {
  await test.step('faults are injected by seed, counted, and logged for download', async () => {
    const http = await serve(startHttp());
    await catbird.open({
      generatorName: 'HTTP',
      url: `${http.url}/events`,
      eps: '5000',
      limit: '1000',
      seed: '7',
      faults: 'duplicates:10,dropped:5',
    });
    await expect(catbird.fold.locator('summary')).toContainText('10 % duplicates, 5 % dropped');
    await catbird.unfold();
    await expect(catbird.field('Duplicates, %')).toHaveValue('10');
    await catbird.write(SCHEMA);
    await catbird.generate();
    await catbird.over('Done');
    await expect(catbird.overview).toContainText(/Injected faults[0-9]+ duplicates, [0-9]+ dropped/);
    await catbird.more('Requests and outcomes');
    const [download] = await Promise.all([
      catbird.page.waitForEvent('download'),
      catbird.overview.getByRole('button', { name: 'Download fault log' }).click(),
    ]);
    const log = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { row: number; kind: string });
    const duplicates = log.filter(({ kind }) => kind === 'duplicate').map(({ row }) => row + 1);
    const dropped = new Set(log.filter(({ kind }) => kind === 'dropped').map(({ row }) => row + 1));
    const ids = http.rows.map((row) => (row as { id: number }).id);
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    expect(twice.length).toBeGreaterThan(50);
    expect(twice.toSorted((a, b) => a - b)).toEqual(duplicates.toSorted((a, b) => a - b));
    expect(ids.filter((id) => dropped.has(id))).toEqual([]);
    expect(ids).toHaveLength(1000);
  });

  await test.step('an impossible share is rejected at its field, together with other errors', async () => {
    await catbird.field('Duplicates, %').fill('120');
    await catbird.field('Events Per Second').fill('-1');
    await catbird.save();
    await expect(catbird.settings).toContainText('duplicates: Must be a number from 0 to 90');
    await expect(catbird.settings).toContainText('eps: Must be greater than 0');
  });

  await test.step('faults are injected for a while at the press of a button, and marked on the chart', async () => {
    const http = await serve(startHttp());
    await catbird.field('Address').fill(`${http.url}/events`);
    await catbird.field('Duplicates, %').fill('');
    await catbird.field('Dropped, %').fill('');
    await catbird.field('Events Per Second').fill('1000');
    await catbird.limit(undefined);
    await catbird.save();
    await catbird.start();
    await expect(catbird.phase).toHaveText('Running');
    await expect.poll(() => http.rows.length).toBeGreaterThan(0);
    await catbird.more('Inject faults for 60 s');
    await catbird.overview.getByRole('button', { name: '2 % duplicates' }).click();
    const running = catbird.overview.getByRole('button', { name: /2 % duplicates, \d+ s left/ });
    await expect(running).toHaveAttribute('aria-pressed', 'true');
    await expect(catbird.overview.locator('.fault-band')).toHaveCount(1);
    const ids = (): readonly number[] => http.rows.map((row) => (row as { id: number }).id);
    /** Every row is there, from the first one after those of the other address. */
    const expectAll = (copied: number): void => {
      const first = Math.min(...ids());
      const rows = Array.from({ length: ids().length - copied }, (_, i) => first + i);
      expect(new Set(ids())).toEqual(new Set(rows));
    };
    const copies = (): number => ids().length - new Set(ids()).size;
    await expect.poll(copies).toBeGreaterThan(3);
    await running.click();
    await expect(running).toBeHidden();
    // The rows after it have none.
    const made = ids().length + 400;
    await expect.poll(() => ids().length).toBeGreaterThan(made);
    const all = copies();
    await expect.poll(() => ids().length).toBeGreaterThan(made + 400);
    expect(copies()).toBe(all);
    // The faults go away when the run ends: the focus stays at their place.
    await catbird.overview.getByRole('button', { name: 'out of order' }).focus();
    await catbird.timeToStop('Stop Generating!');
    await catbird.over('Stopped');
    await expect(catbird.overview.locator('.run-slot')).toBeFocused();
    await expect(catbird.overview).toContainText(`Injected faults${all} duplicates`);
    // Every row is there, and the next session goes on with the next one.
    expectAll(all);
    await catbird.start();
    const before = ids().length;
    await expect.poll(() => ids().length).toBeGreaterThan(before + 200);
    await catbird.stop();
    await catbird.over('Stopped');
    expectAll(all);
  });

  await test.step('with "Keep going", rejected events are counted and the run continues to its limit', async () => {
    const http = await serve(startHttp());
    http.answerWith({ status: 400, body: 'no' }, 1);
    await catbird.field('Address').fill(`${http.url}/events`);
    await catbird.limit('600');
    await catbird.field('If events are rejected').selectOption('continue');
    await catbird.save();
    await catbird.again('Done');
    await expect(catbird.session).toHaveText('400');
    await expect(catbird.count('Generated')).toHaveText('600');
    await expect(catbird.count('Accepted')).toHaveText('400');
    await expect(catbird.count('Rejected')).toHaveText('200');
  });
});
