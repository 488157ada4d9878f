// Read by `npm run check`: how much script, compressed by gzip, the page loads when it opens, and with each part that it opens later; and all that a page of the documentation loads. Then, minified, what programs load of the library.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { build } from 'esbuild';

/** @typedef {{ file: string, name?: string, src?: string, isDynamicEntry?: boolean, imports?: string[], css?: string[] }} Chunk */

const PAGE = 'apps/web/dist';

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(`${PAGE}/.vite/manifest.json`, 'utf8'));

/**
 * The scripts that come with a chunk: its own and all that it imports before it runs.
 * @param {string} key
 * @param {Set<string>} [files]
 * @param {Record<string, Chunk>} [all]
 */
function scripts(key, files = new Set(), all = manifest) {
  const chunk = all[key];
  if (chunk === undefined || files.has(chunk.file)) return files;
  if (chunk.file.endsWith('.js')) files.add(chunk.file);
  for (const imported of chunk.imports ?? []) scripts(imported, files, all);
  return files;
}

const chunks = Object.entries(manifest);

/** What the page loads right after the landing, or at once if it opens a link. All other parts come later. */
const STEPS = chunks.find(([, { name }]) => name === 'steps')?.[0];
if (STEPS === undefined) throw new Error('The build has no chunk of the steps: see apps/web/chunks.ts');
const html = readFileSync(`${PAGE}/index.html`, 'utf8');
const first = new Set(
  chunks.flatMap(([key, chunk]) => (html.includes(`"./${chunk.file}"`) ? [...scripts(key)] : [])),
);
for (const file of readdirSync(PAGE)) if (file.endsWith('.js') && file !== 'sw.js') first.add(file);

const steps = [...scripts(STEPS)].filter((file) => !first.has(file));
const early = new Set([...first, ...steps]);

/**
 * All that an opened link waits for before it shows, but for fonts: document, scripts, and the styles that the document names or that
 * come with scripts. What reads settings of time comes on top if a link has some, and the
 * templates if it names one.
 */
const link = new Set([
  ...early,
  'index.html',
  ...Array.from(html.matchAll(/rel="stylesheet"[^>]*href="\.\/([^"]+)"/g), ([, file]) => file),
  ...chunks.flatMap(([, { file, css = [] }]) => (early.has(file) ? css : [])),
]);

