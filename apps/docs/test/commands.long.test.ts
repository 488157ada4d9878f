import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { findProgram } from '../../../scripts/programs.js';
import { startKafka } from '../../../scripts/peers/kafka.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { startSchemaRegistry } from '../../../test/services/schema-registry.ts';
import { services } from '../../../packages/cli/src/receive/server.ts';
import { blocksOf, guides, markdownOf, type Block } from './blocks.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const PASSWORD = 'a-password-of-the-guides';
const RECEIVER_PORT = '7181';
/** Labels of blocks that need a service, a fresh clone or a second hand. */
const NOT_RUN = [
  'with an account',
  'with the AWS CLI',
  'install',
  'in a clone',
  'in a container',
  'while it runs',
  'in your database',
];

const [server, client] = [findProgram('postgres'), findProgram('psql')];
const hasPostgres = server !== undefined && client !== undefined;
if (!hasPostgres) console.warn('SKIPPED: guide blocks that need Postgres; Postgres is not installed');

const kcat = findProgram('kcat');
if (kcat === undefined) console.warn('SKIPPED: the guides to Kafka; kcat is not installed');

let database: Readonly<Record<string, string>> = {};
/** What takes the place of the broker and the registry of a page. */
const servers = new Map<string, string>();
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  if (kcat === undefined) return;
  const [cluster, registry] = [await startKafka(kcat), await startSchemaRegistry()];
  servers.set('localhost:9092', `127.0.0.1:${cluster.port}`).set('http://localhost:8081', registry.url);
  closing.push(
    () => cluster.stop(),
    () => registry.close(),
  );
}, 120_000);
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

/** The command that a block asks its reader to run. Undefined: none. */
function commandOf({ language, name, code }: Block): string | undefined {
  if (name.endsWith('.test.js'))
    return hasPostgres ? `node node_modules/vitest/vitest.mjs run ${name}` : undefined;
  if (name.endsWith('.mjs')) return `node ${name}`;
  if (language !== 'sh' || NOT_RUN.includes(name)) return undefined;
  if (name === 'with Postgres' && !hasPostgres) return undefined;
  return code;
}

/** Allowed exit codes: a block may say another one, and a busy machine may miss a rate threshold. */
function codesOf(command: string, { name }: Block): readonly number[] {
  const [, code] = /^exits with (\d+)$/.exec(name) ?? [];
  if (code !== undefined) return [Number(code)];
  return command.includes('--min-rate') ? [0, 99] : [0];
}

/** Without indentation, as `wc` indents on some systems. */
const flat = (text: string): string => text.trim().replaceAll(/^ +/gm, '');

/** Runs a page's blocks from top to bottom. Returns how many ran. */
async function follow(blocks: readonly Block[], terminal: Terminal): Promise<number> {
  const [port = 0] = await freePorts(1);
  const here = (code: string): string =>
    [...servers].reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      code
        .replaceAll('--host local', `--host custom --endpoint http://127.0.0.1:${RECEIVER_PORT}`)
        .replaceAll(RECEIVER_PORT, String(port)),
    );
  let out: string | undefined;
  let count = 0;
  for (const block of blocks) {
    if (block.name === 'output' && out !== undefined) expect(flat(out)).toBe(flat(block.code));
    if (/\.\w+$/.test(block.name)) await terminal.save(block.name, here(block.code));
    const command = commandOf(block);
    // What is shown below a block that needs Postgres is its output.
    if (block.name === 'with Postgres') out = undefined;
    if (command === undefined) continue;
    count++;
    if (block.name === 'terminal 1') await terminal.runBeside(here(command), 'Listening on');
    else {
      const ended = await terminal.run(here(command));
      expect(codesOf(command, block), `${command}\n${ended.err}`).toContain(ended.code);
      ({ out } = ended);
    }
  }
  return count;
}

// Concurrent, because commands spend most of their time waiting for a rate.
describe.concurrent('the instructions on a page work', () => {
  const readmes = ['README', 'packages/core/README', 'packages/cli/README'];
  const references = ['index', 'prove-your-pipeline', 'library', 'formats', 'faults', 'incidents', 'cli'];
  const commands = ['sample', 'run', 'delivery', 'verify', 'labels', 'score', 'infer', 'other-commands'].map(
    (page) => `cli/${page}`,
  );
  const local = ['log', 'file', ...services.map(({ name }) => name)].map(
    (command) => `destinations/${command}`,
  );
  const hasServices: Readonly<Record<string, boolean>> = {
    'guides/kafka': kcat !== undefined,
    'guides/copy-a-database': hasPostgres,
  };
  const inThePage = ['guides/run-in-the-page'];
  const runnable = guides.filter((page) => hasServices[page] !== false && !inThePage.includes(page));
  const instructive = [readmes, references, commands, runnable, local].flat();
  test.each(instructive)('%s', { timeout: 120_000 }, async (page) => {
    const terminal = await openTerminal(database);
    try {
      const blocks = blocksOf(markdownOf(page));
      // Commands of a cloud service need an account. Run only the variant for the local receiver.
      const isService = page.startsWith('destinations/') && blocks.some(({ name }) => name === 'terminal 2');
      const run = isService ? blocks.filter(({ name }) => name.startsWith('terminal')) : blocks;
      expect(await follow(run, terminal)).toBeGreaterThan(0);
    } finally {
      await terminal.close();
    }
  });
});

describe.concurrent('the command line accepts the command of a destination', () => {
  const onThisMachine = [
    'kafka',
    'rabbitmq',
    'nats',
    'mqtt',
    'redis',
    'clickhouse',
    'postgres',
    'mysql',
    'loki',
  ];
  test.each(onThisMachine)('%s', { timeout: 60_000 }, async (command) => {
    const check = blocksOf(markdownOf(`destinations/${command}`)).find(({ code }) =>
      code.includes('catbird check'),
    );
    const terminal = await openTerminal();
    try {
      const { code, err } = await terminal.run(check?.code ?? 'false');
      // The service need not run; a wrong flag or setting would exit with 2.
      expect([0, 1], err).toContain(code);
    } finally {
      await terminal.close();
    }
  });
});
