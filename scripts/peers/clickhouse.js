// Used by tests: ClickHouse with an empty database `default`.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, startServer } from './server.js';

const USER = 'clickhouse';

/**
 * @param {{ program: string, port: number, nativePort: number, user: string, password: string }} options `port` is that of HTTP, `nativePort` that of clickhouse-client
 * @returns {Promise<import('./server.js').Server>}
 */
export const startClickhouse = ({ program, port, nativePort, user, password }) =>
  startServer({
    name: 'clickhouse',
    program,
    port,
    user: USER,
    prepare(folder) {
      const identity = identityOf(USER);
      for (const name of ['data', 'tmp']) {
        const path = join(folder, name);
        mkdirSync(path);
        if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
      }
      writeFileSync(join(folder, 'config.xml'), server(folder, port, nativePort));
      writeFileSync(join(folder, 'users.xml'), users(user, password));
    },
    args: (folder) => ['--config-file', join(folder, 'config.xml')],
  });

/** @param {string} folder @param {number} port @param {number} nativePort */
const server = (folder, port, nativePort) => `<yandex>
  <logger><console>1</console><level>error</level></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${port}</http_port>
  <tcp_port>${nativePort}</tcp_port>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/tmp/</tmp_path>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>5368709120</mark_cache_size>
</yandex>
`;

/** @param {string} user @param {string} password */
const users = (user, password) => `<yandex>
  <profiles><default /></profiles>
  <quotas><default /></quotas>
  <users>
    <${user}>
      <password>${password}</password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </${user}>
  </users>
</yandex>
`;
