// Run by `npm test`: all tests, those in a real browser included. Its last line counts them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.js';
import { run } from './command.js';
import { closingLine, sum, tallyPlaywright, tallyVitest, withExitCode } from './tally.js';

/** @typedef {import('./tally.js').Tally} Tally */

/** @type {Tally} */
const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {string} file
 * @param {(report: any) => Tally} read
 * @returns {Tally}
 */
function tallyOf(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`The runner left no report: ${error instanceof Error ? error.message : String(error)}`);
    return { ...NOTHING, failed: 1 };
  }
}

/**
 * @param {string} name
 * @param {string} report the file it leaves
 * @param {(report: any) => Tally} read
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Tally>}
 */
async function runTests(name, report, read, args, env) {
  const { code } = await run(name, args, { env });
  return withExitCode(tallyOf(report, read), code);
}

/** @returns {Promise<{ chromium: string, tally: Tally }>} */
async function chromiumOrFailure() {
  try {
    const chromium = await findChromium();
    console.log(`Browser tests use ${chromium}`);
    return { chromium, tally: NOTHING };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return { chromium: '', tally: { ...NOTHING, failed: 1 } };
  }
}

/** @param {string} folder for the reports */
async function testAll(folder) {
  const { chromium, tally: browser } = await chromiumOrFailure();
  const env = { CHROMIUM_PATH: chromium };
  const built = await run('tsc', ['--build', 'packages/core', 'packages/cli']);
  if (built.code !== 0) console.error('The packages have type errors, see above.');

  const units = join(folder, 'vitest.json');
  const unitArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${units}`];
  const unit = await runTests('vitest', units, tallyVitest, unitArgs, env);
  const parts = [browser, withExitCode(NOTHING, built.code), unit];
  if (chromium === '') return sum(parts);

  const pages = join(folder, 'playwright.json');
  const pageArgs = ['test', '--pass-with-no-tests', '--reporter=list,json'];
  const pageEnv = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: pages };
  return sum([...parts, await runTests('playwright', pages, tallyPlaywright, pageArgs, pageEnv)]);
}

const folder = mkdtempSync(join(tmpdir(), 'catbird-test-'));
try {
  const tally = await testAll(folder);
  console.log(closingLine(tally));
  process.exitCode = tally.failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.log(closingLine({ ...NOTHING, failed: 1 }));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
