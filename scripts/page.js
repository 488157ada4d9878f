// Used by the other scripts: builds page and documentation when their sources are newer than the last build.
import { join } from 'node:path';
import { isUpToDate } from './changed.js';
import { ROOT, run } from './command.js';
import { PARTS } from './parts.js';

/** The folder of the built page, with the documentation in `docs`. */
export const PAGE = join(ROOT, 'apps', 'web', 'dist');

const SOURCES = [
  'apps',
  'docs',
  ...[...PARTS, 'core'].flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
  'packages/cli/src/destinations',
  'scripts/doors.js',
  'scripts/licenses.js',
  'scripts/repository.js',
  'scripts/security-headers.js',
  'scripts/service-worker.js',
  'package.json',
  'SECURITY.md',
];

/** @param {string} name @param {readonly string[]} args @throws {Error} with the output of the command if it fails */
async function step(name, args) {
  const { code, output } = await run(name, args, { quiet: true });
  if (code !== 0) throw new Error(`${output}\nThe page could not be built. The lines above say why.`);
}

/**
 * Builds the page into `PAGE` unless it is up to date. Build-time settings (VITE_…) in the environment always build.
 * @throws {Error} with the output of the build if it fails
 */
export async function buildPage() {
  const configured = Object.keys(process.env).some((name) => name.startsWith('VITE_'));
  if (!configured && isUpToDate(join(PAGE, '_headers'), SOURCES)) return;
  console.log('Building the page and its documentation, once. This takes about half a minute.');
  await step('tsc', ['--build', 'packages/core']);
  await step('npm', ['run', 'build:site']);
}
