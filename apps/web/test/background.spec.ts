import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, test, tinybirdLink, type Catbird } from './page.ts';

const EPS = 200;
/** Rows that must arrive meanwhile: more than those already in flight, and far more than one timer a minute would send. */
const ROWS = 3 * EPS;

/** Stops the run and checks that it generated rows at the asked rate, by its own clock. */
async function expectRateHeld(catbird: Catbird): Promise<void> {
  await catbird.page.bringToFront();
  // On a busy machine it may have to catch up first.
  await expect(catbird.phase).toHaveText('Running');
  await catbird.stop();
  await catbird.over('Stopped');
  const generated = (await catbird.count('Generated').textContent()) ?? '';
  const state = await catbird.overview.locator('.state').innerText();
  const [, minutes = '0', seconds = ''] = /after (?:(\d+) min )?([\d.]+) s/.exec(state) ?? [];
  const due = EPS * (Number(minutes) * 60 + Number(seconds));
  // A batch is a second's rows, and the page rounds the duration.
  expect(Math.abs(Number(generated.replaceAll(',', '')) - due), `${generated} ${state}`).toBeLessThanOrEqual(
    2 * EPS,
  );
}

// One page for the steps of a test: to open one takes longer than most of them.
test('in the background, the rate holds', async ({ catbird, serve, context }) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: String(EPS) }));

  await test.step('the rate holds while another tab is in front', async () => {
    await catbird.generate();
    await expect.poll(() => tinybird.rows.length).toBeGreaterThan(0);
    const other = await context.newPage();
    await other.bringToFront();
    const before = tinybird.rows.length;
    await expect.poll(() => tinybird.rows.length).toBeGreaterThanOrEqual(before + ROWS);
    await expectRateHeld(catbird);
    await other.close();
  });

  await test.step('the rate holds while the page itself stands still, as the timers of a hidden page nearly do', async () => {
    const earlier = tinybird.rows.length;
    await catbird.start();
    await expect.poll(() => tinybird.rows.length).toBeGreaterThan(earlier);
    const before = tinybird.rows.length;
    // Blocks the page until the rows have arrived, which it asks with synchronous requests.
    tinybird.answerWith(({ method }) =>
      method === 'GET'
        ? { status: tinybird.rows.length >= before + ROWS ? 200 : 204, afterMs: 100 }
        : undefined,
    );
    await catbird.page.evaluate((url) => {
      for (let status = 0; status !== 200;) {
        const request = new XMLHttpRequest();
        request.open('GET', url, false);
        request.send();
        ({ status } = request);
      }
    }, tinybird.url);
    expect(tinybird.rows.length).toBeGreaterThanOrEqual(before + ROWS);
    await expectRateHeld(catbird);
  });
});
