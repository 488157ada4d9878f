import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../../../scripts/programs.js';
import { startKafka } from '../../../../scripts/peers/kafka.js';
import { catbird, jsonLines, type Ended } from '../catbird.ts';
import { makeCertificate, type Certificate } from '../certificate.ts';
import { startGate, type GateOptions } from './kafka-gate.ts';
import type { Login } from './kafka-login.ts';

const SCHEMA = '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}, "t": {"type": "lorem.words"}}';
/** With characters that some mechanisms escape, and multi-byte characters. */
const USER = 'ann,=b';
const PASSWORD = 'pässword ,=/+漢';
const WRONG = 'another ,=pässword';

const [kcat, openssl] = [findProgram('kcat'), findProgram('openssl')];
if (openssl === undefined) console.warn('SKIPPED: TLS and SASL of Kafka: openssl is not installed');

describe.skipIf(kcat === undefined || openssl === undefined)('Kafka over TLS and SASL', () => {
  let cluster: Awaited<ReturnType<typeof startKafka>>;
  let folder = '';
  let certificate: Certificate;
  let trust: Readonly<Record<string, string>>;
  let sample = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-kafka-'));
    certificate = await makeCertificate(openssl ?? '', folder);
    trust = { NODE_EXTRA_CA_CERTS: certificate.file };
    cluster = await startKafka(kcat ?? '');
    const args = ['sample', '--schema', '-', '--seed', '7', '-n', '500'];
    sample = (await catbird(args, { input: SCHEMA })).out;
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  let topics = 0;
  /** A gate in front of the cluster, and a command that sends to its own topic through it. */
  const gateTo = async (demands: Omit<GateOptions, 'to'>, flags: readonly string[], env: object) => {
    const gate = await startGate({ to: cluster.port, ...demands });
    onTestFinished(() => gate.stop());
    const topic = `events${++topics}`;
    const settings = ['--brokers', `127.0.0.1:${gate.port}`, '--topic', topic, ...flags];
    const rows = ['--schema', '-', '--seed', '7', '--eps', 'max', '--limit', '500'];
    const saying = async (...args: string[]): Promise<Ended> => {
      const ended = await catbird([...args, ...settings], { env: { ...env }, input: SCHEMA });
      for (const secret of [PASSWORD, WRONG]) expect(ended.out + ended.err).not.toContain(secret);
      return ended;
    };
    return {
      gate,
      topic,
      run: (...more: string[]) => saying('kafka', ...rows, ...more),
      check: () => saying('check', 'kafka'),
    };
  };
  const login = (mechanism: Login['mechanism']): Login => ({ mechanism, username: USER, password: PASSWORD });
  const asUser = (mechanism: string) => ['--username', USER, '--mechanism', mechanism.toLowerCase()];
  const knowing = (password: string) => ({ CATBIRD_KAFKA_PASSWORD: password });

  /** Sends rows through the gate, and reads them without it. */
  async function expectStored({ gate, topic, run, check }: Awaited<ReturnType<typeof gateTo>>) {
    const ended = await run('--json', '--logs');
    expect(ended.code, ended.err).toBe(0);
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ accepted: 500, failed: 0, reason: 'limit' });
    const from = ['-C', '-q', '-e', '-b', `127.0.0.1:${cluster.port}`, '-t', topic, '-o', 'beginning'];
    const stored = await promisify(execFile)(kcat ?? '', from);
    expect(stored.stdout.split('\n').sort()).toEqual(sample.split('\n').sort());
    expect(await check()).toMatchObject({ code: 0, err: expect.stringContaining('has 4 partitions') });
    expect(gate).toMatchObject({ refused: 0, faults: [] });
  }

  /** Expects sending and checking to fail with this error. */
  async function expectFailure(
    { run, check }: Awaited<ReturnType<typeof gateTo>>,
    { kind, message, hint }: { readonly kind: string; readonly message: RegExp; readonly hint: string },
  ) {
    const ended = await run('--json', '--logs', '--attempts', '5');
    expect(ended.code, ended.err).toBe(1);
    const error = { kind, message: expect.stringMatching(message), hint: expect.stringContaining(hint) };
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ accepted: 0, reason: 'failed', error });
    const { code, err } = await check();
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).toContain(hint);
    return jsonLines(ended.err).at(-1) as Readonly<Record<string, unknown>>;
  }

  test('over TLS, rows are stored as in a sample', async () => {
    await expectStored(await gateTo({ certificate }, ['--tls'], trust));
  });

  test('a certificate that is not trusted ends the run at the first attempt', async () => {
    const at = await gateTo({ certificate }, ['--tls'], {});
    const summary = await expectFailure(at, {
      kind: 'not-found',
      message: /The certificate of 127\.0\.0\.1:\d+ is not trusted/,
      hint: 'It is self-signed. Set NODE_EXTRA_CA_CERTS to a PEM file with it.',
    });
    expect(summary).toMatchObject({ retried: 0, uncertain: 0 });
  });

  test('a certificate for other names is not trusted', async () => {
    const elsewhere = await makeCertificate(openssl ?? '', await mkdtemp(join(folder, 'names-')), 'DNS:else');
    const env = { NODE_EXTRA_CA_CERTS: elsewhere.file };
    await expectFailure(await gateTo({ certificate: elsewhere }, ['--tls'], env), {
      kind: 'not-found',
      message: /The certificate of 127\.0\.0\.1:\d+ is not trusted/,
      hint: 'It is for other names',
    });
  });

  test.each([
    { mechanism: 'PLAIN', tls: true },
    { mechanism: 'SCRAM-SHA-256', tls: false },
    { mechanism: 'SCRAM-SHA-512', tls: false },
    { mechanism: 'SCRAM-SHA-512', tls: true },
  ] as const)('after a login by $mechanism, TLS $tls, rows are stored as in a sample', async (row) => {
    const flags = [...asUser(row.mechanism), ...(row.tls ? ['--tls'] : [])];
    const demands = { login: login(row.mechanism), certificate: row.tls ? certificate : undefined };
    const at = await gateTo(demands, flags, { ...trust, ...knowing(PASSWORD) });
    await expectStored(at);
    expect(at.gate.logins).toBeGreaterThan(0);
  });

  test('after a login by a bearer token, rows are stored as in a sample', async () => {
    const demands = { login: login('OAUTHBEARER'), certificate };
    const at = await gateTo(demands, ['--tls'], { ...trust, CATBIRD_KAFKA_TOKEN: PASSWORD });
    await expectStored(at);
    expect(at.gate.logins).toBeGreaterThan(0);
  });

  test('a wrong token ends the run at the first attempt and is never printed', async () => {
    const at = await gateTo({ login: login('OAUTHBEARER') }, [], { CATBIRD_KAFKA_TOKEN: WRONG });
    await expectFailure(at, {
      kind: 'auth',
      message: /Kafka responded: SASL OAUTHBEARER/,
      hint: 'Check the token: it may have expired',
    });
    expect(at.gate).toMatchObject({ logins: 0, refused: 2, faults: [] });
  });

  test('to a port that asks for a certificate, rows are stored with one, and refused without', async () => {
    const demands = { certificate, asksForCertificate: true };
    const files = ['--tls-cert', certificate.file, '--tls-key', join(folder, 'key.pem')];
    await expectStored(await gateTo(demands, ['--tls', ...files], trust));
    const { run } = await gateTo(demands, ['--tls'], trust);
    const ended = await run('--json', '--attempts', '2');
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ accepted: 0, reason: 'failed' });
  });

  test('a certificate that cannot be read ends the run with its name', async () => {
    const { run } = await gateTo({ certificate }, ['--tls', '--tls-cert', join(folder, 'none.pem')], trust);
    const { code, err } = await run();
    expect(code).toBe(1);
    expect(err).toContain(`Could not read the certificate ${join(folder, 'none.pem')}`);
  });

  test.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const)(
    'a wrong password by %s ends the run at the first attempt and is never printed',
    async (mechanism) => {
      const at = await gateTo({ login: login(mechanism) }, asUser(mechanism), knowing(WRONG));
      await expectFailure(at, {
        kind: 'auth',
        message: /Kafka responded: SASL .*: Invalid username or password/,
        hint: 'Check the user name, the password and the SASL mechanism.',
      });
      const ends = await Promise.all([at.run(), at.run('--logs'), at.run('--quiet')]);
      for (const { code, err } of ends) {
        expect(code).toBe(1);
        expect(err).toContain('Check the user name, the password');
      }
      // One login per command.
      expect(at.gate).toMatchObject({ logins: 0, refused: 2 + ends.length, faults: [] });
    },
  );

  test('an unknown user is rejected', async () => {
    const flags = ['--username', 'nobody', '--mechanism', 'scram-sha-256'];
    const at = await gateTo({ login: login('SCRAM-SHA-256') }, flags, knowing(PASSWORD));
    await expectFailure(at, { kind: 'auth', message: /Kafka responded: SASL/, hint: 'Check the user name' });
  });

  test('an unsupported mechanism ends the run at the first attempt', async () => {
    const at = await gateTo({ login: login('SCRAM-SHA-512') }, asUser('PLAIN'), knowing(PASSWORD));
    await expectFailure(at, {
      kind: 'auth',
      message: /does not support the requested SASL mechanism/,
      hint: 'The cluster uses another SASL mechanism: choose it with --mechanism.',
    });
    expect(at.gate).toMatchObject({ logins: 0, refused: 2, faults: [] });
  });

  test('a login on a port without logins ends the run at the first attempt', async () => {
    const at = await gateTo({}, asUser('PLAIN'), knowing(PASSWORD));
    await expectFailure(at, {
      kind: 'auth',
      message: /not valid given the current SASL state/,
      hint: 'This port does not accept logins: omit the user name or use another port.',
    });
    expect(at.gate.refused).toBe(2);
  });

  describe('a port that expects something else closes the connection, and the error lists the possible reasons', () => {
    const closed = 'The connection was closed. The broker may have stopped, or this port expects';
    const message = /(No response from|The connection to) 127\.0\.0\.1:\d+/;

    test('TLS on a plain-text port', async () => {
      const hint = `${closed} plain text (no --tls).`;
      const at = await gateTo({}, ['--tls', ...asUser('PLAIN')], { ...trust, ...knowing(PASSWORD) });
      expect(await expectFailure(at, { kind: 'network', message, hint })).toMatchObject({ retried: 4 });
    });

    test('plain text on a TLS port', async () => {
      const hint = `${closed} TLS (--tls) or a login (--username).`;
      const at = await gateTo({ certificate }, [], {});
      expect(await expectFailure(at, { kind: 'network', message, hint })).toMatchObject({ retried: 4 });
      expect(at.gate.faults[0]).toMatch(/^ERR_SSL_/);
    });

    test('a password in plain text on a TLS port', async () => {
      const at = await gateTo({ certificate, login: login('PLAIN') }, asUser('PLAIN'), knowing(PASSWORD));
      await expectFailure(at, { kind: 'network', message, hint: `${closed} TLS (--tls).` });
    });

    test('no login on a port with logins', async () => {
      const hint = `${closed} TLS (--tls) or a login (--username).`;
      const at = await gateTo({ login: login('PLAIN') }, [], {});
      await expectFailure(at, { kind: 'network', message, hint });
      // A request for a topic's partitions. https://kafka.apache.org/protocol#The_Messages_Metadata
      expect(new Set(at.gate.faults)).toEqual(new Set(['A request of key 3 before a login']));
    });
  });
});
