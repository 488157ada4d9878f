// Used by tests: RabbitMQ with a user, and the Erlang port mapper that it needs.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from './server.js';

// The package's own programs run as another user, with system-wide folders.
const BIN = '/usr/lib/rabbitmq/bin';

const run = promisify(execFile);

/**
 * A running broker.
 * @typedef {import('./server.js').Server & { control: (...args: string[]) => Promise<string> }} Broker
 * `control` runs rabbitmqctl and returns its output
 */

/**
 * @param {{ ports: readonly number[], user: string, password: string }} options `ports`: of AMQP, of the node, and of the port mapper
 * @returns {Promise<Broker>}
 */
export async function startRabbitmq({ ports: [port = 0, nodePort = 0, mapperPort = 0], user, password }) {
  const mapper = await startServer({
    name: 'epmd',
    program: '/usr/bin/epmd',
    port: mapperPort,
    args: () => ['-address', '127.0.0.1', '-port', String(mapperPort)],
  });
  /** @param {string} folder */
  const envOf = (folder) => ({
    HOME: folder,
    ERL_EPMD_PORT: String(mapperPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `catbird${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(nodePort),
    RABBITMQ_MNESIA_BASE: folder,
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'none.config'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    // One scheduler, which sleeps as soon as it has nothing to do.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '-kernel inet_dist_use_interface {127,0,0,1} +S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
    // Without a wrapper script, which a kill would end instead of the broker.
    NOTIFY_SOCKET: join(folder, 'nobody'),
  });
  try {
    const server = await startServer({
      name: 'rabbitmq',
      program: join(BIN, 'rabbitmq-server'),
      port,
      args: () => [],
      env: envOf,
      startMs: 100_000,
      prepare(folder) {
        writeFileSync(
          join(folder, 'rabbitmq.conf'),
          `default_user = ${user}\ndefault_pass = ${password}\nloopback_users = none\n`,
        );
        writeFileSync(join(folder, 'plugins'), '[].\n');
      },
    });
    return {
      ...server,
      async control(...args) {
        const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...envOf(server.folder) };
        return (await run(join(BIN, 'rabbitmqctl'), args, { env })).stdout;
      },
      async stop() {
        await server.stop();
        await mapper.stop();
      },
    };
  } catch (error) {
    await mapper.stop();
    throw error;
  }
}
