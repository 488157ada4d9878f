import { startTinybird } from '../../../test/services/tinybird.ts';
import { countStreams, expect, test, tinybirdLink, type Catbird } from './page.ts';

const countOf = async (catbird: Catbird): Promise<number> =>
  Number((await catbird.total.innerText()).replaceAll(',', ''));

const rowsIn = ({ body }: { readonly body: Buffer }): number => body.toString().split('\n').length - 1;

/** Collects, in the page, the time that ten changes of the counter take. */
const tenChangesMs = (element: Element): Promise<number> =>
  new Promise((resolve) => {
    const beganMs = performance.now();
    let changes = 0;
    new MutationObserver((_, observer) => {
      if (++changes < 10) return;
      observer.disconnect();
      resolve(performance.now() - beganMs);
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });

/** The longest time between two frames within 1.5 s: what a user feels. */
const longestFrameMs = (): Promise<number> =>
  new Promise((resolve) => {
    const beganMs = performance.now();
    let last = beganMs;
    let longest = 0;
    const frame = (now: number): void => {
      longest = Math.max(longest, now - last);
      last = now;
      if (now - beganMs < 1500) requestAnimationFrame(frame);
      else resolve(longest);
    };
    requestAnimationFrame(frame);
  });

// One page for the steps of a test: to open one takes longer than most of them.
test('batches', async ({ catbird, page, serve }) => {
  const tinybird = await serve(startTinybird());

  await test.step('below 1000 events a second a batch is eps large and goes out each second', async () => {
    const arrivals: { readonly atMs: number; readonly rows: number }[] = [];
    tinybird.answerWith((request) => {
      arrivals.push({ atMs: Date.now(), rows: rowsIn(request) });
      return undefined;
    });
    await catbird.open(tinybirdLink(tinybird.url, { eps: '50', limit: '150' }));
    await catbird.generate();
    await catbird.over('Done');
    // A late timer may let two batches go out as one.
    expect(arrivals.filter(({ rows }) => rows % 50 !== 0)).toEqual([]);
    // By the run's own clock the last batch is due two seconds after the first.
    await expect(catbird.count('Generated')).toHaveText('150');
    await expect(catbird.count('Accepted')).toHaveText('150');
    await expect(catbird.overview.locator('.state')).toContainText(/after ([2-9]|\d{2,})(\.\d)? s/);
    // A busy machine may be late; some run is on time, and a slow pace never is.
    await expect(async () => {
      if (arrivals.length === 0) await catbird.again('Done');
      const run = arrivals.splice(0);
      expect(run.map(({ rows }) => rows)).toEqual([50, 50, 50]);
      const tookMs = (run[2]?.atMs ?? 0) - (run[0]?.atMs ?? 0);
      expect(tookMs).toBeGreaterThan(1500);
      expect(tookMs).toBeLessThan(2600);
    }).toPass();
  });

  await test.step('from 1000 events a second on a batch is a fifth of eps and goes out each 200 ms', async () => {
    tinybird.answerWith(undefined);
    await catbird.field('Events Per Second').fill('2000');
    await catbird.limit('2000');
    await catbird.save();
    const [sent, requests] = [tinybird.rows.length, tinybird.requests.length];
    // On a busy machine a run may need fewer requests; some run is on time.
    await expect(async () => {
      const before = tinybird.requests.length;
      await catbird.again('Done');
      expect(tinybird.requests.length - before).toBeGreaterThanOrEqual(3);
    }).toPass();
    expect((tinybird.rows.length - sent) % 2000).toBe(0);
    // A late timer may let two batches go out as one.
    const sizes = tinybird.requests.slice(requests).map(rowsIn);
    expect(sizes.filter((rows) => rows % 400 !== 0)).toEqual([]);
  });

  await test.step('an engine that loads slowly makes no burst: the clock starts with the first batch', async () => {
    await page.route('**/assets/session-*.js', async (route) => {
      const response = await route.fetch();
      // Modules that load one after the other over a slow line.
      const slow = 'await new Promise((resolve) => setTimeout(resolve, 2000));';
      await route.fulfill({ response, body: slow + (await response.text()) });
    });
    const requests = tinybird.requests.length;
    await catbird.open(tinybirdLink(tinybird.url, { eps: '500', limit: '600', arrivals: 'even' }));
    await catbird.generate();
    await catbird.over('Done');
    // All that was due since the click would be 1000 events.
    expect(tinybird.requests.slice(requests).map(rowsIn)[0]).toBeLessThan(500);
  });
});

test('a high rate', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());

  await test.step('Stop ends the run within a second, and counts what was acknowledged by then', async () => {
    await catbird.open(tinybirdLink(tinybird.url, { eps: '2000' }));
    await catbird.generate();
    await expect.poll(() => countStreams(catbird.page)).toBe(1);
    // A busy machine may take longer, but not every time.
    await expect(async () => {
      await expect.poll(() => countOf(catbird)).toBeGreaterThan(1000);
      const tookMs = await catbird.timeToStop('Stop Generating!');
      if (tookMs >= 1000) await catbird.start();
      expect(tookMs).toBeLessThan(1000);
    }).toPass();
    await catbird.over('Stopped');
    // Without its worker nothing more can be sent.
    await expect.poll(() => countStreams(catbird.page)).toBe(0);
    const sent = await countOf(catbird);
    expect(tinybird.rows).toHaveLength(sent);
  });

  await test.step('at a high rate the counters change at most ten times a second, and the page answers clicks', async () => {
    // Counting lines is enough: parsing a million rows would slow the machine down.
    tinybird.answerWith(({ body }) => ({
      status: 202,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        successful_rows: body.toString('latin1').split('\n').length - 1,
        quarantined_rows: 0,
      }),
    }));
    await catbird.field('Events Per Second').fill('20000');
    await catbird.save();
    const before = await countOf(catbird);
    await catbird.start();
    await expect.poll(() => countOf(catbird)).toBeGreaterThan(before + 4000);
    // Ten changes need nine intervals of at least 100 ms.
    expect(await catbird.total.evaluate(tenChangesMs)).toBeGreaterThan(800);
    // A busy machine may miss frames, but not in every 1.5 s.
    await expect.poll(() => catbird.page.evaluate(longestFrameMs)).toBeLessThan(500);
    await catbird.stop();
    await catbird.over('Stopped');
  });
});
