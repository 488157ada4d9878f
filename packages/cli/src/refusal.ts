import { EXIT, type ExitCode } from './exit-codes.ts';
import type { SchemaReading } from './schema/read.ts';
import type { Messages } from './terminal.ts';

/** What was wrong: the words on the command line, a config file, or a schema; or a signal that came before they were known. */
export type RefusalKind = 'usage' | 'config' | 'schema' | 'interrupted';

/** Why nothing was begun: lines for people, and objects with the same words for programs. */
export interface Refusal {
  readonly lines: readonly string[];
  readonly objects: readonly object[];
}

/** A refusal of sentences. */
export const refusalOf = (kind: RefusalKind, lines: readonly string[]): Refusal => ({
  lines,
  objects: lines.map((message) => ({ kind, message })),
});

/** A refusal of a schema: for programs an object an issue, with its place. */
export function refusalOfSchema({ lines, issues, name }: Extract<SchemaReading, { ok: false }>): Refusal {
  if (issues.length === 0) return refusalOf('schema', lines);
  return { lines, objects: issues.map((issue) => ({ kind: 'schema', file: name, ...issue })) };
}

/** Several refusals as one. */
export const allOf = (refusals: readonly Refusal[]): Refusal => ({
  lines: refusals.flatMap(({ lines }) => lines),
  objects: refusals.flatMap(({ objects }) => objects),
});

/** Says why nothing was begun: as JSON lines where they were asked for. */
export function refuse(
  { lines, objects }: Refusal,
  { json, err }: { readonly json: boolean | undefined; readonly err: Pick<Messages, 'write'> },
): ExitCode {
  const said = json === true ? objects.map((each) => JSON.stringify({ type: 'error', ...each })) : lines;
  err.write(`${said.join('\n')}\n`);
  return EXIT.usage;
}
