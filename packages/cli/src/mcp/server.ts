import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { messageOf } from '../files/error-code.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { type Printed, call, captured, CallError, documentIn } from './call.ts';
import { permitted, type Permits, problemOf } from './permits.ts';
import { tools, type Calling } from './tools.ts';
import { randomUUID } from 'node:crypto';
import { environmentName, redact, settingsOf } from '@catbird/send';
import { hiddenValues, variablesIn } from '@catbird/stream';
import type { Command } from '../command.ts';
import { streamsIn } from '../config/check.ts';
import { destinations } from '../destinations/list.ts';
import { refuse } from '../refusal.ts';
import { streamAll } from '../stream/stream.ts';

/** A server that runs. */
interface Serving {
  /** Resolves once the agent has gone. */
  readonly closed: Promise<unknown>;
  close(): Promise<void>;
}

/** Serves the tools on stdin and stdout. */
export async function serve(permits: Permits, { env }: Pick<Terminal, 'env'>): Promise<Serving> {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-mcp-'));
  const server = new McpServer(
    { name: 'catbird', version: await version() },
    { instructions: `${INSTRUCTIONS} This server may send to ${permitted(permits)}.` },
  );
  for (const { name, title, description, input, sends = false, run } of tools) {
    const annotations = { readOnlyHint: !sends, openWorldHint: sends, destructiveHint: false };
    const about = { title, description, inputSchema: input, annotations };
    server.registerTool(name, about, async (given, { signal }): Promise<CallToolResult> => {
      const calling = newCalling({ permits, env, signal, folder });
      try {
        return answer(await run(given, calling), calling.hide);
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: calling.hide(messageOf(error)) }] };
      }
    });
  }
  // The transport does not notice the end of stdin.
  const closed = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  await server.connect(new StdioServerTransport());
  return {
    closed,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const INSTRUCTIONS =
  'Catbird makes realistic mock events and streams them. Use find_types or infer to write a schema or a config; then validate, preview, dry_run, start and verify.';

/** What was printed, without secrets. A missed threshold is a result. */
function answer({ code, out, err }: Printed, hide: (text: string) => string): CallToolResult {
  const texts = [out, err].map((text) => hide(text).trimEnd()).filter((text) => text !== '');
  return {
    isError: code !== EXIT.ok && code !== EXIT.threshold,
    content: texts.map((text) => ({ type: 'text' as const, text })),
  };
}

/** What one call can use, and what its answer hides. */
function newCalling({
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
