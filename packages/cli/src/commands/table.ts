import type { Command } from '../command.ts';
import { destinations } from '../destinations/list.ts';

/** A command as the overview knows it. Its flags and what it does load when it is used, so that `catbird --help` starts at once. */
export interface Entry {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Its heading in the overview. */
  readonly group: string;
  readonly load: () => Promise<Command>;
}

/** A command that has others below it: `check tinybird`. */
export interface Group extends Omit<Entry, 'load'> {
  readonly entries: readonly Entry[];
}

/** All commands, in the order of the overview: one per destination, then the others. */
export const commands: readonly (Entry | Group)[] = [
  ...destinations.map((destination) => ({
    name: destination.command,
    summary: destination.summary,
    group: 'Stream to',
    load: async () => (await import('./destination.ts')).destinationCommand(destination),
  })),
  {
    name: 'run',
    summary: 'Streams as a config file says.',
    group: 'Stream to',
    load: async () => (await import('./run.ts')).runCommand,
  },
  {
    name: 'sample',
    summary: 'Prints rows as fast as it can.',
    group: 'Look',
    load: async () => (await import('./sample.ts')).sample,
  },
  {
    name: 'validate',
    summary: 'Checks a schema, and says what is wrong with it and where.',
    group: 'Look',
    load: async () => (await import('./validate.ts')).validate,
  },
  {
    name: 'list',
    summary: 'Lists templates, destinations and generator types.',
    group: 'Look',
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'config-schema',
    summary: 'Prints the JSON Schema of a config file, for editors.',
    group: 'Look',
    load: async () => (await import('./config-schema.ts')).configSchemaCommand,
  },
  {
    name: 'check',
    summary: 'Tries host and credentials of a destination with one request.',
    group: 'Connect',
    entries: destinations.map((destination) => ({
      name: destination.command,
      summary: destination.summary,
      group: 'Check',
      load: async () => (await import('./check.ts')).checkCommand(destination),
    })),
  },
  {
    name: 'receive',
    summary: 'Receives events on this machine, to see real delivery without an account.',
    group: 'Connect',
    load: async () => (await import('./receive.ts')).receive,
  },
  {
    name: 'completion',
    summary: 'Prints a script that lets a shell complete commands and flags.',
    group: 'Set up',
    load: async () => (await import('./completion.ts')).completion,
  },
];
