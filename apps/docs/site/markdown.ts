import { relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { anchorOf } from './anchor.ts';
import { escaped } from './html.ts';
import { linkOnSite, type Site } from './links.ts';
import { isSchema, schemaQuery } from './open.ts';
import { overviewOf } from './destinations.ts';
import { ROOT } from './structure.ts';

/** The part of VitePress's environment that rules use. */
interface Page {
  readonly realPath: string;
}

const fileOf = ({ realPath }: Page): string => relative(ROOT, realPath).replaceAll('\\', '/');

/** The label of a block that shows the output of the block before it. */
const OUTPUT = 'output';

/** A code block with its label, a copy button and, for a schema, the link that opens it in the page. */
function frame(code: string, text: string, name: string): string {
  if (name === OUTPUT) return `<div class="code" v-pre>${code}</div>\n`;
  const schemaActions = isSchema(text)
    ? `<button type="button" class="code-action" data-rows hidden>Run it</button><a class="code-action" href="/${escaped(schemaQuery(text))}">Open in Catbird</a>`
    : '';
  const isPlain = name === '' && schemaActions === '';
  const label = name === '' ? '' : `<span class="code-name">${escaped(name)}</span>`;
  const bar = `<div class="code-bar">${label}${schemaActions}<button type="button" class="code-action" data-copy hidden>Copy</button></div>`;
  return `<div class="code${isPlain ? ' is-plain' : ''}" v-pre>${code}${bar}</div>\n`;
}

/** Inserts the searchable catalogue before the list of families. */
const withCatalogue = (markdown: string): string =>
  markdown.replace('\n- ', () => '\n<TypeCatalogue />\n\n## Families\n\n- ');

/** Adds the site's rules: links lead to its pages, and code blocks get their actions. */
export function catbirdMarkdown(md: MarkdownRenderer, site: Site): void {
  md.disable('emoji');
  md.core.ruler.before('normalize', 'overview', (state) => {
    if (fileOf(state.env) === 'docs/destinations.md') state.src = overviewOf(state.src);
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
    return frame(md.options.highlight?.(content, language, '') ?? '', content, name);
  };
  md.renderer.rules['code_block'] = (tokens, i) => {
    const { content = '' } = tokens[i] ?? {};
    return frame(`<pre tabindex="0"><code>${escaped(content)}</code></pre>`, content, '');
  };
}
