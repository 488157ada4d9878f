import { text } from 'node:stream/consumers';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { compress } from '../src/link/compress.ts';
import { expect, test, type Catbird, type Query } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

const TIMED = JSON.stringify({ at: { type: 'catbird.timestampNow' }, id: { type: 'string.uuid' } }, null, 2);

/** Opens a link to a service, with a schema. */
async function openAt({ url }: Service, catbird: Catbird, schema: string, more: Query): Promise<void> {
  const custom = { template: 'Custom', schema: await compress(schema) };
  await catbird.open({ generatorName: 'HTTP', url: `${url}/events`, seed: '42', ...custom, ...more });
}

const linesOf = ({ requests }: Service): string[] =>
  requests.flatMap(({ body }) => body.toString().split('\n').slice(0, -1));

const slider = ({ overview }: Catbird) => overview.getByRole('slider', { name: 'Rate' });
const number = ({ overview }: Catbird) =>
  overview.getByRole('spinbutton', { name: 'Rate, events per second' });
const legend = ({ overview }: Catbird) => overview.locator('.legend');
const press = ({ overview }: Catbird, name: string) =>
  overview.getByRole('button', { name, exact: true }).press('Enter');

/** Seconds of the run so far, as the run bar shows them. */
const elapsedS = async ({ overview }: Catbird): Promise<number> => {
  const text = await overview.locator('.state').innerText();
  return Number(/([\d.]+) s/.exec(text)?.[1]);
};

/** Waits for so many more seconds of the run. */
async function runOn(catbird: Catbird, seconds: number): Promise<void> {
  const since = await elapsedS(catbird);
  await expect.poll(() => elapsedS(catbird)).toBeGreaterThan(since + seconds);
}

// One page for the steps of a test: to open one takes longer than most of them.
test('the rate of a running stream', async ({ catbird, serve }) => {
  const http = await serve(startHttp());
  const arrivals: number[] = [];
  http.answerWith(({ body }) => {
    const second = Math.floor(Date.now() / 1000);
    arrivals[second] = (arrivals[second] ?? 0) + body.toString().split('\n').length - 1;
    return undefined;
  });
  const plot = catbird.overview.locator('.plot');

  await test.step('the achieved rate is honest from the first second: it never exceeds the asked one on a fast service', async () => {
    await openAt(http, catbird, TIMELESS, { eps: '200', limit: '400' });
    await catbird.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const [, achieved] = document.querySelectorAll('#overview .legend b');
        const text = achieved?.textContent ?? '';
        if (seen.at(-1) !== text) seen.push(text);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    await catbird.generate();
    await catbird.over('Done');
    const seen = await catbird.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    const rates = seen
      .filter((text) => text.endsWith('/s'))
      .map((text) => parseFloat(text.replaceAll(',', '')));
    expect(rates.length).toBeGreaterThan(0);
    expect(Math.max(...rates)).toBeLessThanOrEqual(200);
    expect(rates.at(-1)).toBeGreaterThan(190);
  });

  await test.step('a rate that cannot be is explained and not taken', async () => {
    await catbird.field('Events Per Second').fill('50');
    await catbird.limit(undefined);
    await catbird.save();
    await catbird.start();
    await expect(legend(catbird)).toContainText('Asked 50/s');
    for (const text of ['501', '-1', '1e308', '']) {
      await number(catbird).fill(text);
      await number(catbird).press('Enter');
      await expect(catbird.overview.locator('.rate-control .err')).toHaveText(
        'Must be a number from 0 to 500',
      );
      await expect(number(catbird)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(legend(catbird)).toContainText('Asked 50/s');
  });

  await test.step('while a stream is paused nothing arrives, and it goes on with the next row', async () => {
    await press(catbird, 'Pause');
    await expect(catbird.phase).toHaveText('Paused');
    await expect(catbird.count('In flight')).toHaveText('0');
    const paused = http.rows.length;
    await runOn(catbird, 1.5);
    expect(http.rows).toHaveLength(paused);
    await expect(plot).toContainText('Paused');
    await press(catbird, 'Resume');
    await expect(catbird.phase).toHaveText('Running');
    await expect.poll(() => http.rows.length).toBeGreaterThan(paused + 40);
  });

  await test.step('the slider changes the rate that arrives when it is let go, and marks it on the chart', async () => {
    arrivals.length = 0;
    // While it moves, nothing is sent.
    const { mouse } = catbird.page;
    await slider(catbird).hover();
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider(catbird).boundingBox()) ?? {};
    await mouse.move(x + width * 0.66, y + height / 2);
    await mouse.down();
    await mouse.move(x + width + 20, y + height / 2, { steps: 20 });
    await expect(number(catbird)).toHaveValue('500');
    await runOn(catbird, 1);
    await expect(legend(catbird)).toContainText('Asked 50/s');
    await mouse.up();
    await expect(legend(catbird)).toContainText('Asked 500/s');
    await expect(plot).toContainText('50 → 500/s');
    // At twice 50 a second, the fastest that it would catch up, no second has so many.
    await expect.poll(() => Math.max(...Object.values(arrivals))).toBeGreaterThan(300);
    await slider(catbird).press('Home');
    await expect(catbird.phase).toHaveText('Paused');
    await number(catbird).fill('5');
    await number(catbird).press('Enter');
    await expect(legend(catbird)).toContainText('Asked 5/s');
    await expect(catbird.phase).toHaveText('Running');
    const latest = (): number[] => Object.values(arrivals).slice(-3, -1);
    await expect.poll(() => latest().every((rows) => rows > 0 && rows <= 10)).toBe(true);
    await catbird.stop();
    await catbird.over('Stopped');
    const lines = linesOf(http);
    // Requests of the same moment may overtake one another.
    expect(lines.toSorted()).toEqual(engineRows(TIMELESS, '42', 0, lines.length).toSorted());
  });

  await test.step('a stream follows a curve from the next row on, and goes back to its plan', async () => {
    await openAt(http, catbird, TIMED, { eps: '20', from: 'now' });
    await catbird.generate();
    await expect(legend(catbird)).toContainText('Asked 20/s');
    await catbird.more('Follow a curve');
    await press(catbird, 'Follow this curve');
    await expect(plot).toContainText('20/s → curve');
    await press(catbird, 'Back to the plan');
    await expect(plot).toContainText('curve → 20/s');
    await catbird.stop();
    await catbird.over('Stopped');
    await catbird.more('Share');
    const download = catbird.page.waitForEvent('download');
    await press(catbird, 'Download config');
    const stream = await (await download).createReadStream();
    const file = JSON.parse(await text(stream)) as { from: string; changes: [string, unknown][] };
    expect(Date.parse(file.from) % 1000).toBe(0);
    expect(file.changes).toMatchObject([
      [expect.any(String), 'business day'],
      [expect.any(String), 'planned'],
    ]);
  });
});

interface Timed {
  readonly at: string;
  readonly id: string;
}

const timesOf = (rows: readonly unknown[]): number[] =>
  (rows as readonly Timed[]).map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b);

