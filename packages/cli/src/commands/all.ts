import type { DestinationKind } from '@catbird/send';
import type { Entry, Group } from '../command.ts';
import { destinations } from '../destinations/list.ts';

/** The order of the overview. */
const KINDS: readonly (string | undefined)[] = [
  'Queues and streams',
  'Databases',
  'Object storage',
  'Search and logs',
  'Files, HTTP, sockets',
] satisfies DestinationKind[];

/** A command for each destination. */
const streaming: readonly Entry[] = destinations
  .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.command < b.command ? -1 : 1))
  .map((destination) => ({
    name: destination.command,
    summary: destination.summary,
    group: destination.kind ?? 'Others',
    isNameOnly: true,
    load: async () => (await import('./destination.ts')).destinationCommand(destination),
  }));

const inGroup =
  (group: string) =>
  (name: string, summary: string, load: Entry['load']): Entry => ({ name, summary, group, load });
const [mostUsed, more] = [inGroup('Most used'), inGroup('More commands')];

/** All commands, in the order of the overview. */
export const commands: readonly (Entry | Group)[] = [
  mostUsed('sample', 'Print rows to stdout.', async () => (await import('./sample.ts')).sample),
  mostUsed('run', 'Run the streams of a config file.', async () => (await import('./run.ts')).runCommand),
  mostUsed(
    'infer',
    'Write a schema from sample events, table definitions or a database.',
    async () => (await import('./infer.ts')).infer,
  ),
  mostUsed(
    'verify',
    'Check that what was sent has arrived: all of it, once and unchanged.',
    async () => (await import('./verify.ts')).verify,
  ),
  ...streaming,
  more('wait', 'Wait until what was sent has arrived.', async () => (await import('./wait.ts')).wait),
  more(
    'receive',
    'Receive events on this machine, to try delivery without an account.',
    async () => (await import('./receive.ts')).receive,
  ),
  more(
    'lake',
    'Serve the tables of a config as Parquet objects over S3, computed when they are read.',
    async () => (await import('./lake.ts')).lake,
  ),
  {
    name: 'check',
    summary: "Test a destination's host and credentials.",
    group: 'More commands',
    entries: destinations.map((destination) => ({
      name: destination.command,
      summary: destination.summary,
      group: 'Check',
      load: async () => (await import('./check.ts')).checkCommand(destination),
    })),
  },
  more(
    'validate',
    'Check configs and schemas, and show every problem in its place.',
    async () => (await import('./validate.ts')).validate,
  ),
  more(
    'list',
    'List templates, destinations and generator types.',
    async () => (await import('./list.ts')).list,
  ),
  more(
    'schema',
    'Print a schema as Avro, Protobuf, JSON Schema or CREATE TABLE.',
    async () => (await import('./schema.ts')).schemaCommand,
  ),
  more(
    'config-schema',
    'Print the JSON Schema of config files, for editors.',
    async () => (await import('./config-schema.ts')).configSchemaCommand,
  ),
  more(
    'stats',
    'Show statistics of each field of a stream or a file.',
    async () => (await import('./stats.ts')).stats,
  ),
  more(
    'compare',
    'Compare generated rows with a sample, field by field.',
    async () => (await import('./compare.ts')).compare,
  ),
  more(
    'labels',
    'List the incidents of a config, and the rows that they affect.',
    async () => (await import('./labels.ts')).labels,
  ),
  more(
    'score',
    'Judge alerts by the incidents that they should detect.',
    async () => (await import('./score.ts')).score,
  ),
  more(
    'summary',
    'Add up the summaries of the shards of a stream.',
    async () => (await import('./summary.ts')).summary,
  ),
  more(
    'digest',
    'Print the digest of a whole stream, to compare with the sum of its shards.',
    async () => (await import('./digest.ts')).digest,
  ),
  more(
    'mcp',
    'Give AI agents tools to make, check, stream and verify events.',
    async () => (await import('./mcp.ts')).mcp,
  ),
  more('completion', 'Print a completion script for your shell.', async () =>
    (await import('./completion.ts')).completionCommand(commands),
  ),
];
