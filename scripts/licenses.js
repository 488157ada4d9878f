// Used by the builds: the licences of the packages whose code, styles or fonts are in what they make, as most of them ask.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './command.js';

/** What the builds name the file. */
export const LICENSES = 'THIRD-PARTY-LICENSES.txt';

/** Above each package. */
const LINE = '-'.repeat(80);

/** @typedef {import('rolldown').OutputBundle} Bundle */

/**
 * Collects the folders of the packages in a bundle, such as one of the page's workers.
 * @param {Set<string>} found
 * @returns {import('rolldown').Plugin}
 */
export const collectPackages = (found) => ({
  name: 'catbird:packages',
  generateBundle: { order: 'post', handler: (_, bundle) => addPackages(bundle, found) },
});

/**
 * Writes the licences of what is bundled, and of what was collected before.
 * @param {{ found?: Set<string>, before?: string }} [options] `before`: the file of an earlier build into the same folder, whose licences are kept
 * @returns {import('rolldown').Plugin}
 */
export const licenses = ({ found = new Set(), before } = {}) => ({
  name: 'catbird:licenses',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      addPackages(bundle, found);
      const earlier =
        before !== undefined && existsSync(before) ? sectionsOf(readFileSync(before, 'utf8')) : [];
      const sections = new Set([...earlier, ...Array.from(found, licenseOf)]);
      const source = [...sections]
        .sort()
        .map((section) => `${LINE}\n${section}\n`)
        .join('\n');
      this.emitFile({ type: 'asset', fileName: LICENSES, source });
    },
  },
});

/** @param {string} text */
const sectionsOf = (text) =>
  text
    .split(`${LINE}\n`)
    .slice(1)
    .map((section) => section.trimEnd());

/**
 * @param {Bundle} bundle
 * @param {Set<string>} found
 */
function addPackages(bundle, found) {
  for (const each of Object.values(bundle))
    for (const id of each.type === 'chunk' ? each.moduleIds : each.originalFileNames) {
      const folder = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(pathOf(id))?.[0];
      if (folder !== undefined) found.add(folder);
    }
}

/**
 * Bundlers add modules of their own, such as `\0vite/preload-helper.js`.
 * @param {string} id
 */
const pathOf = (id) => id.replace(/^\0(?=(vite|rolldown)\/)/, join(ROOT, 'node_modules/'));

/**
 * @param {string} folder of a package
 * @returns {{ name: string, version: string, license?: string, repository?: { url?: string } }}
 */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** @param {string} folder of a package */
const licenseFiles = (folder) =>
  readdirSync(folder)
    .filter((each) => /^(licen[cs]e|notice)\b/i.test(each))
    .sort()
    .map((each) => join(folder, each));

/** @param {readonly string[]} files */
const hasLicense = (files) => files.some((each) => /^l/i.test(basename(each)));

/**
 * The files of a package of the same scope, repository and licence: some packages of a repository lack theirs.
 * @param {string} folder of a package without its own
 */
function filesOfSibling(folder) {
  const { license, repository } = manifestOf(folder);
  const siblings = readdirSync(dirname(folder)).map((each) => join(dirname(folder), each));
  const found = siblings.find((each) => {
    if (repository?.url === undefined || !existsSync(join(each, 'package.json'))) return false;
    const other = manifestOf(each);
    return (
      other.license === license && other.repository?.url === repository.url && hasLicense(licenseFiles(each))
    );
  });
  return found === undefined ? [] : licenseFiles(found);
}

/** @param {string} folder of a package */
function licenseOf(folder) {
  const { name, version } = manifestOf(folder);
  const own = licenseFiles(folder);
  const files = hasLicense(own) ? own : filesOfSibling(folder);
  if (!hasLicense(files)) throw new Error(`${name} has no license: it may not be bundled`);
  const texts = files.map((file) =>
    readFileSync(file, 'utf8')
      .replaceAll('\r\n', '\n')
      // Of tools that a bundler has in itself.
      .replace(/^# Licenses of bundled dependencies\n[^]*/m, '')
      .trim(),
  );
  return [`${name} ${version}`, ...texts].join('\n\n');
}
