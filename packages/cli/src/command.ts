import type { ExitCode } from './exit-codes.ts';
import type { Flags, Values } from './flags/flag.ts';
import type { Terminal } from './terminal.ts';

/** What a command is, besides its name and summary, which the table of commands holds. */
export interface Command {
  readonly flags: Flags;
  /** The arguments that are no flags: `FILE`. Default: none. */
  readonly operands?: Operands;
  /** Command lines that work as they stand, each with what it does. */
  readonly examples: readonly Example[];
  /** More to say, below the flags. */
  readonly notes?: string;
  /** It comes to its own end by the first signal, with a summary. Others are ended by the system, at once. */
  readonly endsBySignal?: true;
  run(
    values: Readonly<Record<string, unknown>>,
    operands: readonly string[],
    terminal: Terminal,
  ): Promise<ExitCode>;
}

/** The arguments of a command that are no flags. */
export interface Operands {
  /** As help shows them: `FILE` or `[FILE]`. */
  readonly usage: string;
  readonly least: number;
  readonly most: number;
}

/** A command line that works as it stands. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** Makes a command from flags and what to do with their values. */
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
  // The values were read by these very flags.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...parts, run: (values, ...rest) => parts.run(values as Values<Given>, ...rest) };
}
