import type { Entry, Group } from '../command.ts';
import { destinations } from '../destinations/list.ts';

/** All commands, in the order of the overview: one for each destination, then the others. */
export const commands: readonly (Entry | Group)[] = [
  ...destinations.map((destination) => ({
    name: destination.command,
    summary: destination.summary,
    group: 'Stream to',
    load: async () => (await import('./destination.ts')).destinationCommand(destination),
  })),
  {
    name: 'run',
    summary: 'Run the streams that a config file describes.',
    group: 'Stream to',
    load: async () => (await import('./run.ts')).runCommand,
  },
  {
    name: 'verify',
    summary: 'Compute again what was sent, and say whether what has arrived is right.',
    group: 'Prove',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'wait',
    summary: 'Wait until what was sent has arrived.',
    group: 'Prove',
    load: async () => (await import('./wait.ts')).wait,
  },
  {
    name: 'sample',
    summary: 'Print rows to stdout.',
    group: 'Look',
    load: async () => (await import('./sample.ts')).sample,
  },
  {
    name: 'stats',
    summary: 'Show statistics of each field, of a stream or of a file.',
    group: 'Look',
    load: async () => (await import('./stats.ts')).stats,
  },
  {
    name: 'infer',
    summary: 'Write a schema from a sample of events or a definition of tables.',
    group: 'Look',
    load: async () => (await import('./infer.ts')).infer,
  },
  {
    name: 'compare',
    summary: 'Compare rows of a schema with a sample, field by field.',
    group: 'Look',
    load: async () => (await import('./compare.ts')).compare,
  },
  {
    name: 'validate',
    summary: 'Check configs and schemas, and show every problem in its place.',
    group: 'Look',
    load: async () => (await import('./validate.ts')).validate,
  },
  {
    name: 'schema',
    summary: 'Print a schema as Avro, Protobuf, JSON Schema or CREATE TABLE.',
    group: 'Look',
    load: async () => (await import('./schema.ts')).schemaCommand,
  },
  {
    name: 'list',
    summary: 'List templates, destinations and generator types.',
    group: 'Look',
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'config-schema',
    summary: 'Print the JSON Schema of config files, for editors.',
    group: 'Look',
    load: async () => (await import('./config-schema.ts')).configSchemaCommand,
  },
  {
    name: 'check',
    summary: "Test a destination's host and credentials.",
    group: 'Connect',
    entries: destinations.map((destination) => ({
      name: destination.command,
      summary: destination.summary,
      group: 'Check',
      load: async () => (await import('./check.ts')).checkCommand(destination),
    })),
  },
  {
    name: 'summary',
    summary: 'Add up the summaries of the shards of a stream.',
    group: 'Look',
    load: async () => (await import('./summary.ts')).summary,
  },
  {
    name: 'digest',
    summary: 'Print the digest of a whole stream, to compare with the sum of its shards.',
    group: 'Look',
    load: async () => (await import('./digest.ts')).digest,
  },
  {
    name: 'receive',
    summary: 'Receive events on this machine, to try delivery without an account.',
    group: 'Connect',
    load: async () => (await import('./receive.ts')).receive,
  },
  {
    name: 'mcp',
    summary: 'Give agents tools to make, check, stream and verify events.',
    group: 'Connect',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for your shell.',
    group: 'Set up',
    load: async () => (await import('./completion.ts')).completionCommand(commands),
  },
];
