// Used by tests and scripts: the programs of others that tests run, and the Debian packages that hold them.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Debian package of each program that tests run. */
const PACKAGES = {
  caddy: 'caddy',
  'clickhouse-client': 'clickhouse-client',
  'clickhouse-server': 'clickhouse-server',
  'firefox-esr': 'firefox-esr',
  gzip: 'gzip',
  haproxy: 'haproxy',
  iconv: 'libc-bin',
  jq: 'jq',
  kcat: 'kcat',
  mariadb: 'mariadb-client',
  'mariadb-dump': 'mariadb-client',
  'mariadb-install-db': 'mariadb-server',
  mariadbd: 'mariadb-server',
  mosquitto: 'mosquitto',
  mosquitto_sub: 'mosquitto-clients',
  'nats-server': 'nats-server',
  node: 'nodejs',
  openssl: 'openssl',
  postgres: 'postgresql',
  protoc: 'protobuf-compiler',
  psql: 'postgresql-client',
  python3: 'python3',
  'rabbitmq-server': 'rabbitmq-server',
  'redis-cli': 'redis-tools',
  'redis-server': 'redis-server',
  rsyslogd: 'rsyslog',
  sbatch: 'slurm-client',
  slurmctld: 'slurmctld',
  slurmd: 'slurmd',
};

/** @typedef {keyof typeof PACKAGES} Program */

const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];
const POSTGRES = '/usr/lib/postgresql';

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {string[]} Debian's folders of Postgres programs, one per version, newest first. */
const postgresFolders = () =>
  existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(POSTGRES, version, 'bin'))
    : [];

/**
 * @param {string} name
 * @returns {string | undefined} The path of a program on PATH or in a system folder.
 */
export const onPath = (name) =>
  [...postgresFolders(), ...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_FOLDERS]
    .map((folder) => join(folder, name))
    .find(isExecutable);

/**
 * The path of a program that a test needs. `npm test` installs missing ones beforehand where it can.
 * @param {Program} name
 * @returns {string | undefined} undefined, with a warning, if it is missing
 */
export function findProgram(name) {
  const path = onPath(name);
  if (path === undefined) console.warn(`SKIPPED: ${name} is not installed. Run: npm run setup:peers`);
  return path;
}

/** @returns {{ program: string, packageName: string }[]} The programs that are not installed. */
export const missingPrograms = () =>
  Object.entries(PACKAGES)
    .filter(([program]) => onPath(program) === undefined)
    .map(([program, packageName]) => ({ program, packageName }));
