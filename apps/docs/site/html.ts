import { posix } from 'node:path';

/** Files that every page of the site loads, from the folder that holds page and documentation. */
export interface Assets {
  readonly styles: readonly string[];
  readonly script: string;
  /** What can be searched for. */
  readonly search: string;
}

/** Attributes that hold an address, and the address where it begins at the folder of the whole build. */
const ADDRESS = /(\s(?:href|src|data-search)=")(\/(?!\/)[^"]*)"/g;

/**
 * An address that begins at the folder of the whole build, as the page at `path` says it: `/docs/types.html` is
 * `../types.html` in `docs/types/number.html`. So the folder can lie anywhere.
 */
export function relativeTo(path: string, address: string): string {
  const [, target = '', rest = ''] = /^\/([^?#]*)(.*)$/.exec(address) ?? [];
  const folder = posix.dirname(path);
  const relative = posix.relative(folder, target);
  const isFolder = target === '' || target.endsWith('/');
  return `${isFolder ? `${relative === '' ? '.' : relative}/` : relative}${rest}`;
}

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
 * A rendered page as it is served: with relative addresses, the site's script and styles, and without what its policy
 * refuses.
 *
 * @param path where it lies in the folder of the whole build: `docs/types/number.html`
 * @throws Error when something inline is left
 */
export function servedPage(html: string, path: string, assets: Assets): string {
  const page = html
    .replace(/<script id="check-mac-os">.*?<\/script>\s*/s, '')
    .replace(/<link[^>]*vp-icons\.css[^>]*>\s*/, '')
    .replaceAll(/<!--.*?-->/gs, '')
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
  if (inline !== undefined) throw new Error(`${path} holds ${inline}, which its policy refuses.`);
  return page;
}
