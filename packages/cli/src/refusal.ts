import type { Invalid, Issue } from '@catbird/engine';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Messages } from './terminal.ts';

/** The cause: the command line, a config file or a schema; a service that is needed first; or a signal that came before all was read. */
export type IssueKind = 'usage' | 'config' | 'schema' | 'service' | 'interrupted';

/** Why a command did not start. */
export interface CommandIssue extends Issue {
  /** Default: `usage`. */
  readonly kind?: IssueKind;
  /** The text that it is in. */
  readonly file?: string;
  /** Its place there, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The stream that it is of, if there are several. */
  readonly stream?: string;
  /** What people read in place of its message: with the lines around it, for instance. */
  readonly shown?: string;
  /** What they read after it, if it is one of several of a schema that are printed on their own. */
  readonly after?: readonly string[];
}

/** What was given cannot be used. */
export type Refused = Invalid<CommandIssue>;

/** Issues of one kind, unless they have their own. */
export const ofKind = (kind: IssueKind, issues: readonly CommandIssue[]): readonly CommandIssue[] =>
  issues.map((issue) => ({ kind, ...issue }));

/** Issues as people read them. */
export const linesOf = (issues: readonly CommandIssue[]): readonly string[] =>
  issues.flatMap(({ shown, message, after = [] }) => [shown ?? message, ...after]);

/** Reports issues, as JSON lines with `--json`. */
export function refuse(
  issues: readonly CommandIssue[],
  { json, err }: { readonly json?: boolean | undefined; readonly err: Pick<Messages, 'write'> },
): ExitCode {
  const lines =
    json === true
      ? issues.map(({ shown: _shown, after: _after, ...issue }) =>
          JSON.stringify({ type: 'error', kind: 'usage', ...issue }),
        )
      : linesOf(issues);
  err.write(`${lines.join('\n')}\n`);
  return EXIT.usage;
}
