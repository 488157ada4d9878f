// Used by the other scripts: builds page and documentation when their sources are newer than the last build.
import { join } from 'node:path';
import { isUpToDate } from './changed.js';
import { ROOT, run } from './command.js';

/** The folder of the built page, with the documentation in `docs`. */
export const PAGE = join(ROOT, 'apps', 'web', 'dist');

const SOURCES = [
  'apps',
  'docs',
  'packages/core/src',
  'packages/core/package.json',
  'packages/cli/src/destinations',
  'scripts/licenses.js',
  'scripts/repository.js',
  'scripts/security-headers.js',
  'scripts/service-worker.js',
  'package.json',
  'SECURITY.md',
];

/**
 * Builds the page into `PAGE` unless it is up to date. Build-time settings (VITE_…) in the environment always build.
 * @throws {Error} when the build fails; its output has been shown by then.
 */
export async function buildPage() {
  const configured = Object.keys(process.env).some((name) => name.startsWith('VITE_'));
  if (!configured && isUpToDate(join(PAGE, '_headers'), SOURCES)) return;
  const engine = await run('tsc', ['--build', 'packages/core']);
  const site = engine.code === 0 && (await run('npm', ['run', 'build:site']));
  if (!site || site.code !== 0) throw new Error('The page could not be built; the lines above say why.');
}
