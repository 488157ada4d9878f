import {
  compile,
  generatorTypes,
  loadData,
  newBatch,
  parseSchema,
  texts,
  type GeneratorType,
} from '@catbird/engine';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfigWithTheme } from 'vitepress';
import { repositoryUrl } from '../../../scripts/repository.js';
import { Mark } from '../../web/src/ui/mark.tsx';
import { finish } from '../site/finish.ts';
import { highlightTheme, tokenClasses } from '../site/highlighting.ts';
import { anchorOf } from '../site/html.ts';
import { catbirdMarkdown } from '../site/markdown.ts';
import { entries, groups, LEFT_OUT, placeOf, ROOT, type Group } from '../site/structure.ts';

const SEED = 42;
const NOON = { startMs: Date.UTC(2026, 0, 1, 12), stepMs: 1000 };
const MAX_CHARACTERS = 60;

/** An entry of the catalogue of generator types. */
interface CatalogueEntry {
  readonly name: string;
  readonly summary: string;
  /** The page of its family. */
  readonly page: string;
  /** A generated value, as JSON. */
  readonly sample: string;
}

async function sampleOf({ name, example, exampleSchema }: GeneratorType): Promise<string> {
  const schema = exampleSchema ?? {
    value: { type: name, ...(example !== undefined && { params: example }) },
  };
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(`The example of ${name} is not a valid schema.`);
  await loadData(parsed.schema);
  const batch = compile(parsed.schema, { seed: SEED }).fill(newBatch(), { first: 0, count: 1, time: NOON });
  const [row = '{}'] = texts(batch);
  const sample = exampleSchema === undefined ? row.slice('{"value":'.length, -1) : row;
  return sample.length > MAX_CHARACTERS ? `${sample.slice(0, MAX_CHARACTERS)}…` : sample;
}

/** Every generator type with a generated sample. */
const catalogue = (): Promise<readonly CatalogueEntry[]> =>
  Promise.all(
    generatorTypes.map(async (type) => ({
      name: type.name,
      summary: type.summary,
      page: `types/${type.name.includes('.') ? (type.name.split('.')[0] ?? '') : 'structure'}`,
      sample: await sampleOf(type),
    })),
  );

/** Data for the theme beyond the current page. */
export interface SiteTheme {
  readonly groups: readonly Group[];
  /** The repository's address; empty for no Source link. */
  readonly repository: string;
  /** The logo as SVG. */
  readonly mark: string;
  readonly catalogue: readonly CatalogueEntry[];
}

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
