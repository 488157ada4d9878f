import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatorTypes, templates, type GeneratorType, type Template } from '@catbird/engine';
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

/** The part of the name before the dot. Types without one contain other fields. */
const familyOf = ({ name }: GeneratorType): string =>
  name.includes('.') ? (name.split('.')[0] ?? '') : 'structure';

/** All types by family, in catalogue order. */
export const families: ReadonlyMap<string, readonly GeneratorType[]> = generatorTypes.reduce(
  (found, type) => found.set(familyOf(type), [...(found.get(familyOf(type)) ?? []), type]),
  new Map<string, readonly GeneratorType[]>(),
);

/** A template's name in the path of its page. */
export const slugOf = ({ name }: Pick<Template, 'name'>): string => name.toLowerCase().replaceAll(' ', '-');

/** Every page of the site, grouped by what a reader wants to do. */
export const groups: readonly Group[] = [
  {
    title: 'Start',
    entries: [
      { title: 'Your first stream', page: 'index' },
      { title: 'Gallery', page: 'gallery' },
    ],
  },
  {
    title: 'Guides',
    entries: [
      { title: 'Schema from a sample', page: 'guides/start-from-a-sample' },
      { title: 'Schema from a definition', page: 'guides/start-from-a-definition' },
      { title: 'Copy a database', page: 'guides/copy-a-database' },
      { title: 'Configs in your editor', page: 'guides/editors' },
      { title: 'Build a schema in the page', page: 'guides/build-a-schema' },
      { title: 'Run streams in the page', page: 'guides/run-in-the-page' },
      { title: 'Which destination for what', page: 'guides/which-destination' },
      { title: 'Fill a dashboard', page: 'guides/dashboard' },
      { title: 'The same data every time', page: 'guides/same-data' },
      { title: 'Send to Kafka', page: 'guides/kafka' },
      { title: 'Files: CSV, Parquet, Arrow', page: 'guides/files' },
      { title: 'Prove your pipeline', page: 'prove-your-pipeline' },
      { title: 'Check configs and pipelines in CI', page: 'guides/ci' },
      { title: 'Check pull requests on GitHub', page: 'guides/github-action' },
      { title: 'Fixtures for tests', page: 'guides/test-fixtures' },
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
      { title: 'Test your alerts', page: 'guides/test-your-alerts' },
      { title: 'Related streams', page: 'guides/related-streams' },
      { title: 'Changes over time', page: 'guides/changes-over-time' },
      { title: 'Related tables', page: 'guides/related-tables' },
      { title: 'Query data that does not exist', page: 'guides/lake' },
      { title: 'Run a stream as a service', page: 'guides/services' },
      { title: 'Windows', page: 'guides/windows' },
      { title: 'From Tinybird', page: 'guides/from-tinybird' },
      { title: 'From AsyncAPI', page: 'guides/from-asyncapi' },
      { title: 'From a data contract', page: 'guides/from-a-data-contract' },
      { title: 'From Zod, Valibot and ArkType', page: 'guides/schemas-in-code' },
      { title: 'From ShadowTraffic', page: 'guides/from-shadowtraffic' },
      { title: 'From the Kinesis Data Generator', page: 'guides/from-kinesis-data-generator' },
      { title: 'Move from mockingbird', page: 'guides/from-mockingbird' },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { title: 'Schema language', page: 'schema' },
      {
        title: 'Generator types',
        page: 'types',
        inside: [...families.keys()].map((family) => ({ title: family, page: `types/${family}` })),
      },
      {
        title: 'Templates',
        page: 'templates',
        inside: templates.map((template) => ({
          title: template.name,
          page: `templates/${slugOf(template)}`,
        })),
      },
      {
        title: 'Destinations',
        page: 'destinations',
        inside: destinations.map(({ title, command }) => ({ title, page: `destinations/${command}` })),
      },
      {
        title: 'Command line',
        page: 'cli',
        inside: [
          { title: 'Print rows', page: 'cli/sample' },
          { title: 'Run a config', page: 'cli/run' },
          { title: 'Rate, retries and exit codes', page: 'cli/delivery' },
          { title: 'Resume a stream', page: 'cli/state' },
          { title: 'Verify what has arrived', page: 'cli/verify' },
          { title: 'Label incidents', page: 'cli/labels' },
          { title: 'Score alerts', page: 'cli/score' },
          { title: 'Infer a schema', page: 'cli/infer' },
          { title: 'Other commands', page: 'cli/other-commands' },
        ],
      },
      { title: 'Library', page: 'library' },
      { title: 'API reference', page: 'api' },
      { title: 'Formats', page: 'formats' },
      { title: 'Faults', page: 'faults' },
      { title: 'Incidents', page: 'incidents' },
      { title: 'Verification', page: 'verify' },
      { title: 'What infer finds', page: 'inference' },
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
  'docs/specification.md',
  'docs/contributing/**',
  'docs/decisions/**',
];
