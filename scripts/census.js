// Run by `npm run census`: how big the source is. Lines, files, files with one importer, small files, and the names that packages export.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './command.js';
import { PARTS } from './parts.js';

const SMALL_LINES = 20;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

/** @param {string} path */
const textOf = (path) => readFileSync(join(ROOT, path), 'utf8');

/** @param {string} path */
const linesOf = (path) => textOf(path).split('\n').length - 1;

/** @param {readonly string[]} paths */
const sumOf = (paths) => paths.reduce((sum, path) => sum + linesOf(path), 0);

/** @param {string} path */
const isTest = (path) => /\.(test|spec)\.tsx?$|(^|\/)test\//.test(path);

/** @param {string} path */
const isData = (path) =>
  /^packages\/engine\/src\/data\/.*\/[\w-]+-[\w-]+\.ts$|\/data\/.*\.(json|txt)$/.test(path);

const typescript = files.filter((path) => /(?<!\.d)\.tsx?$/.test(path));
const sources = typescript.filter((path) => !isTest(path) && !isData(path));
const tests = typescript.filter(isTest);
const data = files.filter((path) => isData(path));

/** @returns {Map<string, Set<string>>} the files that import each file */
function importersOf() {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map(sources.map((path) => [path, new Set()]));
  for (const path of sources)
    for (const [, to = ''] of textOf(path).matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g))
      importers.get(normalize(join(dirname(path), to)))?.add(path);
  return importers;
}

/**
 * @param {string} path
 * @param {Set<string>} seen
 * @returns {Set<string>} the names that a module exports, those of modules that it exports whole included
 */
function exportsOf(path, seen = new Set()) {
  /** @type {Set<string>} */
  const names = new Set();
  if (seen.has(path) || !existsSync(join(ROOT, path))) return names;
  seen.add(path);
  const text = textOf(path);
  const lists = Array.from(text.matchAll(/export (?:type )?\{([^}]*)\}/g), ([, list = '']) => list);
  for (const [name] of lists.join().matchAll(/\w+(?=\s*(,|$))/g)) names.add(name);
  for (const [, name = ''] of text.matchAll(
    /^export (?:declare )?(?:async )?(?:const|function\*?|class|interface|type|let) (\w+)/gm,
  ))
    names.add(name);
  for (const [, to = ''] of text.matchAll(/export (?:type )?\* from '(\.[^']+)'/g))
    for (const name of exportsOf(normalize(join(dirname(path), to)), seen)) names.add(name);
  return names;
}

/** @returns {{ entry: string, names: Set<string> }[]} */
const entriesOf = () =>
  ['packages/core', 'packages/cli'].flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(textOf(`${folder}/package.json`));
    return Object.entries(exports).flatMap(([entry, to]) => {
      /** @type {Record<string, string>} */
      const conditions = to;
      const source = conditions['@catbird/source'];
      if (source === undefined) return [];
      return [{ entry: join(name, entry), names: exportsOf(join(folder, source)) }];
    });
  });

const importers = importersOf();
const entries = entriesOf();
const publicNames = new Set(entries.flatMap(({ names }) => [...names]));
const doorNames = PARTS.flatMap((part) => [...exportsOf(`packages/${part}/src/index.ts`)]);
/** @param {number} count */
const shown = (count) => count.toLocaleString('en').padStart(8);
const rows = [
  [sumOf(sources), 'lines of TypeScript, without tests and data'],
  [sources.length, 'source files'],
  [[...importers.values()].filter((from) => from.size === 1).length, 'of them with one importer'],
  [
    sources.filter((path) => linesOf(path) <= SMALL_LINES).length,
    `of them with at most ${SMALL_LINES} lines`,
  ],
  [sumOf(tests), `lines of tests, in ${tests.length.toLocaleString('en')} files`],
  [sumOf(data), `lines of data, in ${data.length.toLocaleString('en')} files`],
  [sumOf(files.filter((path) => path.endsWith('.css'))), 'lines of CSS'],
  [publicNames.size, `public names, in ${entries.length} entries`],
  [doorNames.length, `names in the doors of ${PARTS.length} packages`],
  ...PARTS.map((part) => [
    sumOf(sources.filter((path) => path.startsWith(`packages/${part}/`))),
    `lines of TypeScript in ${part}`,
  ]),
];
for (const [count, what] of rows) console.log(shown(Number(count)), what);
