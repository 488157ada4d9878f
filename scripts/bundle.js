// Run by `npm install`, `npm run build` and before the tests: bundles the command line into packages/cli/bundle. A file for each part that
// loads by itself, so that few are open at once, and a start reads a tenth of what it would.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { isUpToDate } from './changed.js';
import { ROOT } from './command.js';
import { doors } from './doors.js';
import { LICENSES, licenses } from './licenses.js';
import { PARTS } from './parts.js';

const CLI = join(ROOT, 'packages', 'cli');
const BUNDLE = join(CLI, 'bundle');

const SOURCES = [
  ...PARTS.map((part) => `packages/${part}/src`),
  'packages/core/src',
  'packages/cli/src',
  'packages/cli/package.json',
  'package-lock.json',
  'scripts/bundle.js',
  'scripts/licenses.js',
];

/** @type {{ dependencies: Record<string, string>, peerDependencies: Record<string, string> }} */
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(CLI, 'package.json'), 'utf8'));

/** The engine is a peer only of programs that extend the command line: it is bundled. */
const INSTALLED = Object.keys({ ...dependencies, ...peerDependencies }).filter(
  (name) => name !== '@catbird/core',
);

/**
 * What Node has and what is installed beside the command line is not bundled.
 * @param {string} id
 */
const isExternal = (id) =>
  isBuiltin(id) || INSTALLED.some((name) => id === name || id.startsWith(`${name}/`));

/** Bundles unless the bundle is up to date. Vitest calls it before the tests. */
export async function setup() {
  if (isUpToDate(join(BUNDLE, LICENSES), SOURCES)) return;
  rmSync(BUNDLE, { recursive: true, force: true });
  await bundleDestinations();
  const bundle = await rolldown({
    // The command, where its threads start, and what tests import.
    input: {
      start: join(CLI, 'src', 'start.ts'),
      worker: join(CLI, 'src', 'workers', 'worker.ts'),
      testing: join(CLI, 'src', 'testing', 'entry.ts'),
    },
    platform: 'node',
    external: isExternal,
    resolve: { conditionNames: ['@catbird/source', 'node', 'import'] },
    plugins: [doors(), licenses()],
  });
  await bundle.write({ dir: BUNDLE, chunkFileNames: '[name].js', minify: false });
  await bundle.close();
  // Without code, its types are those of a declaration file.
  const source = readFileSync(join(CLI, 'src', 'testing', 'contract.ts'), 'utf8');
  const types = source.replaceAll(/@catbird\/(?!core)/g, '@catbird/core/');
  writeFileSync(
    join(BUNDLE, 'testing.d.ts'),
    `${types}\nexport declare const expectVerified: ExpectVerified;\n`,
  );
}

/** What programs import as `catbird/destinations`, beside the engine that they use: errors are of its classes. */
async function bundleDestinations() {
  const dir = join(BUNDLE, 'destinations');
  const bundle = await rolldown({
    input: { index: join(CLI, 'src', 'destinations', 'entry.ts') },
    platform: 'node',
    external: (id) => isExternal(id) || id.startsWith('@catbird/'),
    resolve: { conditionNames: ['node', 'import'] },
    plugins: [licenses()],
  });
  const { output } = await bundle.write({
    dir,
    chunkFileNames: '[name].js',
    minify: false,
    paths: (id) => id.replace(/^@catbird\/(?!core)/, '@catbird/core/parts/'),
  });
  await bundle.close();
  const names = output.flatMap((chunk) => (chunk.type === 'chunk' && chunk.isEntry ? chunk.exports : []));
  const types = names.map((name) => `export declare const ${name}: Destination;\n`).join('');
  writeFileSync(
    join(dir, 'index.d.ts'),
    `import type { Destination } from '@catbird/core/destinations';\n\n${types}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
