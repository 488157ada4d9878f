// Run by `npm pack` and `npm publish` in each package: refuses a package that is not built, or that is older than its sources.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isUpToDate } from './changed.js';
import { ROOT } from './command.js';

/** What the build of a package writes last. @type {Readonly<Record<string, string>>} */
const LAST = {
  'packages/core': 'dist/core.tsbuildinfo',
  'packages/cli': 'bundle/THIRD-PARTY-LICENSES.txt',
};

const folder = process.cwd();
const name = relative(ROOT, folder).replaceAll('\\', '/');
const last = LAST[name];
if (last === undefined) throw new Error(`${folder} is not a package that is published`);

/** @type {{ bin?: Record<string, string>, exports: Record<string, string | { types: string, default: string }> }} */
const { bin = {}, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const files = Object.values(exports).flatMap((entry) =>
  typeof entry === 'string' ? [entry] : [entry.types, entry.default],
);
const missing = [last, ...Object.values(bin), ...files].filter((file) => !existsSync(join(folder, file)));
const isOld =
  missing.length === 0 && !isUpToDate(join(folder, last), [`${name}/src`, `${name}/package.json`]);
if (missing.length > 0 || isOld) {
  const reason = isOld ? 'its sources are newer than its build' : `it lacks ${missing[0]}`;
  console.error(`${name} cannot be packed: ${reason}. Run npm run prepare first.`);
  process.exitCode = 1;
}
