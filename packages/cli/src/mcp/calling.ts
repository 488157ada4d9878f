import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { environmentName, redact, settingsOf } from '@catbird/send';
import { hiddenValues, variablesIn } from '@catbird/stream';
import type { Command } from '../command.ts';
import { streamsIn } from '../config/check.ts';
import { destinations } from '../destinations/list.ts';
import type { ExitCode } from '../exit-codes.ts';
import { refuse } from '../refusal.ts';
import { streamAll } from '../stream/stream.ts';
import type { Terminal } from '../terminal.ts';
import { call, captured } from './call.ts';
import { CallError, documentIn } from './documents.ts';
import { problemOf, type Permits } from './permits.ts';
import type { Calling } from './tools.ts';

/** What one call can use, and what its answer hides. */
export function newCalling({
  permits,
  env,
  signal,
  folder,
}: {
  readonly permits: Permits;
  readonly env: Terminal['env'];
  readonly signal: AbortSignal;
  /** For records. */
  readonly folder: string;
}): Calling & { readonly hide: (text: string) => string } {
  const named = new Set(secretVariables);
  const { types = [] } = permits;
  const mayRun = (path: string): boolean => types.some((each) => each.path === path);
  const around = { env, signal, mayRun };
  const document: Calling['document'] = async (given) => {
    const found = await documentIn(given);
    for (const name of variablesIn(found.text)) named.add(name);
    return found;
  };
  return {
    permits,
    hide: (text) => redact(text, hiddenValues(Array.from(named, (name) => env[name] ?? ''))),
    document,
    call: (command, args, input = '') =>
      call(command, [...typeArgs(command, permits), ...args], { ...around, input }),
    async start(given) {
      const { file } = await document(given);
      const record = join(folder, `${randomUUID()}.json`);
      const run = (terminal: Terminal): Promise<ExitCode> => started({ file, record, permits }, terminal);
      const { err, ...printed } = await captured(run, { ...around, input: given.text ?? '' });
      return { ...printed, err: withoutProgress(err) };
    },
  };
}

const namesIn = ({ types = [] }: Permits): readonly string[] => types.map(({ name }) => name);

/** The options with which a command knows the types that the server does. */
const typeArgs = ({ flags }: Command, permits: Permits): readonly string[] =>
  Object.hasOwn(flags, 'types') ? namesIn(permits).map((name) => `--types=${name}`) : [];

/** Variables that hold credentials of destinations. */
const secretVariables: readonly string[] = destinations.flatMap((destination) =>
  settingsOf(destination)
    .filter(({ secret }) => secret)
    .map(({ name }) => environmentName(destination, name)),
);

/** Runs the streams of a config. The streams that are checked are those that run. @throws CallError if one is not allowed */
async function started(
  { file, record, permits }: { readonly file: string; readonly record: string; readonly permits: Permits },
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await streamsIn(file, { types: namesIn(permits), json: true }, terminal);
  if (!found.ok) return refuse(found.issues, { json: true, err: terminal.err });
  const problems = found.streams.flatMap((spec) => problemOf(spec, permits) ?? []);
  if (problems.length > 0) throw new CallError(problems.join('\n'));
  const streams = found.streams.map((spec) => ({ ...spec, options: { ...spec.options, record } }));
  const { onStreamFailure } = found;
  const code = await streamAll({ streams, onStreamFailure, json: true, ...CLOSED }, terminal);
  terminal.err.write(`${JSON.stringify({ type: 'record', path: record })}\n`);
  return code;
}

const CLOSED = { quiet: false, dryRun: false } as const;

const withoutProgress = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => !line.startsWith('{"type":"progress"'))
    .join('\n');
