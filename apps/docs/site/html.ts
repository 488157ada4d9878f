import { posix } from 'node:path';

/** Files that every page of the site loads, relative to the build folder. */
export interface Assets {
  readonly styles: readonly string[];
  readonly script: string;
  /** The search index. */
  readonly search: string;
}

/** Attributes with an address that starts at the build folder. */
const ADDRESS = /(\s(?:href|src|data-search)=")(\/(?!\/)[^"]*)"/g;

/**
 * Makes an address relative to the page at `path`: `/docs/types.html` becomes `../types.html` in
 * `docs/types/number.html`. The build then works in any folder of a host.
 */
export function relativeTo(path: string, address: string): string {
  const [, target = '', rest = ''] = /^\/([^?#]*)(.*)$/.exec(address) ?? [];
  const folder = posix.dirname(path);
  const relative = posix.relative(folder, target);
  const isFolder = target === '' || target.endsWith('/');
  return `${isFolder ? `${relative === '' ? '.' : relative}/` : relative}${rest}`;
}

const DESCRIPTION = /(<meta name="description" content=")[^"]*"/;

/** Text as HTML, also within a quoted attribute. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const headOf = ({ styles, script }: Assets): string =>
  [
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#f5f7f9" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0f1318" media="(prefers-color-scheme: dark)">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<script src="/theme.js"></script>',
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${script}"></script>`,
  ].join('\n    ');

/**
 * Turns a rendered page into the one that is served: with a description, relative addresses, the site's script and
 * styles, and nothing that its policy forbids.
 *
 * @param path relative to the build folder: `docs/types/number.html`
 * @throws Error when something inline is left
 */
export function servedPage(html: string, path: string, description: string, assets: Assets): string {
  const page = html
    .replace(/<script id="check-mac-os">.*?<\/script>\s*/s, '')
    .replace(/<link[^>]*vp-icons\.css[^>]*>\s*/, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replace(DESCRIPTION, (_, before: string) => `${before}${escaped(description)}"`)
    .replace(' style="position:relative;"', '')
    .replaceAll(/ style="text-align:\s*(left|center|right);?"/g, ' class="align-$1"')
    .replace('data-search ', `data-search="/${assets.search}" `)
    .replace('</head>', `  ${headOf(assets)}\n  </head>`)
    .replaceAll('"/docs/assets/', '"/assets/')
    .replaceAll(
      ADDRESS,
      (_, attribute: string, address: string) => `${attribute}${relativeTo(path, address)}"`,
    );
  const [inline] =
    /<script(?![^>]*\ssrc=)[^>]*>|<style[\s>]|<[a-z][^>]*\s(?:style|on[a-z]+)="/i.exec(page) ?? [];
  if (inline !== undefined) throw new Error(`${path} holds ${inline}, which its policy forbids.`);
  return page;
}

// A file of its own: the theme runs where nothing else of the site can.
/** The anchor of a heading, in GitHub's format, so that links work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
