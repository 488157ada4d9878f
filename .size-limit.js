// Read by `npm run check`: how much script, compressed by gzip, the page loads when it opens, and with each part that it opens later; and all that a page of the documentation loads.
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** @typedef {{ file: string, src?: string, isEntry?: boolean, isDynamicEntry?: boolean, imports?: string[] }} Chunk */

const PAGE = 'apps/web/dist';

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(`${PAGE}/.vite/manifest.json`, 'utf8'));

/**
 * The scripts that come with a chunk: its own and all that it imports before it runs.
 * @param {string} key
 * @param {Set<string>} [files]
 */
function scripts(key, files = new Set()) {
  const chunk = manifest[key];
  if (chunk === undefined || files.has(chunk.file)) return files;
  if (chunk.file.endsWith('.js')) files.add(chunk.file);
  for (const imported of chunk.imports ?? []) scripts(imported, files);
  return files;
}

const chunks = Object.entries(manifest);
const entry = chunks.find(([, { isEntry, src }]) => isEntry && src === 'index.html')?.[0] ?? 'index.html';
const first = scripts(entry);
for (const file of readdirSync(PAGE)) if (file.endsWith('.js')) first.add(file);

/** Limits of parts whose source's name matches, in the order of the list; any other part falls under the last. */
const PARTS = /** @type {const} */ ([
  [/editor|codemirror/i, '135 kB'],
  [/./, '15 kB'],
]);

const parts = chunks
  .filter(([, { isDynamicEntry }]) => isDynamicEntry)
  .map(([key, { src = key }]) => ({
    name: src.replace(/^.*\//, ''),
    path: [...scripts(key)].filter((file) => !first.has(file)).map((file) => `${PAGE}/${file}`),
    limit: PARTS.find(([pattern]) => pattern.test(src))?.[1] ?? '15 kB',
    gzip: true,
  }))
  .filter(({ path }) => path.length > 0);

const workers = readdirSync(`${PAGE}/assets`)
  .filter((file) => /worker.*\.js$/i.test(file))
  .map((file) => ({
    name: `Worker ${file.replace(/[.-][\w-]{8}\.js$/, '')}`,
    path: `${PAGE}/assets/${file}`,
    limit: '250 kB',
    gzip: true,
  }));

/** @type {{ 'client/main.ts': { file: string, css: string[], assets: string[], dynamicImports: string[] } } & Record<string, Chunk>} */
const docs = JSON.parse(readFileSync(`${PAGE}/.vite/docs.json`, 'utf8'));
const { file, css, assets } = docs['client/main.ts'];
const longest = readdirSync(`${PAGE}/docs`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .map((name) => `docs/${name}`)
  .reduce((a, b) => (statSync(`${PAGE}/${a}`).size > statSync(`${PAGE}/${b}`).size ? a : b));
const docsFirst = [longest, 'theme.js', file, ...css, ...assets];
const documentation = [
  { name: `Documentation: first load of ${longest}`, files: docsFirst, limit: '150 kB' },
  { name: 'Documentation: search', files: [docs['client/search-index.ts']?.file], limit: '10 kB' },
  {
    name: 'Documentation: what can be found',
    files: readdirSync(`${PAGE}/assets`)
      .filter((name) => /^search-[\da-f]+\.json$/.test(name))
      .map((name) => `assets/${name}`),
    limit: '80 kB',
  },
  {
    name: 'Documentation: the engine, to run a schema',
    files: [docs['client/sample.ts']?.file],
    limit: '250 kB',
  },
].map(({ files, ...rest }) => ({ ...rest, path: files.map((name) => `${PAGE}/${name}`), gzip: true }));

export default [
  { name: 'First load', path: [...first].map((file) => `${PAGE}/${file}`), limit: '130 kB', gzip: true },
  ...parts,
  ...workers,
  ...documentation,
];
