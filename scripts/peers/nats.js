// Used by tests: a NATS server with JetStream.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server.js';

/**
 * @param {{ program: string, port: number, user?: string, password?: string, denied?: string }} options `denied`: a subject that nobody may publish to
 * @returns {Promise<import('./server.js').Server>}
 */
export const startNats = ({ program, port, user, password, denied }) =>
  startServer({
    name: 'nats',
    program,
    port,
    prepare: (folder) =>
      writeFileSync(join(folder, 'nats.conf'), configuration({ folder, port, user, password, denied })),
    args: (folder) => ['--config', join(folder, 'nats.conf')],
  });

/** @param {{ folder: string, port: number, user?: string | undefined, password?: string | undefined, denied?: string | undefined }} options */
function configuration({ folder, port, user, password, denied }) {
  const permissions =
    denied === undefined ? '' : `, permissions: { publish: { deny: [${JSON.stringify(denied)}] } }`;
  const users =
    user === undefined
      ? ''
      : `authorization { users = [{ user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)}${permissions} }] }`;
  return `listen: "127.0.0.1:${port}"\njetstream { store_dir: ${JSON.stringify(folder)} }\n${users}\n`;
}
