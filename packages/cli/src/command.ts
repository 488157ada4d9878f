import type { ExitCode } from './exit-codes.ts';
import type { Flags, Values } from '@catbird/stream';
import type { Terminal } from './terminal.ts';

/** A command in the overview. Its implementation loads when it is used, so that `catbird --help` starts fast. */
export interface Entry {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Its heading in the overview. */
  readonly group: string;
  /** Whether the overview lists only its name, in a line with its group. */
  readonly isNameOnly?: true;
  readonly load: () => Promise<Command>;
}

/** A command with subcommands: `check tinybird`. */
export interface Group extends Omit<Entry, 'load'> {
  readonly entries: readonly Entry[];
}

/** A command's implementation. Its name and summary are in the table of commands. */
export interface Command {
  readonly flags: Flags;
  /** The arguments that are not flags. Default: none. */
  readonly operands?: Operands;
  /** Complete command lines, each with what it does. */
  readonly examples: readonly Example[];
  /** The flags that `--help` lists, by headings; `--help all` lists every flag. Absent: all of them. */
  readonly brief?: Readonly<Record<string, readonly string[]>>;
  /** Text below the flags in help. */
  readonly notes?: string;
  /** More text, which only `--help all` has. */
  readonly details?: string;
  /** Whether it handles the first signal itself, to end with a summary. Default: a signal ends the process at once. */
  readonly endsBySignal?: true;
  run(
    values: Readonly<Record<string, unknown>>,
    operands: readonly string[],
    terminal: Terminal,
  ): Promise<ExitCode>;
}

/** The arguments of a command that are not flags. */
export interface Operands {
  /** As shown in help: `FILE` or `[FILE]`. */
  readonly usage: string;
  readonly least: number;
  readonly most: number;
}

/** A complete command line. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** Defines a command; its `run` gets the values of its flags, typed. */
export function defineCommand<Given extends Flags>(
  parts: Omit<Command, 'run' | 'flags'> & {
    readonly flags: Given;
    readonly run: (
      values: Values<Given>,
      operands: readonly string[],
      terminal: Terminal,
    ) => Promise<ExitCode>;
  },
): Command {
  // The values were read by these flags.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...parts, run: (values, ...rest) => parts.run(values as Values<Given>, ...rest) };
}
