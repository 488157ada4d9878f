import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brokenLinks } from './check-links.ts';
import { servedPage, type Assets } from './html.ts';
import { sectionsOf } from './search.ts';
import { entries } from './structure.ts';

/** What VitePress writes and this site has no use for. */
const LEFTOVERS = ['404.html', 'hashmap.json', 'package.json', 'vp-icons.css'];

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

/** Moves the images beside the page's own hashed files, where one rule of `_headers` covers them. */
function moveAssets(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name));
  rmSync(from, { recursive: true });
}

/** What `vite build` wrote for `client/main.ts`. */
interface Manifest {
  readonly [source: string]: { readonly file: string; readonly css?: readonly string[] };
}

/** The files of the site's script and styles, and the file of what can be searched for, which it writes. */
function assetsOf(root: string, rendered: ReadonlyMap<string, string>): Assets {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, '.vite/docs.json'), 'utf8'));
  const { file, css = [] } = manifest['client/main.ts'] ?? {};
  if (file === undefined)
    throw new Error('The script of the documentation is not built: run `vite build` first.');
  const sections = [...rendered].flatMap(([path, html]) => sectionsOf(html, path.replace(/^docs\//, '')));
  const text = JSON.stringify(sections);
  const search = `assets/search-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
  writeFileSync(join(root, search), text);
  return { styles: css, script: file, search };
}

/**
 * Makes what VitePress rendered fit to be served: relative addresses, the site's script and styles, a file to search in.
 *
 * @param folder the built documentation, within the folder of the built page
 * @throws Error naming every broken link
 */
export function finish(folder: string): void {
  const root = dirname(folder);
  for (const name of LEFTOVERS) rmSync(join(folder, name), { force: true });
  moveAssets(join(folder, 'assets'), join(root, 'assets'));
  const pathOf = (file: string): string => relative(root, file).replaceAll('\\', '/');
  const rendered = new Map(
    filesBelow(folder)
      .filter((file) => file.endsWith('.html'))
      .map((file) => [pathOf(file), readFileSync(file, 'utf8')]),
  );
  const listed = new Set(entries.map(({ page }) => `docs/${page}.html`));
  const unlisted = [...rendered.keys(), ...listed].filter((page) => rendered.has(page) !== listed.has(page));
  if (unlisted.length > 0) throw new Error(`Pages and navigation do not agree: ${unlisted.join(', ')}`);
  const assets = assetsOf(root, rendered);
  const pages = new Map([...rendered].map(([path, html]) => [path, servedPage(html, path, assets)]));
  for (const [path, html] of pages) writeFileSync(join(root, path), html);
  const broken = brokenLinks({ pages, hasFile: (path) => existsSync(join(root, path)) });
  if (broken.length > 0) throw new Error(`Broken links in the documentation:\n${broken.join('\n')}`);
}
