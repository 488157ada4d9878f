import { typesFlag } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { destinations } from '../destinations/list.ts';
import { EXIT } from '../exit-codes.ts';
import { textsFlag } from '../flags/readers.ts';
import { whenAborted } from '../interrupt.ts';
import { permitted, readPermits } from '../mcp/permits.ts';
import { refuse } from '../refusal.ts';
import { typesNamed } from '../types/package.ts';

/** `catbird mcp`: tools for agents. */
export const mcp = defineCommand({
  flags: {
    allow: textsFlag({
      help: 'Let agents send to this destination, such as kafka, or to HTTP endpoints of this origin, such as http://127.0.0.1:7181. Repeatable. Default: only to the log, which is in the answer.',
      value: 'DESTINATION|URL',
      group: 'Permissions',
    }),
    types: {
      ...typesFlag,
      help: 'Let agents use the generator types of this package, or of a module such as ./types.js. Runs its code. Repeatable. Default: none.',
      group: 'Permissions',
    },
  },
  notes: `Speaks the Model Context Protocol on stdin and stdout; an agent starts it. Tools read the files that you can read, and write none but their records, in a temporary folder. Credentials come from the environment: configs name variables as \${NAME}, and no answer contains their values.`,
  examples: [
    { line: 'catbird mcp', does: 'let an agent validate, preview, infer and verify, and send nothing' },
    {
      line: 'catbird mcp --allow http://127.0.0.1:7181',
      does: 'also let it send to a receiver on this machine',
    },
  ],
  endsBySignal: true,
  async run({ allow = [], types }, _operands, terminal) {
    const permits = readPermits(allow, destinations);
    if (!permits.ok) return refuse(permits.issues, terminal);
    const loaded = await typesNamed(types, terminal);
    if (!loaded.ok) return refuse(loaded.issues, terminal);
    const { serve } = await import('../mcp/server.ts');
    terminal.err.write(`Serving tools on stdin and stdout. May send to ${permitted(permits)}\n`);
    const over = await serve({ ...permits, types: loaded.types }, terminal);
    await Promise.race([over.closed, whenAborted(terminal.interrupt.stop)]);
    terminal.interrupt.release();
    await over.close();
    return EXIT.ok;
  },
});
