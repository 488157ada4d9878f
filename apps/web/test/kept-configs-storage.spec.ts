import { startHttp } from '../../../test/services/http.ts';
import { compress } from '../src/link/compress.ts';
import { expectNoOffer, NUMBERED, offer, press, resume, rowOf, state } from './streams-panel.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';
import { changeRecords } from './records.ts';

test(
  'a damaged record of a config is not offered, and changes nothing else',
  LONG,
  async ({ catbird, page, serve }) => {
    const http = await serve(startHttp());
    const settings = { url: `${http.url}/events` };
    const streams = { a: { schema: NUMBERED, eps: 50 }, b: { schema: NUMBERED, eps: 50 } };
    await catbird.open({
      config: await compress(JSON.stringify({ destination: 'http', settings, streams })),
    });
    await press(page, 'Start all');
    await expect.poll(() => http.rows.length).toBeGreaterThan(20);
    await press(page, 'Stop all');
    await expect(resume(page)).toBeVisible();

    const damages = [
      { store: 'progress', parts: { remaining: [[-3, Infinity]] } },
      { store: 'progress', parts: { remaining: 'all' } },
      { store: 'progress', parts: { counts: { accepted: NaN } } },
      { store: 'progress', parts: { version: 2 } },
      { store: 'configs', parts: { digests: undefined } },
      { store: 'configs', parts: { seed: 7, savedMs: 'now' } },
    ] as const;
    for (const { store, parts } of damages) {
      const whole = await changeRecords(page, store, parts);
      await page.reload();
      await expectNoOffer(page, JSON.stringify(parts));
      await changeRecords(page, store, {}, whole);
      await page.reload();
      await expect(resume(page)).toBeVisible();
    }
    await changeRecords(page, 'progress', { remaining: [] });
    const sent = http.rows.length;
    await press(page, 'Start all');
    await expect.poll(() => http.rows.length).toBeGreaterThan(sent + 20);
    await press(page, 'Stop all');
    await expect(offer(page)).toContainText('was stopped');
  },
);

// One page for the steps of a test: to open one takes longer than most of them.
test('storage', async ({ catbird, page, serve }) => {
  await test.step('a run whose storage is deleted goes on, says so once, and is not offered again', async () => {
    const http = await serve(startHttp());
    const settings = { url: `${http.url}/events` };
    const streams = { a: { schema: NUMBERED, eps: 100 }, b: { schema: NUMBERED, eps: 100 } };
    await catbird.open({
      config: await compress(JSON.stringify({ destination: 'http', settings, streams })),
    });
    await press(page, 'Start all');
    await expect.poll(() => http.rows.length).toBeGreaterThan(20);
    await page.evaluate(
      () =>
        new Promise((done, fail) => {
          const request = indexedDB.deleteDatabase('catbird-configs');
          request.addEventListener('success', done);
          request.addEventListener('error', fail);
        }),
    );
    const notice = page.getByText('This browser can’t keep this run');
    await expect(notice).toContainText('Its storage was closed or deleted');
    await expect(notice).toHaveCount(1);
    const sent = http.rows.length;
    await expect.poll(() => http.rows.length).toBeGreaterThan(sent + 20);
    await press(page, 'Stop all');
    await expect(state(page)).toHaveText('Stopped');
    await page.reload();
    await expectNoOffer(page);
  });

  await test.step('a run whose storage fills goes on, says so, and offers none of its rows again', async () => {
    const http = await serve(startHttp());
    // After the first saves, those of one stream fail, as in a full storage. Its records can be deleted.
    await page.route('**/assets/session-*.js', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const full = `{
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (value, ...more) {
          if (String(value.id).endsWith('/a') && value.counts.accepted > 20) throw new DOMException('Full', 'QuotaExceededError');
          return put.call(this, value, ...more);
        };
      };`;
      await route.fulfill({ response, body: full + text });
    });
    const settings = { url: `${http.url}/events` };
    const streams = {
      a: { schema: NUMBERED, eps: 100 },
      b: { schema: NUMBERED, eps: 100, limit: 200 },
      later: { schema: NUMBERED, eps: 100, startAfter: 'b' },
    };
    await catbird.open({
      config: await compress(JSON.stringify({ destination: 'http', settings, streams })),
    });
    await press(page, 'Start all');
    await expect(page.getByText('This browser can’t keep this run')).toContainText('Its storage is full');
    await expect(rowOf(page, 'later')).toContainText('Running');
    await press(page, 'Stop all');
    await expect(state(page)).toHaveText('Stopped');
    await page.unroute('**/assets/session-*.js');
    await page.reload();
    await expectNoOffer(page);
  });
});
