// Used by tests: finds programs that others wrote, or installs their Debian packages, and runs them on private ports of this machine.
// `node scripts/peers.js` installs those that are missing, for machines where tests may not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isListening } from './peers/server.js';
import { aptGet, canInstall, isExecutable } from './programs.js';

const PROGRAMS = [
  'haproxy',
  'jq',
  'nats-server',
  'redis-server',
  'redis-cli',
  'mosquitto',
  'mosquitto_sub',
  'postgres',
  'psql',
  'clickhouse-server',
  'clickhouse-client',
];
/** Packages that are called otherwise than their programs. */
const PACKAGES = new Map([
  ['redis-cli', 'redis-tools'],
  ['mosquitto_sub', 'mosquitto-clients'],
  ['postgres', 'postgresql'],
  ['psql', 'postgresql-client'],
]);
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];
/** Debian keeps the programs of each version of Postgres apart; the newest comes first. */
const POSTGRES = '/usr/lib/postgresql';
const START_MS = 5000;

const postgresFolders = () =>
  existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(POSTGRES, version, 'bin'))
    : [];

/** @param {string} name */
const onPath = (name) =>
  [...postgresFolders(), ...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_FOLDERS]
    .map((folder) => join(folder, name))
    .find(isExecutable);

/**
 * A program's path. One that is missing is installed where that is possible: as root, on Debian, from its package.
 * @param {string} name
 * @returns {Promise<string | undefined>} undefined, with a line on the console, when there is none
 */
export async function findProgram(name) {
  const found = onPath(name);
  if (found !== undefined) return found;
  const packageName = PACKAGES.get(name) ?? name;
  if (canInstall()) {
    const args = ['install', '--quiet', '--yes', '--no-install-recommends', packageName];
    const { code } = await aptGet(args, { quiet: true });
    if (code !== 0) {
      await aptGet(['update', '--quiet'], { quiet: true });
      await aptGet(args, { quiet: true });
    }
  }
  const installed = onPath(name);
  if (installed === undefined)
    console.warn(
      `SKIPPED: there is no ${name} here, and it could not be installed (apt-get install ${packageName}).`,
    );
  return installed;
}

/**
 * Ports of this machine that nothing listens at.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/**
 * Runs HAProxy with this configuration until `stop`.
 * @param {string} program its path
 * @param {string} configuration
 * @param {number} port one that it listens at when it is ready
 * @returns {Promise<{ stop: () => Promise<void> }>}
 * @throws {Error} with its own words when it does not start
 */
export async function startHaproxy(program, configuration, port) {
  const folder = mkdtempSync(join(tmpdir(), 'catbird-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (words += text));
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const untilMs = performance.now() + START_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > untilMs) {
      await stop();
      throw new Error(`HAProxy did not start: ${words}`);
    }
    await setTimeout(20);
  }
  return { stop };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const name of PROGRAMS) console.log(`${name}: ${(await findProgram(name)) ?? 'missing'}`);
}
