// Used by tests: Mosquitto, an MQTT 5 broker. It saves queued messages when it is shut down.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server.js';

/**
 * @param {{ program: string, port: number, user?: string, password?: string, messageBytes?: number }} options
 * @returns {Promise<import('./server.js').Server>}
 */
export const startMosquitto = ({ program, port, user, password, messageBytes }) =>
  startServer({
    name: 'mosquitto',
    program,
    port,
    prepare(folder) {
      const passwords = join(folder, 'passwords');
      if (user !== undefined)
        execFileSync('mosquitto_passwd', ['-b', '-c', passwords, user, password ?? ''], { stdio: 'ignore' });
      const lines = [
        `listener ${port} 127.0.0.1`,
        user === undefined ? 'allow_anonymous true' : `allow_anonymous false\npassword_file ${passwords}`,
        // Otherwise it switches to a user without access to the folder.
        ...(process.getuid?.() === 0 ? ['user root'] : []),
        'persistence true',
        `persistence_location ${folder}/`,
        'queue_qos0_messages true',
        // With an unlimited queue, it closes the connection after rejecting a message.
        messageBytes === undefined ? 'max_queued_messages 0' : `message_size_limit ${messageBytes}`,
      ];
      writeFileSync(join(folder, 'mosquitto.conf'), `${lines.join('\n')}\n`);
    },
    args: (folder) => ['-c', join(folder, 'mosquitto.conf')],
  });
