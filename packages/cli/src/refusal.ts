import { EXIT, type ExitCode } from './exit-codes.ts';
import type { SchemaReading } from './schema/read.ts';
import type { Messages } from './terminal.ts';

/** The cause: the command line, a config file or a schema; a service that is needed first; or a signal that came before all was read. */
export type RefusalKind = 'usage' | 'config' | 'schema' | 'service' | 'interrupted';

/** Why a command did not start: lines for people, and the same messages as objects for programs. */
export interface Refusal {
  readonly lines: readonly string[];
  readonly objects: readonly object[];
}

/** A refusal with these sentences. */
export const refusalOf = (kind: RefusalKind, lines: readonly string[]): Refusal => ({
  lines,
  objects: lines.map((message) => ({ kind, message })),
});

/** A refusal of a schema, with an object for each issue and its place. */
export function refusalOfSchema({ lines, issues, name }: Extract<SchemaReading, { ok: false }>): Refusal {
  if (issues.length === 0) return refusalOf('schema', lines);
  return { lines, objects: issues.map((issue) => ({ kind: 'schema', file: name, ...issue })) };
}

/** Combines refusals. */
export const allOf = (refusals: readonly Refusal[]): Refusal => ({
  lines: refusals.flatMap(({ lines }) => lines),
  objects: refusals.flatMap(({ objects }) => objects),
});

/** Reports a refusal, as JSON lines with `--json`. */
export function refuse(
  { lines, objects }: Refusal,
  { json, err }: { readonly json: boolean | undefined; readonly err: Pick<Messages, 'write'> },
): ExitCode {
  const printed = json === true ? objects.map((each) => JSON.stringify({ type: 'error', ...each })) : lines;
  err.write(`${printed.join('\n')}\n`);
  return EXIT.usage;
}
