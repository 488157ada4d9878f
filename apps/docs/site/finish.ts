import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, posix } from 'node:path';
import { servedPage, type Assets } from './html.ts';
import { sectionsOf, textOf } from './search.ts';
import { entries, groups, ROOT, type Entry } from './structure.ts';
import { completed } from './completed.ts';
import { writeSchemas } from './schemas.ts';

/** What search engines show of a description. */
const MAX_CHARACTERS = 160;
/** Shorter paragraphs introduce something, or only hold links. */
const MIN_CHARACTERS = 40;

/** Whole sentences if the first one fits, else words. */
function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.slice(0, MAX_CHARACTERS);
  const sentences = /^.*[.!?](?=\s)/s.exec(cut)?.[0];
  return sentences ?? `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s,;:]+$/, '')}…`;
}

/**
 * The description of a rendered page for search engines: the start of its first paragraph, at most 160 characters.
 *
 * @throws Error when the page has no paragraph of text
 */
export function descriptionOf(html: string, path: string): string {
  const [, article = ''] = /<article[^>]*>(.*?)<\/article>/s.exec(html) ?? [];
  const paragraphs = [...article.matchAll(/<p>(.*?)<\/p>/gs)].map(([, paragraph = '']) => textOf(paragraph));
  const first = paragraphs.find((paragraph) => paragraph.length >= MIN_CHARACTERS);
  if (first === undefined) throw new Error(`${path} needs a paragraph that describes it.`);
  return shortened(first.replace(/:$/, '.'));
}

/** How deep a missing address may lie: `a/b/c/missing` is three folders below the root. */
const MAX_DEPTH = 3;

/** A line of the head that loads a file. */
const LOADING = /^ *<(?:link rel="(?:stylesheet|icon)"|script)[^>]*(?:href|src)="[^"]*"[^>]*>.*$/gm;

/**
 * The page for missing addresses, which a host serves at any depth of any folder. Its styles and scripts are therefore
 * requested from each possible root; `client/main.ts` then corrects the links.
 *
 * @param html the page, with addresses relative to the root
 */
export const forAnyDepth = (html: string): string =>
  html.replaceAll(LOADING, (line) =>
    Array.from({ length: MAX_DEPTH + 1 }, (_, depth) =>
      line.replace(/((?:href|src)=")/, `$1${'../'.repeat(depth)}`),
    ).join('\n'),
  );

/** Files of VitePress that this site does not use. */
const LEFTOVERS = ['404.html', 'hashmap.json', 'package.json', 'vp-icons.css'];
/** In the root, where hosts look for it. Also shown for missing addresses of the page. */
const NOT_FOUND = '404.html';

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

/** Moves images to the page's own hashed files, which one rule of `_headers` covers. */
function moveAssets(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name));
  rmSync(from, { recursive: true });
}

/** The part of Vite's manifest that is used. */
interface Manifest {
  readonly [source: string]: { readonly file: string; readonly css?: readonly string[] };
}

