// Run by `npm run check`: everything that reads the code without running it. Names as arguments run only those, as in `npm run check types lint`.
import { setup as bundle } from './bundle.js';
import { run } from './command.js';
import { joinLibrary } from './join.js';
import { buildPage } from './page.js';
import { closingLine } from './tally.js';

/** @typedef {readonly [command: string, ...args: string[]]} Command */

/** @type {Readonly<Record<string, readonly Command[]>>} */
const CHECKS = {
  format: [['prettier', '--check', '--log-level', 'warn', '.']],
  types: [['tsc', '--build']],
  lint: [['oxlint', '--type-aware', '--deny-warnings']],
  spelling: [['cspell', '--no-progress', '--no-summary', '**/*.{md,ts,tsx,js,json,yml,html,css}']],
  style: [['node', 'scripts/style.js']],
  'unused code': [['knip']],
  'package shape': [
    ['publint', 'packages/core', '--strict'],
    ['publint', 'packages/cli', '--strict'],
    ['attw', '--pack', 'packages/core', '--profile', 'esm-only'],
  ],
  'size limits': [['size-limit']],
};

/** What is packed. */
async function buildPackages() {
  joinLibrary();
  await bundle();
}

/** What the size limits read. */
async function buildPageAndLibrary() {
  await buildPage();
  joinLibrary();
}

/**
 * What checks read besides the sources. `types` builds the packages.
 * @type {Readonly<Record<string, () => Promise<void>>>}
 */
const BUILDS = { 'package shape': buildPackages, 'size limits': buildPageAndLibrary };

/**
 * @param {string} name
 * @param {readonly Command[]} commands
 * @returns {Promise<boolean>} whether all passed
 */
async function check(name, commands) {
  const startedMs = performance.now();
  await BUILDS[name]?.();
  const failures = [];
  for (const [command, ...args] of commands) {
    const { code, output } = await run(command, args, { quiet: true });
    if (code !== 0) failures.push(`${output.trim()}\n(${[command, ...args].join(' ')} ended with ${code})`);
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${failures.length === 0 ? '✓' : '✗'} ${name}, ${seconds} s`);
  for (const failure of failures) console.log(`${failure}\n`);
  return failures.length === 0;
}

const asked = process.argv.slice(2);
const chosen = Object.entries(CHECKS).filter(([name]) => asked.length === 0 || asked.includes(name));
let passed = 0;
for (const [name, commands] of chosen) {
  try {
    if (await check(name, commands)) passed++;
  } catch (error) {
    console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
const failed = chosen.length - passed;
console.log(closingLine({ passed, failed, skipped: Object.keys(CHECKS).length - chosen.length }));
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
