import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { destinations } from '../../../packages/cli/src/destinations/list.ts';

/** The repository's root folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A line of the navigation. `page` is the path of its Markdown file on the site, without the ending. */
export interface Entry {
  readonly title: string;
  readonly page: string;
  /** Shown while the reader is on this page or on one of these. */
  readonly inside?: readonly Entry[];
}

/** A part of the navigation. */
export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The pages that a list in Markdown links to, in its order: the types' families, the templates. */
function linkedFrom(file: string, folder: string): readonly Entry[] {
  const text = readFileSync(`${ROOT}docs/${file}`, 'utf8');
  const links = text.matchAll(new RegExp(String.raw`^- \[([^\]]+)\]\((${folder}/[\w-]+)\.md\)`, 'gm'));
  return [...links].map(([, title = '', page = '']) => ({ title, page }));
}

/** Every page of the site, by what a person wants. */
export const groups: readonly Group[] = [
  { title: 'Start', entries: [{ title: 'Your first stream', page: 'index' }] },
  {
    title: 'Guides',
    entries: [
      { title: 'Fill a dashboard', page: 'guides/dashboard' },
      { title: 'Load-test a pipeline', page: 'guides/load-test' },
      { title: 'Test late and duplicate data', page: 'guides/late-and-duplicate-data' },
      { title: 'Seed related tables', page: 'guides/related-tables' },
      { title: 'Move from mockingbird', page: 'guides/from-mockingbird' },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { title: 'Schema language', page: 'schema' },
      { title: 'Generator types', page: 'types', inside: linkedFrom('types.md', 'types') },
      { title: 'Templates', page: 'templates', inside: linkedFrom('templates.md', 'templates') },
      {
        title: 'Destinations',
        page: 'destinations',
        inside: destinations.map(({ title, command }) => ({ title, page: `destinations/${command}` })),
      },
      { title: 'Command line', page: 'cli' },
      { title: 'Library', page: 'library' },
      { title: 'Faults', page: 'faults' },
    ],
  },
  {
    title: 'Run it',
    entries: [
      { title: 'Deploy', page: 'deploy' },
      { title: 'Security', page: 'security' },
      { title: 'How it works', page: 'how-it-works' },
    ],
  },
];

/** All entries in reading order. */
export const entries: readonly Entry[] = groups
  .flatMap(({ entries }) => entries)
  .flatMap((entry) => [entry, ...(entry.inside ?? [])]);

/** Files of the repository that are pages elsewhere than below `docs`, by their path on the site. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'SECURITY.md': 'security.md' };

/** Where a file of the repository is on the site: `docs/types/number.md` → `types/number.md`. */
export const placeOf = (file: string): string => ELSEWHERE[file] ?? file.replace(/^docs\//, '');

/** What of the repository is no page, as patterns: all but docs and the files of `ELSEWHERE`, and some of docs. */
export const LEFT_OUT: string[] = [
  ...readdirSync(ROOT)
    .filter((name) => name !== 'docs' && !(name in ELSEWHERE))
    .flatMap((name) => [name, `${name}/**`]),
  'docs/{conformance,specification}.md',
  'docs/decisions/**',
];
