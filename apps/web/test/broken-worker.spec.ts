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

const CASES = [
  ['throws when it loads', script('throw new Error("BOOM")'), 'Uncaught Error: BOOM'],
  ['throws later', script(breaking('throw new Error("BOOM")')), 'Uncaught Error: BOOM'],
  ['cannot be parsed', script('BOOM('), 'The engine could not be loaded'],
  ['is missing', missing, 'The engine could not be loaded'],
  ['rejects a promise', andMore(breaking('void Promise.reject(new Error("BOOM"))')), 'BOOM'],
  ['reports a failure', script(breaking(`postMessage({ kind: 'broken', message: 'BOOM' })`)), 'BOOM'],
] as const;

/** Opens a link with the real engine. */
async function open(catbird: Catbird): Promise<void> {
  await catbird.open(tinybirdLink(UNREACHABLE, { token: TOKEN }));
  await catbird.preview();
}

/** Runs a stream with another worker, until it fails. */
async function runWith(catbird: Catbird, worker: Parameters<Page['route']>[1]): Promise<void> {
  catbird.forget();
  await catbird.page.route(WORKER, worker);
  if (await catbird.overview.isVisible()) await catbird.again('Failed');
  else {
    await catbird.generate();
    await catbird.over('Failed');
  }
  await catbird.page.unroute(WORKER);
}

/** Runs streams of a page, each with another worker of these. */
async function runEach(catbird: Catbird, cases: readonly (typeof CASES)[number][]): Promise<void> {
  for (const [what, worker, words] of cases)
    await test.step(`a stream's worker that ${what} is logged and shown`, async () => {
      await runWith(catbird, worker);
      await expect(catbird.alert).toContainText('Something went wrong and the stream stopped');
      await expect(catbird.alert).toContainText(words);
      await expect.poll(() => errors(catbird)).toEqual([expect.stringContaining(words)]);
      await expect(catbird.total).toHaveText('0');
    });
}

/** What more cases of the same add little to. */
const MORE = /load|parsed|reports/;

// One page for all of these: to open one takes longer than a run.
test("a stream's worker", async ({ catbird }) => {
  await open(catbird);
  await runEach(
    catbird,
    CASES.filter(([what]) => !MORE.test(what)),
  );
  await test.step('a secret repeated by a worker is neither logged nor shown', async () => {
    await runWith(catbird, script(breaking('throw new Error("BOOM " + data.request.target.settings.token)')));
    await expect(catbird.alert).toContainText('BOOM [hidden]');
    await expect.poll(() => errors(catbird)).toEqual([expect.stringContaining('BOOM [hidden]')]);
  });
});

test("a stream's worker, in more cases", LONG, async ({ catbird }) => {
  await open(catbird);
  await runEach(
    catbird,
    CASES.filter(([what]) => MORE.test(what)),
  );
});

/** Shows an engine that is broken in the schema designer. */
async function design(catbird: Catbird, [what, worker, words]: (typeof CASES)[number]): Promise<void> {
  await test.step(`an engine that ${what} is logged and shown in the schema designer`, async () => {
    catbird.forget();
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

test('an engine', async ({ catbird }) => {
  for (const each of CASES) if (each[0] === 'is missing') await design(catbird, each);
  await test.step('a worker that fails during a connection test is logged and shown', async () => {
    // The table of fields would ask the worker, too.
    await catbird.page.addInitScript(() => localStorage.setItem('schema-view', 'json'));
    await catbird.page.route(WORKER, script('throw new Error("BOOM")'));
    await catbird.open(tinybirdLink(UNREACHABLE, { token: TOKEN }));
    await expect(catbird.issues).toContainText('BOOM');
    const before = errors(catbird).length;
    await catbird.settings.getByRole('button', { name: /^(Continue|Save)$/ }).click();
    await catbird.settings.getByRole('button', { name: 'Send test request' }).click();
    await expect(catbird.settings.getByRole('alert')).toContainText('Uncaught Error: BOOM');
    await expect
      .poll(() => errors(catbird).slice(before))
      .toEqual([expect.stringContaining('Uncaught Error: BOOM')]);
  });
});

test('an engine, in more cases', LONG, async ({ catbird }) => {
  for (const each of CASES)
    if (!/is missing|later|promise|reports/.test(each[0])) await design(catbird, each);
});
