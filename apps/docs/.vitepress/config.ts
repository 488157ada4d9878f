import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfigWithTheme } from 'vitepress';
import { repositoryUrl } from '../../../scripts/repository.js';
import { Mark } from '../../web/src/ui/mark.tsx';
import { anchorOf } from '../site/anchor.ts';
import { finish } from '../site/finish.ts';
import { highlightTheme, tokenClasses } from '../site/highlighting.ts';
import { catbirdMarkdown } from '../site/markdown.ts';
import { entries, groups, LEFT_OUT, placeOf, ROOT } from '../site/structure.ts';
import { catalogue } from '../site/types.ts';
import type { SiteTheme } from '../site/theme.ts';

const repository = repositoryUrl();
const pages = new Set(entries.map(({ page }) => `${page}.md`));

export default defineConfigWithTheme<SiteTheme>({
  title: 'Catbird',
  description: 'Catbird streams realistic mock events to real services, at the rate you choose.',
  lang: 'en',
  // Pages without inline scripts, whose addresses can all be made relative. See docs/decisions/011.
  mpa: true,
  base: '/docs/',
  srcDir: ROOT,
  outDir: '../web/dist/docs',
  cacheDir: '../../node_modules/.cache/vitepress',
  srcExclude: LEFT_OUT,
  rewrites: placeOf,
  appearance: false,
  themeConfig: {
    groups: [...groups],
    repository,
    mark: renderToStaticMarkup(createElement(Mark, {})),
    catalogue: [...(await catalogue())],
  },
  markdown: {
    theme: highlightTheme,
    codeTransformers: [tokenClasses],
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    headers: { level: [2, 3], slugify: anchorOf },
    config: (md) => catbirdMarkdown(md, { isPage: (page) => pages.has(page), repository }),
  },
  vite: {
    // The policy forbids data: URLs.
    build: { assetsInlineLimit: 0 },
    logLevel: 'warn',
  },
  buildEnd: ({ outDir }) => finish(outDir),
});
