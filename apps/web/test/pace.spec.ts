import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, test, tinybirdLink, type Catbird } from './page.ts';

const countOf = async (catbird: Catbird): Promise<number> =>
  Number((await catbird.total.innerText()).replaceAll(',', ''));

const rowsIn = ({ body }: { readonly body: Buffer }): number => body.toString().split('\n').length - 1;

test('below 1000 events a second a batch is eps large and goes out each second', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  const arrivals: number[] = [];
  tinybird.answerWith(() => {
    arrivals.push(Date.now());
    return undefined;
  });
  await catbird.open(tinybirdLink(tinybird.url, { eps: '50', limit: '150' }));
  await catbird.generate();
  await catbird.over('Done');
  expect(tinybird.requests.map(rowsIn)).toEqual([50, 50, 50]);
  const [first = 0, , third = 0] = arrivals;
  expect(third - first).toBeGreaterThan(1500);
  expect(third - first).toBeLessThan(2600);
});

test('from 1000 events a second on a batch is a fifth of eps and goes out each 200 ms', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '2000', limit: '2000' }));
  await catbird.generate();
  await catbird.over('Done');
  expect(tinybird.rows).toHaveLength(2000);
  const sizes = tinybird.requests.map(rowsIn);
  // A late timer may let two batches go out as one.
  expect(
    sizes.every((rows) => rows % 400 === 0),
    sizes.join(' '),
  ).toBe(true);
  expect(sizes.length).toBeGreaterThanOrEqual(3);
});

test('Stop ends the run within a second, and counts what was acknowledged by then', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '2000' }));
  await catbird.generate();
  await expect.poll(() => countOf(catbird)).toBeGreaterThan(1000);
  const tookMs = await catbird.timeToStop('Stop Generating!');
  expect(tookMs).toBeLessThan(1000);
  await catbird.over('Stopped');
  const sent = await countOf(catbird);
  expect(tinybird.rows).toHaveLength(sent);
  await catbird.page.waitForTimeout(600);
  expect(tinybird.rows).toHaveLength(sent);
  expect(await countOf(catbird)).toBe(sent);
});

test('at a high rate the counters change at most ten times a second, and the page answers clicks', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  // Counting is enough: parsing a million rows would slow the machine down.
  tinybird.answerWith(({ body }) => ({
    status: 202,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      successful_rows: body.toString('latin1').split('\n').length - 1,
      quarantined_rows: 0,
    }),
  }));
  await catbird.open(tinybirdLink(tinybird.url, { eps: '20000' }));
  await catbird.generate();
  await expect.poll(() => countOf(catbird)).toBeGreaterThan(4000);
  const changes = await catbird.total.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let count = 0;
        const observer = new MutationObserver(() => count++);
        observer.observe(element, { childList: true, characterData: true, subtree: true });
        setTimeout(() => resolve(count), 2000);
      }),
  );
  expect(changes).toBeGreaterThan(2);
  expect(changes).toBeLessThanOrEqual(21);
  // Longest time between two frames: what a person feels.
  const longest = await catbird.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let last = began;
        let longest = 0;
        const frame = (now: number): void => {
          longest = Math.max(longest, now - last);
          last = now;
          if (now - began < 1500) requestAnimationFrame(frame);
          else resolve(longest);
        };
        requestAnimationFrame(frame);
      }),
  );
  expect(longest).toBeLessThan(500);
  await catbird.stop();
  await catbird.over('Stopped');
});
