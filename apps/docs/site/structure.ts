import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { destinations } from '../../../packages/cli/src/destinations/list.ts';

/** The repository's root folder, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** An entry of the navigation. `page` is the path of its Markdown file on the site, without the extension. */
export interface Entry {
  readonly title: string;
  readonly page: string;
  /** Shown while this page or one of these is open. */
  readonly inside?: readonly Entry[];
}

/** A section of the navigation. */
export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The pages that a Markdown list links to, in its order. */
function linkedFrom(file: string, folder: string): readonly Entry[] {
  const text = readFileSync(`${ROOT}docs/${file}`, 'utf8');
  const links = text.matchAll(new RegExp(String.raw`^- \[([^\]]+)\]\((${folder}/[\w-]+)\.md\)`, 'gm'));
  return [...links].map(([, title = '', page = '']) => ({ title, page }));
}

/** Every page of the site, grouped by what a reader wants to do. */
export const groups: readonly Group[] = [
  { title: 'Start', entries: [{ title: 'Your first stream', page: 'index' }] },
  {
    title: 'Guides',
    entries: [
      { title: 'Start from a sample', page: 'guides/start-from-a-sample' },
      { title: 'Build a schema in the page', page: 'guides/build-a-schema' },
      { title: 'Which destination for what', page: 'guides/which-destination' },
      { title: 'Fill a dashboard', page: 'guides/dashboard' },
      { title: 'Kafka, Postgres and a proof', page: 'guides/half-an-hour' },
      { title: 'Kafka from zero', page: 'guides/kafka' },
      { title: 'Files: CSV, Parquet, Avro', page: 'guides/files' },
      { title: 'Prove your pipeline', page: 'prove-your-pipeline' },
      { title: 'Check configs and pipelines in CI', page: 'guides/ci' },
      { title: 'Fixtures for tests in Node', page: 'guides/test-fixtures' },
      { title: 'Types of your own', page: 'guides/own-types' },
      { title: 'Tools for agents', page: 'guides/agents' },
      { title: 'Load-test a pipeline', page: 'guides/load-test' },
      { title: 'Send to any HTTP service', page: 'guides/http-services' },
      { title: 'Events for browsers and programs', page: 'guides/serve' },
      { title: 'Logs, metrics and traces', page: 'guides/opentelemetry' },
      { title: 'Sockets and syslog', page: 'guides/sockets' },
      { title: 'Several destinations', page: 'guides/several-destinations' },
      { title: 'Beyond one machine', page: 'guides/beyond-one-machine' },
      { title: 'Topics, keys and headers', page: 'guides/routes-and-headers' },
      { title: 'Time and rate', page: 'guides/time-and-rate' },
      { title: 'Replay a recording', page: 'guides/replay' },
      { title: 'Test late and duplicate data', page: 'guides/late-and-duplicate-data' },
      { title: 'Related streams', page: 'guides/related-streams' },
      { title: 'Changes over time', page: 'guides/changes-over-time' },
      { title: 'Seed related tables', page: 'guides/related-tables' },
      { title: 'Run a stream as a service', page: 'guides/services' },
      { title: 'Windows', page: 'guides/windows' },
      { title: 'From ShadowTraffic', page: 'guides/from-shadowtraffic' },
      { title: 'From the Kinesis Data Generator', page: 'guides/from-kinesis-data-generator' },
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
      { title: 'API reference', page: 'api' },
      { title: 'Formats', page: 'formats' },
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

/** Pages from outside `docs`, with their paths on the site. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'SECURITY.md': 'security.md' };

/** The path of a repository file on the site: `docs/types/number.md` → `types/number.md`. */
export const placeOf = (file: string): string => ELSEWHERE[file] ?? file.replace(/^docs\//, '');

/** Patterns of files that are not pages: everything outside `docs` and `ELSEWHERE`, and some files in `docs`. */
export const LEFT_OUT: string[] = [
  ...readdirSync(ROOT)
    .filter((name) => name !== 'docs' && !(name in ELSEWHERE))
    .flatMap((name) => [name, `${name}/**`]),
  'docs/{conformance,specification}.md',
  'docs/contributing/**',
  'docs/decisions/**',
];