test('history', async ({ catbird, serve }) => {
  await test.step('ten minutes of history are sent and then the present, without a gap, a double or an event of the future', async () => {
    const http = await serve(startHttp());
    const future: number[] = [];
    http.answerWith(({ body }) => {
      const last = JSON.parse(body.toString().trimEnd().split('\n').at(-1) ?? '') as Timed;
      if (Date.parse(last.at) > Date.now()) future.push(Date.parse(last.at));
      return undefined;
    });
    /** Waits until more current rows have arrived. */
    const live = async (): Promise<void> => {
      await expect(catbird.phase).toHaveText('Live');
      const before = http.rows.length;
      await expect.poll(() => http.rows.length).toBeGreaterThan(before);
    };
    const stop = async (): Promise<void> => {
      await catbird.stop();
      await catbird.over('Stopped');
    };
    await openAt(http, catbird, TIMED, { eps: '20', from: '-10m' });
    await catbird.generate();
    await live();
    await stop();
    // A session that starts again goes on with the next row of the same time, without sending history twice.
    await catbird.start();
    await live();
    await press(catbird, 'Pause');
    await expect(catbird.phase).toHaveText('Paused');
    await expect(catbird.count('In flight')).toHaveText('0');
    const times = timesOf(http.rows);
    await stop();
    const [from = 0] = times;
    expect(from % 1000).toBe(0);
    expect(times.length).toBeGreaterThanOrEqual(20 * 600);
    expect(times.filter((time, i) => time !== from + i * 50)).toEqual([]);
    // So does one that was stopped while paused.
    await catbird.start();
    await live();
    await stop();
    expect(future).toEqual([]);
    const ids = (http.rows as readonly Timed[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  await test.step('Go live now skips the history that is left, and events whose time is now follow', async () => {
    const http = await serve(startHttp());
    // At this speed an hour takes half an hour.
    await openAt(http, catbird, TIMED, { eps: '20', from: '-1h', speed: '2' });
    await catbird.generate();
    await expect(catbird.phase).toHaveText('Catching up with history');
    await expect(catbird.overview.getByRole('group', { name: 'History' })).toContainText('of 60 minutes');
    await press(catbird, 'Go live now');
    await expect(catbird.phase).toHaveText('Live');
    const before = http.rows.length;
    await expect.poll(() => http.rows.length).toBeGreaterThan(before);
    await catbird.stop();
    await catbird.over('Stopped');
    const dropped = (await catbird.count('Dropped').textContent()) ?? '';
    const skipped = Number(dropped.replaceAll(',', ''));
    expect(skipped).toBeGreaterThan(70_000);
    await expect(catbird.overview.locator('.plot')).toContainText(`Live, ${dropped} skipped`);
    const times = timesOf(http.rows);
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps.filter((gap) => gap !== 50)).toEqual([(skipped + 1) * 50]);
  });

  await test.step('a link with an absolute time sends the same bytes again, also after a reload', async () => {
    const http = await serve(startHttp());
    const rate = JSON.stringify({ day: { low: 0.5, high: 1.5, top: '14:00' } });
    const query = {
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-01T02:00:00Z',
      arrivals: 'poisson',
      eps: '1',
      rate,
    };
    await openAt(http, catbird, TIMED, query);
    await catbird.generate();
    await catbird.over('Done');
    const first = linesOf(http);
    expect(first.length).toBeGreaterThan(3000);
    expect(http.rows.every((row) => (row as { at: string }).at.startsWith('2026-01-01T0'))).toBe(true);
    await catbird.page.reload();
    for (const [name, value] of Object.entries(query)) expect(catbird.query().get(name)).toBe(value);
    await catbird.generate();
    await catbird.over('Done');
    expect(linesOf(http)).toHaveLength(2 * first.length);
    expect(linesOf(http).slice(first.length).toSorted()).toEqual(first.toSorted());
  });
});
