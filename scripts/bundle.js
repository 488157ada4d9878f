// Run by `npm install`, `npm run build` and before the tests: bundles the command line into packages/cli/bundle. A file for each part that
// loads by itself, so that few are open at once, and a start reads a tenth of what it would.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { isUpToDate } from './changed.js';
import { ROOT } from './command.js';

const CLI = join(ROOT, 'packages', 'cli');
const BUNDLE = join(CLI, 'bundle');

/** Written last. */
const LICENSES = 'THIRD-PARTY-LICENSES.txt';

const SOURCES = [
  'packages/core/src',
  'packages/cli/src',
  'packages/cli/package.json',
  'package-lock.json',
  'scripts/bundle.js',
];

/** @type {{ dependencies: Record<string, string> }} */
const { dependencies } = JSON.parse(readFileSync(join(CLI, 'package.json'), 'utf8'));

/**
 * What Node has and what is installed beside the command line is not bundled.
 * @param {string} id
 */
const isExternal = (id) =>
  isBuiltin(id) || Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));

/** @type {import('rolldown').Plugin} The licenses of what is bundled, as most of them ask. */
const licenses = {
  name: 'licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
    const folders = modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
    const source = [...new Set(folders)].sort().map(licenseOf).join('\n\n');
    this.emitFile({ type: 'asset', fileName: LICENSES, source });
  },
};

/** @param {string} folder of a package */
function licenseOf(folder) {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no license: it may not be bundled`);
  return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/** Bundles unless the bundle is up to date. Vitest calls it before the tests. */
export async function setup() {
  if (isUpToDate(join(BUNDLE, LICENSES), SOURCES)) return;
  const bundle = await rolldown({
    // The command, and where its threads start.
    input: { start: join(CLI, 'src', 'start.ts'), worker: join(CLI, 'src', 'workers', 'worker.ts') },
    platform: 'node',
    external: isExternal,
    resolve: { conditionNames: ['@catbird/source', 'node', 'import'] },
    plugins: [licenses],
  });
  rmSync(BUNDLE, { recursive: true, force: true });
  await bundle.write({ dir: BUNDLE, chunkFileNames: '[name].js', minify: false });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
