// Used by the other scripts: builds page and documentation when their sources are newer than the last build.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './command.js';

/** The folder of the built page, with the documentation in `docs`. */
export const PAGE = join(ROOT, 'apps', 'web', 'dist');

const SOURCES = [
  'apps',
  'docs',
  'packages/core/src',
  'packages/core/package.json',
  'packages/cli/src/destinations',
  'scripts/repository.js',
  'scripts/security-headers.js',
  'package.json',
  'SECURITY.md',
];
const NOT_SOURCES = /^(\.(?!vitepress$)|dist$|node_modules$|test$)|\.test\.tsx?$|\.tsbuildinfo$/;

/**
 * @param {string} path
 * @returns {number} When the file, or the newest file below the folder, was changed, in milliseconds; 0 when there is none.
 */
function changedAtMs(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = readdirSync(path).filter((name) => !NOT_SOURCES.test(name));
  return Math.max(0, ...inside.map((name) => changedAtMs(join(path, name))));
}

/**
 * Builds the page into `PAGE` unless it is up to date. Build-time settings (VITE_…) in the environment always build.
 * @throws {Error} when the build fails; its output has been shown by then.
 */
export async function buildPage() {
  const builtAtMs = changedAtMs(join(PAGE, '_headers'));
  const configured = Object.keys(process.env).some((name) => name.startsWith('VITE_'));
  if (!configured && builtAtMs > Math.max(...SOURCES.map((path) => changedAtMs(join(ROOT, path))))) return;
  const engine = await run('tsc', ['--build', 'packages/core']);
  const site = engine.code === 0 && (await run('npm', ['run', 'build:site']));
  if (!site || site.code !== 0) throw new Error('The page could not be built; the lines above say why.');
}
