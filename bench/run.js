// Run by `npm run bench [name]`: compiles the benchmarks and runs them in turn. Each prints its table and saves it in results/.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ALL = /** @type {const} */ ([
  'generator',
  'scaling',
  'delivery',
  'pace',
  'page',
  'journeys',
  'rows',
  'workers',
  'inference',
  'start',
  'formats',
  'lake',
]);
const asked = process.argv.slice(2);
const names =
  asked.length === 0
    ? ALL
    : ALL.filter((name) => asked.includes(name) || asked.includes(name.replace(/-.*/, '')));
if (names.length === 0) {
  console.error(`Unknown benchmark: ${asked.join(', ')}. Valid names: ${ALL.join(', ')}.`);
  process.exit(2);
}
const [npm, npx] = process.platform === 'win32' ? ['npm.cmd', 'npx.cmd'] : ['npm', 'npx'];
// What only benchmarks need is not installed with the rest.
if (!existsSync(new URL('node_modules', import.meta.url)))
  execFileSync(npm, ['ci'], { cwd: HERE, stdio: 'inherit' });
execFileSync(npx, ['tsc', '-b', 'packages/core', 'bench'], { cwd: ROOT, stdio: 'inherit' });
/** @type {Partial<Record<string, readonly string[]>>} */
const FLAGS = {
  generator: ['--disallow-code-generation-from-strings'],
  scaling: ['--disallow-code-generation-from-strings'],
  journeys: ['--expose-gc'],
};
for (const name of names) {
  const flags = FLAGS[name] ?? [];
  execFileSync(process.execPath, [...flags, `dist/${name}.js`], { cwd: HERE, stdio: 'inherit' });
}
