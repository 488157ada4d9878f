// Used by tests: rsyslog, which writes what it receives to a file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server.js';

/**
 * Listens on TCP and UDP. Messages are written to `messages` in its folder, one a line, without the header of syslog.
 * @param {{ program: string, port: number }} options
 * @returns {Promise<import('./server.js').Server>}
 */
export const startRsyslog = ({ program, port }) =>
  startServer({
    name: 'rsyslog',
    program,
    port,
    prepare(folder) {
      const lines = [
        // Octet counting is recognised by itself.
        'module(load="imtcp")',
        'module(load="imudp")',
        'template(name="message" type="string" string="%app-name% %procid% %msg%\\n")',
        'ruleset(name="all") {',
        `  action(type="omfile" file="${join(folder, 'messages')}" template="message" asyncWriting="off")`,
        '}',
        `input(type="imtcp" address="127.0.0.1" port="${port}" ruleset="all")`,
        `input(type="imudp" address="127.0.0.1" port="${port}" ruleset="all" rcvbufSize="8m")`,
      ];
      writeFileSync(join(folder, 'rsyslog.conf'), `${lines.join('\n')}\n`);
    },
    args: (folder) => ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'rsyslog.pid')],
  });
