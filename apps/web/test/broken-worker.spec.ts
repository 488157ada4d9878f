import type { Page, Route } from '@playwright/test';
import { LONG } from './long.ts';
import { expect, UNREACHABLE, test, tinybirdLink, type Catbird } from './page.ts';

const WORKER = '**/assets/engine.worker-*.js';
const TOKEN = 'p.a-token-for-tests';

/** Replaces the engine's worker. */
const script =
  (body: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ contentType: 'text/javascript', body });
const missing = (route: Route): Promise<void> => route.fulfill({ status: 404, body: 'Nothing here' });
/** Fails on the start message. */
const breaking = (statement: string): string =>
  `addEventListener('message', ({ data }) => { if (data.kind === 'start') ${statement} });`;

/** The engine's own script, with more after it. */
const andMore =
  (body: string) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n${body}` });
  };

const errors = ({ console }: Catbird): string[] => console.filter((line) => line.startsWith('ERR > '));

/** Opens a link with the real engine, and starts a stream with another worker. */
async function startWith(catbird: Catbird, worker: Parameters<Page['route']>[1]): Promise<void> {
  await catbird.open(tinybirdLink(UNREACHABLE, { token: TOKEN }));
  await catbird.preview();
  await catbird.page.route(WORKER, worker);
  await catbird.generate();
  await catbird.over('Failed');
}

const CASES = [
  ['throws when it loads', script('throw new Error("BOOM")'), 'Uncaught Error: BOOM'],
  ['throws later', script(breaking('throw new Error("BOOM")')), 'Uncaught Error: BOOM'],
  ['cannot be parsed', script('BOOM('), 'The engine could not be loaded'],
  ['is missing', missing, 'The engine could not be loaded'],
  ['rejects a promise', andMore(breaking('void Promise.reject(new Error("BOOM"))')), 'BOOM'],
  ['reports a failure', script(breaking(`postMessage({ kind: 'broken', message: 'BOOM' })`)), 'BOOM'],
] as const;

for (const [what, worker, words] of CASES) {
  const details = /load|parsed|reports/.test(what) ? LONG : {};
  test.describe(what, details, () => {
    test(`a stream's worker that ${what} is logged and shown`, async ({ catbird }) => {
      await startWith(catbird, worker);
      await expect(catbird.alert).toContainText('Something went wrong and the stream stopped');
      await expect(catbird.alert).toContainText(words);
      await expect.poll(() => errors(catbird)).toEqual([expect.stringContaining(words)]);
      await expect(catbird.total).toHaveText('0');
    });
  });
}

for (const [what, worker, words] of CASES.filter(([what]) => !/later|promise|reports/.test(what))) {
  const details = what === 'is missing' ? {} : LONG;
  test(`an engine that ${what} is logged and shown in the schema designer`, details, async ({ catbird }) => {
    await catbird.page.route(WORKER, worker);
    await catbird.open(tinybirdLink(UNREACHABLE, { token: TOKEN }));
    await expect(catbird.issues).toContainText(`Error generating sample: ${words}`);
    await expect.poll(() => errors(catbird)).toContainEqual(expect.stringContaining(words));
    // A new worker is started.
    await catbird.page.unroute(WORKER);
    await catbird.preview();
    await expect(catbird.sample).toContainText('timestamp');
  });
}

test('a worker that fails during a connection test is logged and shown', async ({ catbird }) => {
  // The table of fields would ask the worker, too.
  await catbird.page.addInitScript(() => localStorage.setItem('schema-view', 'json'));
  await catbird.page.route(WORKER, script('throw new Error("BOOM")'));
  await catbird.open(tinybirdLink(UNREACHABLE, { token: TOKEN }));
  await expect(catbird.issues).toContainText('BOOM');
  const before = errors(catbird).length;
  await catbird.settings.getByRole('button', { name: 'Test connection' }).click();
  await catbird.settings.getByRole('button', { name: 'Send test request' }).click();
  await expect(catbird.settings.getByRole('alert')).toContainText('Uncaught Error: BOOM');
  await expect
    .poll(() => errors(catbird).slice(before))
    .toEqual([expect.stringContaining('Uncaught Error: BOOM')]);
});

test('a secret repeated by a worker is neither logged nor shown', async ({ catbird }) => {
  await startWith(catbird, script(breaking('throw new Error("BOOM " + data.request.target.settings.token)')));
  await expect(catbird.alert).toContainText('BOOM [hidden]');
  await expect.poll(() => errors(catbird)).toEqual([expect.stringContaining('BOOM [hidden]')]);
});
