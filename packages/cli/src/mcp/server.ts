import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { EXIT } from '../exit-codes.ts';
import { messageOf } from '../files/error-code.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import type { Printed } from './call.ts';
import { newCalling } from './calling.ts';
import { permitted, type Permits } from './permits.ts';
import { tools } from './tools.ts';

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