/** The site's script and styles. Writes the search index. */
function assetsOf(root: string, rendered: ReadonlyMap<string, string>): Assets {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, '.vite/docs.json'), 'utf8'));
  const { file, css = [] } = manifest['client/main.ts'] ?? {};
  if (file === undefined)
    throw new Error('The script of the documentation is not built. Run `vite build` first.');
  const sections = [...rendered].flatMap(([path, html]) => {
    const all = sectionsOf(html, path.replace(/^docs\//, ''));
    // Its streams are found on pages of their own.
    return path === 'docs/gallery.html' ? all.slice(0, 1) : all;
  });
  const text = JSON.stringify(sections);
  const search = `assets/search-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
  writeFileSync(join(root, search), text);
  return { styles: css, script: file, search };
}

/** @throws Error naming pages that are in the navigation or the build, but not in both */
function checkNavigation(rendered: ReadonlyMap<string, string>): void {
  const listed = new Set(entries.map(({ page }) => `docs/${page}.html`));
  const unlisted = [...rendered.keys(), ...listed].filter((page) => rendered.has(page) !== listed.has(page));
  if (unlisted.length > 0) throw new Error(`Pages and navigation differ: ${unlisted.join(', ')}`);
}

/** @throws Error naming pages with the same description */
function checkDescriptions(descriptions: ReadonlyMap<string, string>): void {
  const texts = [...descriptions.values()];
  const repeated = [...descriptions].filter(([, text]) => texts.indexOf(text) !== texts.lastIndexOf(text));
  if (repeated.length > 0)
    throw new Error(`Pages share a description: ${repeated.map(([path]) => path).join(', ')}`);
}

/**
 * Prepares the pages that VitePress rendered for serving: relative addresses, descriptions, the site's script and styles,
 * a search index, a page for missing addresses, and texts for language models.
 *
 * @param folder the built documentation, within the folder of the built page
 * @throws Error naming every broken link, and every page without a description of its own
 */
export function finish(folder: string): void {
  const root = dirname(folder);
  for (const name of LEFTOVERS) rmSync(join(folder, name), { force: true });
  moveAssets(join(folder, 'assets'), join(root, 'assets'));
  renameSync(join(folder, 'not-found.html'), join(root, NOT_FOUND));
  const pathOf = (file: string): string => relative(root, file).replaceAll('\\', '/');
  const rendered = new Map(
    filesBelow(folder)
      .filter((file) => file.endsWith('.html'))
      .map((file) => [pathOf(file), readFileSync(file, 'utf8')]),
  );
  checkNavigation(rendered);
  const assets = assetsOf(root, rendered);
  rendered.set(NOT_FOUND, readFileSync(join(root, NOT_FOUND), 'utf8'));
  const descriptions = new Map([...rendered].map(([path, html]) => [path, descriptionOf(html, path)]));
  checkDescriptions(descriptions);
  const pages = new Map(
    [...rendered].map(([path, html]) => [path, servedPage(html, path, descriptions.get(path) ?? '', assets)]),
  );
  for (const [path, html] of pages)
    writeFileSync(join(root, path), path === NOT_FOUND ? forAnyDepth(html) : html);
  writeFileSync(join(root, 'llms.txt'), llmsText(descriptions));
  writeFileSync(join(root, 'llms-full.txt'), llmsFullText());
  writeSchemas(root);
  const broken = brokenLinks({ pages, hasFile: (path) => existsSync(join(root, path)) });
  if (broken.length > 0) throw new Error(`Broken links in the documentation:\n${broken.join('\n')}`);
}

/** The possible targets of links. */
interface Built {
  /** HTML of the pages, by path in the build folder. */
  readonly pages: ReadonlyMap<string, string>;
  /** Whether a file exists in the build folder. */
  readonly hasFile: (path: string) => boolean;
}

const HREF = /\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

const decoded = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Local links to missing pages, files or headings, each as `page: address`. */
export function brokenLinks({ pages, hasFile }: Built): readonly string[] {
  const ids = new Map(
    [...pages].map(([path, html]) => [path, new Set([...html.matchAll(ID)].map(([, id = '']) => id))]),
  );
  const isBroken = (from: string, address: string): boolean => {
    const [beforeFragment = '', fragment = ''] = address.split('#', 2);
    const [path = ''] = beforeFragment.split('?', 1);
    const joined = path === '' ? from : posix.join(posix.dirname(from), path);
    const target = joined === './' || joined.endsWith('/') ? posix.join(joined, 'index.html') : joined;
    if (target.startsWith('..') || target.startsWith('/')) return true;
    const anchors = ids.get(target);
    if (anchors === undefined) return !hasFile(target);
    return fragment !== '' && !anchors.has(decodeURIComponent(fragment));
  };
  return [...pages].flatMap(([from, html]) =>
    [...html.matchAll(HREF)]
      .map(([, address = '']) => decoded(address))
      .filter((address) => !/^[a-z]+:/i.test(address) && isBroken(from, address))
      .map((address) => `${from}: ${address}`),
  );
}

/** The Markdown of a page of the site. @param page its path without the extension */
export function markdownOf(page: string): string {
  const file = page === 'security' ? 'SECURITY.md' : `docs/${page}.md`;
  return completed(file, readFileSync(join(ROOT, file), 'utf8'));
}

const pathOf = ({ page }: Entry): string => `docs/${page}.html`;

const SUMMARY =
  'Catbird streams realistic mock events to real services, at the rate you choose: as a page, a command line and a library.';

/**
 * The index of the documentation for language models: https://llmstxt.org.
 *
 * @param descriptions by path: `docs/index.html`
 */
export function llmsText(descriptions: ReadonlyMap<string, string>): string {
  const line = (entry: Entry): string => {
    const path = pathOf(entry);
    return `- [${entry.title}](${path}): ${descriptions.get(path) ?? ''}`;
  };
  const sections = groups.map(({ title, entries }) => {
    const all = entries.flatMap((entry) => [entry, ...(entry.inside ?? [])]);
    return `## ${title}\n\n${all.map(line).join('\n')}\n`;
  });
  return [
    `# Catbird\n`,
    `> ${SUMMARY} All pages as one text: [llms-full.txt](llms-full.txt)\n`,
    ...sections,
  ].join('\n');
}

/** All pages of the documentation as one text, in reading order. */
export const llmsFullText = (): string =>
  entries.map((entry) => `<!-- ${pathOf(entry)} -->\n\n${markdownOf(entry.page).trim()}\n`).join('\n');