/** Limits of parts whose source's name matches, in the order of the list; any other part falls under the last. */
const PARTS = /** @type {const} */ ([
  // With completions of params, their values and the fields that they read.
  [/\/editor\/|codemirror/i, '137 kB'],
  // With the words that find each of 300 types.
  [/\/type-picker\//, '18 kB'],
  // With what they share with the step, which has loaded it: chart, latest events, counts, figures, faults, and the reports of errors and of a run that is over.
  [/overview\.tsx/, '26 kB'],
  [/one-stream/, '36 kB'],
  [/all-run/, '21 kB'],
  [/arrived-dialog/, '20 kB'],
  // A library reads files in YAML that a schema or a sample is in.
  [/\/yaml\//, '32 kB'],
  // With the timeline, which draws the rate.
  [/more-options|curve-form/, '21 kB'],
  // With the memory of runs with their order. A worker reads configs.
  [/config-step/, '20 kB'],
  // With the menu, a chunk that a config shares, and the templates.
  [/designer\.tsx/, '20 kB'],
  // With what it shares with the step of a config, which has loaded it.
  [/stream-map/, '24 kB'],
  // With what they share with the designer, which has loaded it. The table of fields has the figures, too.
  [/field-form|fields-table|repair\.tsx/, '44 kB'],
  // With signatures and uploads in parts. The page never loads connections: workers have their own.
  [/-connection/, '24 kB'],
  [/./, '15 kB'],
]);

const parts = chunks
  .filter(([key, { isDynamicEntry }]) => isDynamicEntry && key !== STEPS)
  .map(([key, { src = key }]) => ({
    name: src.replace(/^.*\//, ''),
    path: [...scripts(key)].filter((file) => !early.has(file)).map((file) => `${PAGE}/${file}`),
    limit: PARTS.find(([pattern]) => pattern.test(src))?.[1] ?? '15 kB',
    gzip: true,
  }))
  .filter(({ path }) => path.length > 0);

/** @type {{ 'client/main.ts': { file: string, css: string[], assets: string[], dynamicImports: string[] } } & Record<string, Chunk>} */
const docs = JSON.parse(readFileSync(`${PAGE}/.vite/docs.json`, 'utf8'));

/** Files of the page and of the documentation. Other scripts belong to the worker: the engine, and parts that it loads when they are needed. */
const known = new Set([manifest, docs].flatMap((files) => Object.values(files).map(({ file }) => file)));

/**
 * Limits of the worker's parts by name; 15 kB for any other. The engine holds all generator types and their data, 160 kB of it
 * faker's. Previews show rows as they will be sent, so it also computes entities and the time of every row. What only a running
 * stream needs is in the session, with its storage in the browser; the library of regular expressions in `re2`. Definitions in
 * Protobuf and YAML are read by libraries: `protobufjs` and `browser`.
 *
 * @type {Readonly<Record<string, string>>}
 */
const WORKER = {
  'engine.worker': '340 kB',
  // All settings of all destinations and formats.
  'config-schema': '22 kB',
  session: '24.5 kB',
  faults: '17 kB',
  'timed-faults': '16 kB',
  parquet: '22 kB',
  protobuf: '39 kB',
  re2: '50 kB',
  // What compares rows with those that have arrived: causes and patterns.
  'judge-arrived': '22 kB',
  // The library that reads Parquet.
  src: '19 kB',
  // With words of categories in several languages, and the forms of times and keys of many programs.
  'sample.worker': '47 kB',
  // What reads the settings of a stream that a config or a link has.
  'stream-flags': '21 kB',
  // What a column becomes.
  specs: '19 kB',
  // Readers of definitions, with the synonyms of names.
  definition: '26 kB',
  // The rules of a sample.
  search: '22 kB',
  protobufjs: '35 kB',
  browser: '32 kB',
};

/** Names and addresses of a locale, as faker ships them: loaded if a schema uses the locale. */
const LOCALES = new Set(
  readdirSync('node_modules/@faker-js/faker/dist/locale').map((name) => name.replace(/\..*$/, '')),
);

const workers = readdirSync(`${PAGE}/assets`)
  .filter((file) => file.endsWith('.js') && !known.has(`assets/${file}`))
  .map((file) => ({ part: file.replace(/[.-][\w-]{8}\.js$/, ''), file }))
  .map(({ part, file }) => ({
    name: `Worker ${part}`,
    path: `${PAGE}/assets/${file}`,
    limit: WORKER[part] ?? (LOCALES.has(part.replace(/-[\w-]{8}$/, '')) ? '60 kB' : '15 kB'),
    gzip: true,
  }));

/** The dialog From a sample, with the worker that reads one. */
const sample = {
  name: 'From a sample: dialog and worker',
  path: [...parts, ...workers]
    .filter(({ name }) => name === 'sample-dialog.tsx' || name === 'Worker sample.worker')
    .flatMap(({ path }) => path),
  limit: '53 kB',
  gzip: true,
};

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
    // The text of all pages, fetched by the first search: about 1 kB for 5 kB of Markdown.
    limit: '190 kB',
  },
  {
    name: 'Documentation: the engine, to run a schema',
    files: [...scripts('client/sample.ts', new Set([file]), docs)].filter((name) => name !== file),
    limit: '340 kB',
  },
].map(({ files, ...rest }) => ({ ...rest, path: files.map((name) => `${PAGE}/${name}`), gzip: true }));

/**
 * What a program that imports one name of the library loads before it runs. Parts that load later are left out.
 * @param {string} name
 * @param {boolean} splitting whether these have files of their own
 */
async function bundleOf(name, splitting) {
  const { metafile } = await build({
    stdin: { contents: `export { ${name} } from './packages/core/lib/index.js';`, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    splitting,
    outdir: `packages/core/dist/bundles/${name}`,
    metafile: true,
  });
  const files = new Set(Object.keys(metafile.outputs).filter((file) => file.endsWith('/stdin.js')));
  for (const file of files)
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') files.add(path);
  return [...files];
}

const library = [
  // Of schemas with texts, numbers and times. The others load the rest of the types with faker's English texts.
  { name: 'Library: rows', path: await bundleOf('rows', true), limit: '400 kB' },
  { name: 'Library: defineType', path: await bundleOf('defineType', false), limit: '30 kB' },
].map((each) => ({ ...each, brotli: false, gzip: false }));

export default [
  ...library,
  // A line for each of the page's files.
  { name: 'Service worker, after the first load', path: `${PAGE}/sw.js`, limit: '13.5 kB', gzip: true },
  { name: 'First load', path: [...first].map((file) => `${PAGE}/${file}`), limit: '80 kB', gzip: true },
  {
    name: 'Steps, right after the landing',
    path: steps.map((file) => `${PAGE}/${file}`),
    limit: '50 kB',
    gzip: true,
  },
  {
    name: 'An opened link: scripts, styles and document before it shows',
    path: [...link].map((file) => `${PAGE}/${file}`),
    limit: '130 kB',
    gzip: true,
  },
  ...parts,
  ...workers,
  sample,
  ...documentation,
];
