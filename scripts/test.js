// Run by `npm test`: every test, including those in a real browser. `--long` runs only the long ones, for `npm run test:long`.
// The last line counts them.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.js';
import { ROOT, run } from './command.js';
import { DATA, missingData } from './data.js';
import { freePorts } from './peers.js';
import { missing, SETUP_COMMAND, setUp, stopServices } from './setup.js';
import {
  closingLine,
  failedInPlaywright,
  failedInVitest,
  NOTHING,
  skippedInPlaywright,
  skippedInVitest,
  sum,
  tallyPlaywright,
  tallyVitest,
  withExitCode,
} from './tally.js';

/** @typedef {import('./tally.js').Tally} Tally */
/** @typedef {import('./tally.js').Skipped} Skipped */
/**
 * @typedef {object} Part what one runner did
 * @property {string} name
 * @property {Tally} tally
 * @property {Skipped} skipped
 * @property {readonly string[]} failed the names of failed tests
 * @property {number} tookMs
 */

const isLong = process.argv.includes('--long');
const env = { CATBIRD_LONG: isLong ? '1' : '' };

/**
 * @param {string} name
 * @param {() => Promise<{ tally: Tally, skipped?: Skipped, failed?: readonly string[] }>} work
 * @returns {Promise<Part>}
 */
async function timed(name, work) {
  const startedMs = performance.now();
  const { tally, skipped = new Map(), failed = [] } = await work();
  return { name, tally, skipped, failed, tookMs: performance.now() - startedMs };
}

/**
 * @param {string} file where the runner writes its report
 * @param {number} code how it ended
 * @param {(report: any) => Tally} read
 * @param {(report: any) => Skipped} readSkipped
 * @param {(report: any) => readonly string[]} [readFailed]
 * @returns {{ tally: Tally, skipped: Skipped, failed?: readonly string[] }}
 */
function reported(file, code, read, readSkipped, readFailed = () => []) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const tally = withExitCode(read(report), code);
    return { tally, skipped: readSkipped(report), failed: readFailed(report) };
  } catch (error) {
    console.error(`The runner left no report: ${error instanceof Error ? error.message : String(error)}`);
    return { tally: { ...NOTHING, failed: 1 }, skipped: new Map() };
  }
}

/** What `npm run setup:long` installs, and only long tests use. */
const LONG_ONLY = ['test/long', 'bench'];

async function build() {
  const { code } = await run('tsc', [
    '--build',
    'packages/core',
    'packages/cli',
    ...(isLong ? LONG_ONLY : []),
  ]);
  if (code !== 0) console.error('There are type errors, see above.');
  return { tally: withExitCode(NOTHING, code) };
}

/** @param {string} folder for the report */
async function testUnits(folder) {
  const file = join(folder, 'vitest.json');
  const { code } = await run('vitest', ['run'], {
    env: { ...env, CATBIRD_REPORT: file },
  });
  return reported(file, code, tallyVitest, skippedInVitest, failedInVitest);
}

/**
 * @param {string} folder for the report
 * @param {string | undefined} chromium without it, the tests are listed and count as skipped
 */
async function testPages(folder, chromium) {
  const file = join(folder, 'playwright.json');
  const args = ['test', '--pass-with-no-tests'];
  const pageEnv = { ...env, CHROMIUM_PATH: chromium ?? '', PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  if (chromium === undefined) {
    await run('playwright', [...args, '--list'], { env: pageEnv, quiet: true });
    return reported(
      file,
      0,
      (report) => ({ ...NOTHING, skipped: countOf(report) }),
      (report) => new Map([['apps/web/test, all of it: no Chromium', countOf(report)]]),
    );
  }
  console.log(`Browser tests use ${chromium}`);
  // Another checkout, or what is left of an earlier run, may listen on the port of the configuration.
  const port = process.env['PAGE_PORT'] ?? String((await freePorts(1))[0]);
  const { code } = await run('playwright', args, { env: { ...pageEnv, PAGE_PORT: port } });
  return reported(file, code, tallyPlaywright, skippedInPlaywright, failedInPlaywright);
}

/** @param {any} report of `playwright test --list` @returns {number} how many tests it lists */
const countOf = ({ suites = [], specs = [] }) =>
  specs.length +
  suites.reduce((/** @type {number} */ total, /** @type {any} */ suite) => total + countOf(suite), 0);

/** @param {number} ms */
const duration = (ms) =>
  `${Math.floor(ms / 60_000)} min ${String(Math.round(ms / 1000) % 60).padStart(2, '0')} s`;

/** @param {readonly Part[]} parts */
function explainSkips(parts) {
  const skipped = parts.flatMap((part) => [...part.skipped]);
  if (skipped.length === 0) return;
  console.log('\nSKIPPED:');
  for (const [file, count] of skipped) console.log(`  ${file}: ${count} ${count === 1 ? 'test' : 'tests'}`);
  const absent = missing();
  if (absent.length > 0)
    console.log(`Not installed: ${absent.join(', ')}. To install them, run: ${SETUP_COMMAND}`);
  const data = missingData();
  if (data.length > 0)
    console.log(
      `Missing public test data in ${DATA}, or the folder that CATBIRD_TEST_DATA names:\n  ${data.join('\n  ')}`,
    );
}

/**
 * @param {string} folder for the reports
 * @returns {Promise<{ setup: Part, parts: Part[] }>}
 */
async function testAll(folder) {
  /** @type {string[]} */
  let services = [];
  const setup = await timed('setup', async () => {
    services = await setUp();
    return { tally: NOTHING };
  });
  try {
    const parts = [
      await timed('build', build),
      await timed('unit tests', () => testUnits(folder)),
      await timed('browser tests', () => testPages(folder, findChromium())),
    ];
    return { setup, parts };
  } finally {
    await stopServices(services);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'catbird-test-'));
try {
  if (isLong && LONG_ONLY.some((each) => !existsSync(join(ROOT, each, 'node_modules'))))
    throw new Error('Long tests need more packages. Install them first: npm run setup:long');
  const { setup, parts } = await testAll(folder);
  explainSkips(parts);
  console.log(`\nsetup (not counted): ${duration(setup.tookMs)}`);
  for (const { name, tookMs } of parts) console.log(`${name}: ${duration(tookMs)}`);
  if (!isLong) console.log('Kills, soaks and volumes run with: npm run setup:long && npm run test:long');
  console.log(`together: ${duration(parts.reduce((total, { tookMs }) => total + tookMs, 0))}`);
  // At the end, where they are not overlooked. `.ci/run` prints them once more.
  for (const name of parts.flatMap(({ failed }) => failed)) console.log(`FAILED ${name}`);
  const tally = sum(parts.map((part) => part.tally));
  console.log(closingLine(tally));
  process.exitCode = tally.failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.log(closingLine({ ...NOTHING, failed: 1 }));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
