// Run by `npm run bench [name]`: compiles the benchmarks and runs them in turn. Each prints its table and saves it in results/.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ALL = /** @type {const} */ ([
  'generator',
  'relations',
  'scaling',
  'delivery',
  'pace',
  'page',
  'page-use',
  'time',
  'journeys',
  'rows',
  'workers',
  'inference',
  'start',
  'formats',
  'verify',
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
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
execFileSync(npx, ['tsc', '-b', '../packages/core', '.'], { cwd: HERE, stdio: 'inherit' });
/** @type {Partial<Record<string, readonly string[]>>} */
const FLAGS = {
  generator: ['--disallow-code-generation-from-strings'],
  relations: ['--disallow-code-generation-from-strings'],
  scaling: ['--disallow-code-generation-from-strings'],
  journeys: ['--expose-gc'],
  verify: ['--expose-gc'],
};
for (const name of names) {
  const flags = FLAGS[name] ?? [];
  execFileSync(process.execPath, [...flags, `dist/${name}.js`], { cwd: HERE, stdio: 'inherit' });
}
