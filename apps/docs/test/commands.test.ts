import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { findProgram } from '../../../scripts/programs.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { blocksOf, guides, markdownOf, type Block } from './blocks.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const PASSWORD = 'a-password-of-the-guides';
const RECEIVER_PORT = '7181';

const [server, client] = [findProgram('postgres'), findProgram('psql')];
const hasPostgres = server !== undefined && client !== undefined;
if (!hasPostgres) console.warn('SKIPPED: the blocks of the guides that need Postgres; Postgres is not here');

let database: Readonly<Record<string, string>> = {};
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  if (!hasPostgres) return;
  const [port = 0] = await freePorts(1);
  const postgres = await startPostgres({ program: server, port, password: PASSWORD });
  closing.push(() => postgres.stop());
  database = {
    DATABASE_URL: `postgres://127.0.0.1:${port}/postgres`,
    PGUSER: 'postgres',
    PGPASSWORD: PASSWORD,
  };
}, 60_000);
afterAll(async () => {
  for (const close of closing) await close();
});

/** What a block asks of its reader. Undefined: nothing, it is read only. */
function commandOf({ language, name, code }: Block): string | undefined {
  if (name.endsWith('.test.js'))
    return hasPostgres ? `node node_modules/vitest/vitest.mjs run ${name}` : undefined;
  if (name.endsWith('.mjs')) return `node ${name}`;
  if (language !== 'sh' || ['with an account', 'install'].includes(name)) return undefined;
  if (name === 'with Postgres' && !hasPostgres) return undefined;
  return code;
}

/** A threshold of a rate may be missed on a busy machine; the guide says what the exit code is then. */
const codesOf = (command: string): readonly number[] => (command.includes('--min-rate') ? [0, 99] : [0]);

/** Does what a page tells its reader, from top to bottom. Returns the number of blocks that were run. */
async function follow(blocks: readonly Block[], terminal: Terminal): Promise<number> {
  const [port = 0] = await freePorts(1);
  const here = (code: string): string =>
    code
      .replaceAll('--host local', `--host custom --endpoint http://127.0.0.1:${RECEIVER_PORT}`)
      .replaceAll(RECEIVER_PORT, String(port));
  let out = '';
  let count = 0;
  for (const block of blocks) {
    if (block.name === 'output') expect(out.trim().replaceAll(/^ +/gm, '')).toBe(block.code.trim());
    if (/\.\w+$/.test(block.name)) await terminal.save(block.name, block.code);
    const command = commandOf(block);
    if (command === undefined) continue;
    count++;
    if (block.name === 'terminal 1') await terminal.runBeside(here(command), 'Listening at');
    else {
      const ended = await terminal.run(here(command));
      expect(codesOf(command), `${command}\n${ended.err}`).toContain(ended.code);
      ({ out } = ended);
    }
  }
  return count;
}

// Most of the time is spent waiting for a rate: pages side by side.
describe.concurrent('what a page tells its reader to do works', () => {
  const local = ['log', 'file', 'http', 'tinybird', 'ably', 'aws-sns'].map(
    (command) => `destinations/${command}`,
  );
  test.each(['index', 'library', ...guides, ...local])('%s', { timeout: 120_000 }, async (page) => {
    const terminal = await openTerminal(database);
    try {
      const blocks = blocksOf(markdownOf(page));
      // A command of a service is shown with a stand-in's beside it: only that one runs without an account.
      const isService = page.startsWith('destinations/') && blocks.some(({ name }) => name === 'terminal 2');
      const run = isService ? blocks.filter(({ name }) => name.startsWith('terminal')) : blocks;
      expect(await follow(run, terminal)).toBeGreaterThan(0);
    } finally {
      await terminal.close();
    }
  });
});

describe.concurrent('the command of a destination is one that the command line takes', () => {
  const onThisMachine = ['kafka', 'rabbitmq', 'nats', 'mqtt', 'redis', 'clickhouse', 'postgres'];
  test.each(onThisMachine)('%s', { timeout: 60_000 }, async (command) => {
    const check = blocksOf(markdownOf(`destinations/${command}`)).find(({ code }) =>
      code.includes('catbird check'),
    );
    const terminal = await openTerminal();
    try {
      const { code, err } = await terminal.run(check?.code ?? 'false');
      // Whether or not the service is there: a wrong flag or setting would be exit code 2.
      expect([0, 1], err).toContain(code);
    } finally {
      await terminal.close();
    }
  });
});
