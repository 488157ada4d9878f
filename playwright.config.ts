import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { LONG } from './apps/web/test/long.ts';
import { CHROMIUM_FLAGS } from './scripts/chromium.js';

const PAGE_PORT = Number(process.env['PAGE_PORT'] ?? 4178);
const PAGE = `http://127.0.0.1:${PAGE_PORT}`;
const chromium = process.env['CHROMIUM_PATH'];

/** `npm run test:long` runs only these, and the tests of other files that have `LONG`'s tag. */
const LONG_FILES = '**/*.long.spec.ts';
const LONG_TAG = new RegExp(LONG.tag);
/** Its tests run one after the other: they share one build of the page. */
const IN_A_ROW = '**/analytics.spec.ts';
const isLong = Boolean(process.env['CATBIRD_LONG']);

/** The browser tests: the built page in a real Chromium, which `npm test` finds and names in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'apps/web/test',
  // What takes longest as a whole begins first.
  projects: isLong
    ? [
        { name: 'long', testMatch: LONG_FILES },
        { name: 'other browsers', testDir: 'test/long', testMatch: LONG_FILES },
        { name: 'sweeps', testMatch: '**/*.spec.ts', testIgnore: LONG_FILES, grep: LONG_TAG },
      ]
    : [
        { name: 'in a row', testMatch: IN_A_ROW, grepInvert: LONG_TAG },
        {
          name: 'page',
          testMatch: '**/*.spec.ts',
          testIgnore: [LONG_FILES, IN_A_ROW],
          grepInvert: LONG_TAG,
        },
      ],
  outputDir: 'test-results',
  // Built JavaScript is run as it is.
  build: { external: ['**/packages/*/{dist,lib}/**'] },
  // A page often waits for its stream: on two cores, three workers need 5:44 where two need 7:14.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // A journey of a minute takes five on a busy machine.
  timeout: isLong ? 600_000 : 300_000,
  // Long enough for a busy machine: a condition that holds is seen at once.
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ...(isLong ? [] : [['./apps/web/test/slow-tests.ts'] as const]),
    // Where to write, which `npm test` sets.
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? [] : [['json'] as const]),
  ],
  use: {
    baseURL: PAGE,
    // A trace takes a fifth of the time: it takes screenshots at every step and keeps every request body.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    // Tests route requests and count them: only those of the service worker itself allow it.
    serviceWorkers: 'block',
    // A click is lost if the page is still scrolling smoothly. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium !== undefined && { executablePath: chromium }),
      args: CHROMIUM_FLAGS,
    },
  },
  webServer: {
    command: 'node scripts/start.js',
    url: PAGE,
    env: { PORT: String(PAGE_PORT), HOST: '127.0.0.1' },
    reuseExistingServer: false,
    // It may build the page, which takes minutes on a busy machine.
    timeout: 900_000,
  },
});
