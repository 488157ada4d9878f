import { parseSchema } from '@catbird/core';
import { existsSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { MarkdownRenderer } from 'vitepress';
import { anchorOf, escaped } from './html.ts';
import { completed } from './completed.ts';
import { OPTION_TITLE } from './options.ts';
import { placeOf, ROOT } from './structure.ts';

/** The part of VitePress's environment that rules use. */
interface Page {
  readonly realPath: string;
}

const fileOf = ({ realPath }: Page): string => relative(ROOT, realPath).replaceAll('\\', '/');

/** The label of a block that shows the output of the block before it. */
const OUTPUT = 'output';

/** The language of declarations in a reference. A search finds them by their names. */
const DECLARATION = 'ts';

/** A code block with its label, a copy button and, for a schema, the link that opens it in the page. */
function frame(code: string, text: string, name: string, language = ''): string {
  if (name === OUTPUT) return `<div class="code" v-pre>${code}</div>\n`;
  const schemaActions = isSchema(text)
    ? `<button type="button" class="code-action" data-rows hidden>Run it</button><a class="code-action" href="/${escaped(schemaQuery(text))}">Open in Catbird</a>`
    : '';
  const isPlain = name === '' && schemaActions === '';
  const label = name === '' ? '' : `<span class="code-name">${escaped(name)}</span>`;
  const bar = `<div class="code-bar">${label}${schemaActions}<button type="button" class="code-action" data-copy hidden>Copy</button></div>`;
  return `<div class="code${isPlain ? ' is-plain' : ''}${language === DECLARATION ? ' is-declaration' : ''}" v-pre>${code}${bar}</div>\n`;
}

/** Inserts the searchable catalogue before the list of families. */
const withCatalogue = (markdown: string): string =>
  markdown.replace('\n- ', () => '\n<TypeCatalogue />\n\n## Families\n\n- ');

/** Adds the site's rules: links lead to its pages, and code blocks get their actions. */
export function catbirdMarkdown(md: MarkdownRenderer, site: Site): void {
  md.disable('emoji');
  md.core.ruler.before('normalize', 'overview', (state) => {
    state.src = completed(fileOf(state.env), state.src);
    if (fileOf(state.env) === 'docs/types.md') state.src = withCatalogue(state.src);
    // On the site, each type is one level below the title.
    if (fileOf(state.env).startsWith('docs/types/')) state.src = state.src.replaceAll(/^### /gm, '## ');
  });
  md.core.ruler.push('links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null) continue;
      const target = linkOnSite(href, fileOf(env), site);
      if (target === undefined) token.attrs = [];
      else token.attrSet('href', target);
    }
  });
  // Tables of options have no columns on phones, so each cell has its heading.
  md.core.ruler.push('options', ({ tokens }) => {
    let titles: string[] = [];
    let column = 0;
    for (const [i, token] of tokens.entries()) {
      const text = tokens[i + 1]?.content ?? '';
      if (token.type === 'table_open') titles = [];
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'th_open') titles.push(text);
      if (token.type === 'tr_open' && titles[0] === OPTION_TITLE) token.attrSet('class', 'option');
      if (token.type === 'td_open' && titles[0] === OPTION_TITLE)
        token.attrSet('data-title', titles[column++] ?? '');
    }
  });
  // Braces are text, for Vue as well.
  md.core.ruler.push('braces', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
  });
  md.renderer.rules.text = (tokens, i) => escaped(tokens[i]?.content ?? '').replaceAll('{{', '&#123;&#123;');
  // Types in a table need anchors, too.
  md.core.ruler.push('types', ({ tokens, env }) => {
    if (!fileOf(env).startsWith('docs/types/')) return;
    for (const [i, token] of tokens.entries()) {
      const [name] = tokens[i + 2]?.children ?? [];
      if (token.type === 'tr_open' && name?.type === 'code_inline')
        token.attrSet('id', anchorOf(name.content));
    }
  });
  md.renderer.rules['fence'] = (tokens, i) => {
    const { content = '', info = '' } = tokens[i] ?? {};
    const [language = ''] = info.split(' ');
    const [, name = ''] = /\[(.+)\]/.exec(info) ?? [];
    return frame(md.options.highlight?.(content, language, '') ?? '', content, name, language);
  };
  md.renderer.rules['code_block'] = (tokens, i) => {
    const { content = '' } = tokens[i] ?? {};
    return frame(`<pre tabindex="0"><code>${escaped(content)}</code></pre>`, content, '');
  };
}

/** Whether a block is a valid schema, and not a row or a config. */
export function isSchema(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fields: unknown[] = Object.entries(value).flatMap(([name, field]) =>
      name === '$entities' || name === '$locale' ? [] : [field],
    );
    const isField = (field: unknown) =>
      typeof field === 'string' ||
      (typeof field === 'object' && field !== null && ('type' in field || 'value' in field));
    return fields.length > 0 && fields.every(isField) && parseSchema(text).ok;
  } catch {
    // Not JSON, such as several rows or an excerpt.
    return false;
  }
}

/** The query that opens a schema in the page, in the format of the page's own links (`apps/web/src/link/compress.ts`). */
export function schemaQuery(text: string): string {
  const schema = `z1.${deflateRawSync(text).toString('base64url')}`;
  return `?${new URLSearchParams({ template: 'Custom', schema, seed: '42' }).toString()}`;
}

/** The site, as links of Markdown files see it. */
interface Site {
  /** Whether a path such as `types/number.md` is a page. */
  readonly isPage: (page: string) => boolean;
  /** The repository's address; empty if it is not public. */
  readonly repository: string;
}

/**
 * The target of a link on the site: a page, or else the file in the repository. Undefined if the repository is not public.
 *
 * @param file the Markdown file with the link, relative to the repository's root
 * @throws Error if the link's target does not exist
 */
export function linkOnSite(href: string, file: string, { isPage, repository }: Site): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', ...fragment] = href.split(/(?=#)/);
  const target = posix.join(posix.dirname(file), path);
  if (target.startsWith('..') || !existsSync(ROOT + target))
    throw new Error(`${file} links to ${href}, which does not exist.`);
  const page = placeOf(target);
  if (page.endsWith('.md') && isPage(page)) return `/${page}${fragment.join('')}`;
  return repository === '' ? undefined : `${repository}/blob/main/${target}${fragment.join('')}`;
}
