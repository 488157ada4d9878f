// Run by the build (`node scripts/service-worker.js apps/web/dist`), last: writes the service worker, which serves the page without a network. It names every file by its content.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SOURCE = new URL('../apps/web/src/offline/service-worker.js', import.meta.url);

/** Browsers look for a new version with every visit, so it is kept small. */
const COMMENT_LINES = /^\s*(\/\/|\/?\*).*\n/gm;

/** Files beside the document that it loads. Their names have no hash. */
const BESIDE = ['theme.js', 'favicon.svg', 'manifest.webmanifest'];

/**
 * The files below `assets/` that belong to the page and its workers. Those of the documentation, its pictures, and the names and
 * places of single countries and languages are left out: they are kept once a schema has used them.
 * @param {string} folder
 */
function assetsOf(folder) {
  /** @type {Record<string, { file: string, css?: string[], assets?: string[] }>} */
  const docs = JSON.parse(readFileSync(join(folder, '.vite', 'docs.json'), 'utf8'));
  const ofDocs = new Set(
    Object.values(docs).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
  );
  // The page and the documentation share their fonts.
  const document = readFileSync(join(folder, 'index.html'), 'utf8');
  const locales = new Set(
    readdirSync(new URL('../node_modules/@faker-js/faker/dist/locale', import.meta.url)).map((name) =>
      name.replace(/\..*$/, ''),
    ),
  );
  return readdirSync(join(folder, 'assets'))
    .filter((name) => /\.(js|css|woff2)$/.test(name) && !/^(country-[a-z]{2}|romanised-\w+)-/.test(name))
    .filter((name) => !locales.has(name.replace(/([-.][\w-]{8}){1,2}\..*$/, '')))
    .map((name) => `assets/${name}`)
    .filter((name) => !ofDocs.has(name) || document.includes(name));
}

/**
 * The service worker of a built page.
 * @param {string} folder
 */
export function serviceWorkerOf(folder) {
  const files = ['index.html', ...BESIDE, ...assetsOf(folder)].toSorted();
  const digests = files.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('base64'),
  ]);
  const version = createHash('sha256').update(JSON.stringify(digests)).digest('hex').slice(0, 12);
  // The document is asked for by the address of its folder, and hosts may change it on the way.
  const kept = digests.filter(([name]) => name !== 'index.html');
  return [
    ["'@version'", JSON.stringify(version)],
    ["{ '@files': '' }", JSON.stringify(Object.fromEntries(kept))],
  ].reduce(
    (text, [place = '', value = '']) => {
      if (!text.includes(place)) throw new Error(`${SOURCE.pathname} has no ${place}`);
      return text.replace(place, () => value);
    },
    readFileSync(SOURCE, 'utf8').replace(COMMENT_LINES, ''),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('Name the folder of the built page: node scripts/service-worker.js apps/web/dist');
  writeFileSync(join(folder, 'sw.js'), serviceWorkerOf(folder));
}
