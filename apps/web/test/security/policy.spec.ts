import { expect, type Worker } from '@playwright/test';
import { UNREACHABLE, test as base, tinybirdLink } from '../page.ts';

/** These tests violate the policy on purpose, so its reports are no problems. */
const test = base.extend({
  catbird: async ({ catbird }, use) => {
    await use(catbird);
    (catbird.problems as string[]).length = 0;
  },
});

/** Attempts that the policy must block, in a page or worker, with their outcomes. */
const tryEverything = async (): Promise<Record<string, string>> => {
  const attempts: Record<string, () => unknown> = {
    // oxlint-disable-next-line no-eval -- the test checks that it is blocked
    eval: () => (0, eval)('1'),
    Function: () => Reflect.construct(Function, ['return 1'])(),
    wasm: () => WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
    'a request to a foreign host in clear text': () => fetch('http://192.0.2.1/', { mode: 'no-cors' }),
    'a socket to a foreign host': () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket('ws://192.0.2.1/');
        socket.addEventListener('open', resolve);
        socket.addEventListener('error', () => reject(new Error('refused')));
      }),
    'a foreign script': () => import(/* @vite-ignore */ ['https:', '', 'evil.example', 'x.js'].join('/')),
  };
  const outcomes: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    // In its own task: the policy does not apply to the test's own call.
    await new Promise((done) => setTimeout(done));
    try {
      await attempt();
      outcomes[name] = 'done';
    } catch {
      // The policy's own events tell what blocked it.
      outcomes[name] = 'refused';
    }
  }
  return outcomes;
};

/** How often a directive has blocked something so far. Reports are events of their own, which may come after the outcome. */
async function blocked(place: Pick<Worker, 'evaluate'>, directive: string): Promise<number> {
  const directives = await place.evaluate(
    () => (globalThis as unknown as { directives: readonly string[] }).directives,
  );
  return directives.filter((each) => each.startsWith(directive)).length;
}

const ALL_REFUSED = {
  eval: 'refused',
  Function: 'refused',
  wasm: 'refused',
  'a request to a foreign host in clear text': 'refused',
  'a socket to a foreign host': 'refused',
  'a foreign script': 'refused',
};

test('the policy', async ({ catbird, request }) => {
  await catbird.open(tinybirdLink(UNREACHABLE));
  await expect(catbird.schema).toBeVisible();

  await test.step('the page blocks eval, wasm, foreign scripts and unencrypted requests', async () => {
    await catbird.page.evaluate(() => {
      const directives: string[] = [];
      Object.assign(globalThis, { directives });
      addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        directives.push(violatedDirective),
      );
    });
    expect(await catbird.page.evaluate(tryEverything)).toEqual(ALL_REFUSED);
    // The policy blocked them, not an unreachable network.
    // Each is blocked twice: by the policy in the header and the one in the document.
    await expect.poll(() => blocked(catbird.page, 'connect-src')).toBe(4);
    await expect.poll(() => blocked(catbird.page, 'script-src')).toBeGreaterThanOrEqual(4);
  });

  await test.step('the page blocks markup, scripts and workers made from text, and any Trusted Types policy that would allow them', async () => {
    const before = catbird.problems.length;
    const outcomes = await catbird.page.evaluate(() => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      };
      const attempts: Record<string, () => unknown> = {
        markup: () => (document.createElement('p').innerHTML = '<b>text</b>'),
        'a document': () => (document.createElement('iframe').srcdoc = '<b>text</b>'),
        'a script': () => (document.createElement('script').text = 'run()'),
        'the address of a script': () => (document.createElement('script').src = '/theme.js'),
        'a worker': () => new Worker('/theme.js'),
        'another policy': () => trustedTypes.createPolicy('another', {}),
        'a default policy': () => trustedTypes.createPolicy('default', {}),
        'the same policy again': () => trustedTypes.createPolicy('catbird-worker', {}),
      };
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt();
          return [name, 'done'];
        } catch (error) {
          return [name, error instanceof TypeError ? 'refused' : String(error)];
        }
      });
    });
    expect(Object.fromEntries(outcomes)).toEqual({
      markup: 'refused',
      'a document': 'refused',
      'a script': 'refused',
      'the address of a script': 'refused',
      'a worker': 'refused',
      'another policy': 'refused',
      'a default policy': 'refused',
      'the same policy again': 'refused',
    });
    // Any other test fails on each of these reports.
    expect(catbird.problems.length - before).toBeGreaterThanOrEqual(outcomes.length);
  });

  await test.step('the worker blocks them, too', async () => {
    await expect(catbird.schema.getByRole('treegrid')).not.toHaveCount(0);
    // The page replaces a worker that a slow machine keeps waiting: the next one is asked then.
    await expect(async () => {
      const [engine] = catbird.page.workers();
      if (engine === undefined) throw new Error('There is no worker');
      await engine.evaluate(() => {
        const directives: string[] = [];
        Object.assign(globalThis, { directives });
        addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
          directives.push(violatedDirective),
        );
      });
      expect(await engine.evaluate(tryEverything)).toEqual(ALL_REFUSED);
      await expect.poll(() => blocked(engine, 'connect-src')).toBe(2);
    }).toPass();
  });

  await test.step('pages of other origins cannot frame this one', async () => {
    const headers = (await request.get('/')).headers();
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['permissions-policy']).toContain('geolocation=()');
  });
});
