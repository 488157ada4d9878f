// Run by `npm pack` and `npm publish` in each package: refuses a package that is not built, or that is older than its sources.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isUpToDate } from './changed.js';
import { ROOT } from './command.js';
import { PARTS } from './parts.js';

/**
 * What the build of a package writes last, and the packages that it is made of: the bundle holds the engine, too.
 * @type {Readonly<Record<string, { last: string, of: readonly string[] }>>}
 */
const BUILDS = {
  'packages/core': {
    last: 'lib/index.js',
    of: ['packages/core', ...PARTS.map((part) => `packages/${part}`)],
  },
  'packages/cli': {
    last: 'bundle/THIRD-PARTY-LICENSES.txt',
    of: ['packages/cli', 'packages/core', ...PARTS.map((part) => `packages/${part}`)],
  },
};

const folder = process.cwd();
const name = relative(ROOT, folder).replaceAll('\\', '/');
const build = BUILDS[name];
if (build === undefined) throw new Error(`${folder} is not a package that is published`);

/** @type {{ bin?: Record<string, string>, exports: Record<string, string | { types: string, default: string }> }} */
const { bin = {}, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const files = Object.values(exports).flatMap((entry) =>
  (typeof entry === 'string' ? [entry] : [entry.types, entry.default]).flatMap((file) =>
    file.includes('*') ? PARTS.map((part) => file.replace('*', part)) : [file],
  ),
);
const { last, of } = build;
const missing = [last, ...Object.values(bin), ...files].filter((file) => !existsSync(join(folder, file)));
const isOld =
  missing.length === 0 &&
  !isUpToDate(
    join(folder, last),
    of.flatMap((each) => [`${each}/src`, `${each}/package.json`]),
  );
if (missing.length > 0 || isOld) {
  const reason = isOld ? 'its sources are newer than its build' : `it lacks ${missing[0]}`;
  console.error(`${name} cannot be packed: ${reason}. Run npm run prepare first.`);
  process.exitCode = 1;
}
