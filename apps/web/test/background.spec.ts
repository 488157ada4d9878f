import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, test, tinybirdLink, type Catbird } from './page.ts';

const EPS = 200;
const SECONDS = 5;

/** Checks the rate at which rows arrive while something goes on. */
async function holdsDuring(rows: readonly unknown[], goesOn: () => Promise<void>): Promise<void> {
  const before = rows.length;
  const began = Date.now();
  await goesOn();
  const seconds = (Date.now() - began) / 1000;
  const achieved = (rows.length - before) / seconds;
  // A batch goes out once a second, so a second's worth may lie on either side of the count.
  expect(achieved).toBeGreaterThan(EPS * (1 - 1.2 / seconds));
  expect(achieved).toBeLessThan(EPS * (1 + 1.2 / seconds));
}

async function finish(catbird: Catbird): Promise<void> {
  await catbird.page.bringToFront();
  await catbird.stop();
  await catbird.over('Stopped');
}

test('the rate holds while another tab is in front', async ({ catbird, serve, context }) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: String(EPS) }));
  await catbird.generate();
  await expect.poll(() => tinybird.rows.length).toBeGreaterThan(0);
  const other = await context.newPage();
  await holdsDuring(tinybird.rows, async () => {
    await other.bringToFront();
    await other.waitForTimeout(SECONDS * 1000);
  });
  await finish(catbird);
});

test('the rate holds while the page itself stands still, as the timers of a hidden page nearly do', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: String(EPS) }));
  await catbird.generate();
  await expect.poll(() => tinybird.rows.length).toBeGreaterThan(0);
  await holdsDuring(tinybird.rows, () =>
    catbird.page.evaluate((ms) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    }, SECONDS * 1000),
  );
  await finish(catbird);
});
