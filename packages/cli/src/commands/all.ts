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

/** All commands, in the order of the overview. */
export const commands: readonly (Entry | Group)[] = [
  {
    name: 'sample',
    summary: 'Print rows to stdout.',
    group: 'Most used',
    load: async () => (await import('./sample.ts')).sample,
  },
  {
    name: 'run',
    summary: 'Run the streams of a config file.',
    group: 'Most used',
    load: async () => (await import('./run.ts')).runCommand,
  },
  {
    name: 'infer',
    summary: 'Write a schema from sample events, table definitions or a database.',
    group: 'Most used',
    load: async () => (await import('./infer.ts')).infer,
  },
  {
    name: 'verify',
    summary: 'Check that what was sent has arrived: all of it, once and unchanged.',
    group: 'Most used',
    load: async () => (await import('./verify.ts')).verify,
  },
  ...streaming,
  {
    name: 'wait',
    summary: 'Wait until what was sent has arrived.',
    group: 'More commands',
    load: async () => (await import('./wait.ts')).wait,
  },
  {
    name: 'receive',
    summary: 'Receive events on this machine, to try delivery without an account.',
    group: 'More commands',
    load: async () => (await import('./receive.ts')).receive,
  },
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
  {
    name: 'validate',
    summary: 'Check configs and schemas, and show every problem in its place.',
    group: 'More commands',
    load: async () => (await import('./validate.ts')).validate,
  },
  {
    name: 'list',
    summary: 'List templates, destinations and generator types.',
    group: 'More commands',
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'schema',
    summary: 'Print a schema as Avro, Protobuf, JSON Schema or CREATE TABLE.',
    group: 'More commands',
    load: async () => (await import('./schema.ts')).schemaCommand,
  },
  {
    name: 'config-schema',
    summary: 'Print the JSON Schema of config files, for editors.',
    group: 'More commands',
    load: async () => (await import('./config-schema.ts')).configSchemaCommand,
  },
  {
    name: 'stats',
    summary: 'Show statistics of each field of a stream or a file.',
    group: 'More commands',
    load: async () => (await import('./stats.ts')).stats,
  },
  {
    name: 'compare',
    summary: 'Compare generated rows with a sample, field by field.',
    group: 'More commands',
    load: async () => (await import('./compare.ts')).compare,
  },
  {
    name: 'summary',
    summary: 'Add up the summaries of the shards of a stream.',
    group: 'More commands',
    load: async () => (await import('./summary.ts')).summary,
  },
  {
    name: 'digest',
    summary: 'Print the digest of a whole stream, to compare with the sum of its shards.',
    group: 'More commands',
    load: async () => (await import('./digest.ts')).digest,
  },
  {
    name: 'mcp',
    summary: 'Give AI agents tools to make, check, stream and verify events.',
    group: 'More commands',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for your shell.',
    group: 'More commands',
    load: async () => (await import('./completion.ts')).completionCommand(commands),
  },
];
