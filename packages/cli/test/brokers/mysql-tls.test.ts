import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { startMariadb } from '../../../../scripts/peers/mariadb.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { findProgram } from '../../../../scripts/programs.js';
import { everyNth } from '../../../../test/long.ts';
import { catbird } from '../catbird.ts';
import { here } from '../here.ts';
import { makeCertificate, type Certificate } from '../certificate.ts';
import { mariadb, PASSWORD, USER } from './mysql.ts';

const [program, installer, client, openssl] = (
  ['mariadbd', 'mariadb-install-db', 'mariadb', 'openssl'] as const
).map(findProgram);
const isHere = [program, installer, client, openssl].every((each) => each !== undefined);

describe.skipIf(!isHere).each([
  ['of its address', 'DNS:localhost,IP:127.0.0.1', true],
  ['of others', 'DNS:elsewhere.example', false],
])('MariaDB with a certificate %s', (_, names, isOwn) => {
  let folder = '';
  let server: Server;
  let certificate: Certificate;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-tls-'));
    certificate = await makeCertificate(openssl ?? '', folder, names);
    const [port = 0] = await freePorts(1);
    const options = { program: program ?? '', installer: installer ?? '', user: USER, password: PASSWORD };
    server = await startMariadb({ ...options, port, tls: certificate });
    await mariadb(port, 'CREATE TABLE numbers (n int)');
    await mariadb(port, `ALTER USER '${USER}'@'%' REQUIRE SSL`);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const sending = (host: string, mode: string, env: Readonly<Record<string, string>> = {}) =>
    // Node reads what it trusts when a process starts.
    ('NODE_EXTRA_CA_CERTS' in env ? catbird : here)(
      ['mysql', '--url', `mysql://${host}:${server.port}/test${mode}`, '--table', 'numbers', '--username']
        .concat([USER, '--schema', '-', '--limit', '1', '--eps', 'max', '--retry-for', '1s'])
        .concat(['--on-failure', 'stop']),
      { input: '{"n": {"type": "catbird.sequence"}}', env: { CATBIRD_MYSQL_PASSWORD: PASSWORD, ...env } },
    );

  test.each(everyNth(2, ['localhost', '127.0.0.1']))(
    'rows are only sent to %s if the certificate is trusted, and names it',
    async (host) => {
      const unknown = await sending(host, '?sslmode=require');
      expect(unknown.code).toBe(1);
      expect(unknown.err).toMatch(/The certificate of \S+ is not trusted/);
      const trusted = await sending(host, '?sslmode=require', { NODE_EXTRA_CA_CERTS: certificate.file });
      expect(trusted.code, trusted.err).toBe(isOwn ? 0 : 1);
      if (!isOwn)
        expect(trusted.err).toMatch(/The certificate of \S+ is not trusted.*It is for other names/s);
      const unchecked = await sending(host, '?sslmode=no-verify');
      expect(unchecked.code, unchecked.err).toBe(0);
    },
  );

  test('an account that needs TLS is not reached without', async () => {
    const plain = await sending('127.0.0.1', '');
    expect(plain.code).toBe(1);
    expect(plain.err).toContain('Access denied');
  });
});
