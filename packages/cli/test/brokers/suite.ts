import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { DestinationEnv } from '@catbird/core/destinations';
import { describe, expect, onTestFinished, test } from 'vitest';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { newTransport } from '../../src/transport/http.ts';
import { eventually, hasAccepted } from '../catbird.ts';
import { here } from '../here.ts';
import {
  describeBroker,
  expectRows,
  sample,
  sorted,
  summaryOf,
  variantOf,
  type Setup,
  type Subject,
} from './subject.ts';

/** With the command line's own HTTP client. */
const env = (): DestinationEnv => ({ ...testEnv(), http: newTransport().http });

const ROWS: readonly unknown[] = [
  { n: 1, text: 'plain' },
  { n: 2, text: 'quote " backslash \\ newline \n tab \t slash / \' ; -- $1 %s' },
  { n: 3, text: 'ünïcode 漢字 🐦 \u2028\u2029', nested: { list: [1, null, true, 1e300, -0.5] } },
];

/**
 * What every destination with a real service must do: lose nothing, count only what is stored, reveal no secret.
 *
 * @param subjects variants of a destination, on one server: all but one are brief
 * @param defineOwn tests of one destination, with the same server
 */
export function brokerSuite(
  subjects: readonly Subject[],
  defineOwn: (setup: Setup) => void = () => undefined,
): void {
  const subject = subjects.find(({ brief }) => brief !== true);
  if (subject === undefined) throw new Error('All variants are brief');
  describeBroker(subject, (setup) => {
    defineOwn(setup);
    streamTests(setup);
    for (const [i, other] of subjects.entries())
      if (other !== subject)
        describe(`with ${other.variant}`, () => streamTests(variantOf(setup, other, `variant${i}_`)));
    shardTest(setup);
    credentialTest(setup);
    connectionTests(setup);
    checkTest(setup);
  });
}

function streamTests({ beginning, streaming, fresh }: Setup): void {
  test('2,000 rows are stored once each, as in a sample', async () => {
    const target = await fresh();
    const ended = await streaming(target.settings, '--seed', '7', '--eps', 'max', '--limit', '2000');
    expect(ended.code, ended.err).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ accepted: 2000, failed: 0, reason: 'limit' });
    expectRows(await target.read(), await sample(2000));
  });

  test('SIGINT in mid-flight drains: what is counted is stored', async () => {
    const target = await fresh();
    const running = beginning(target.settings, '--seed', '7', '--eps', '3000', '--grace', '60s');
    await hasAccepted(running);
    running.stop();
    const ended = await running.ended;
    expect(ended.code, ended.err).toBe(130);
    const { accepted, generated, failed } = summaryOf(ended);
    expect({ accepted, failed }).toEqual({ accepted: generated, failed: 0 });
    expectRows(await target.read(), await sample(Number(accepted)));
  });
}

function shardTest({ streaming, fresh }: Setup): void {
  test('four shards together are the whole stream', async () => {
    const target = await fresh();
    const flags = ['--seed', '7', '--eps', 'max', '--limit', '2001'];
    const codes = await Promise.all(
      [0, 1, 2, 3].map(async (k) => (await streaming(target.settings, ...flags, '--shard', `${k}/4`)).code),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    expectRows(await target.read(), await sample(2001));
    if (target.ids !== undefined) expect(new Set(await target.ids()).size).toBe(2001);
  });
}

function credentialTest({ subject, destination, streaming, fresh, asked }: Setup): void {
  if (subject.wrong !== undefined)
    test('wrong credentials end the run with an error without secrets', async () => {
      const target = await fresh();
      const settings = { ...target.settings, ...subject.wrong };
      const ended = await streaming(settings, '--limit', '5', '--eps', 'max');
      expect(ended.code, ended.err).toBe(1);
      expect(summaryOf(ended)).toMatchObject({ accepted: 0, failed: 5, reason: 'failed' });
      for (const wrong of Object.values(subject.wrong ?? {})) expect(ended.err).not.toContain(wrong);
      const connection = await destination.open(configOf(destination, settings), env());
      const sent = connection.send(batchOf(subject.rows ?? ROWS), sendOptions());
      expect(await deliveryError(sent)).toMatchObject({ kind: 'auth' });
      await connection.close();
      expect(await target.read()).toEqual([]);
    });
  if (subject.wrong?.['password'] !== undefined)
    test('a missing password ends the run at once, and the error names its variable', async () => {
      const target = await fresh();
      const { password: _password, ...settings } = target.settings;
      const ended = await streaming(settings, '--limit', '5', '--eps', 'max');
      expect(ended.code, ended.err).toBe(1);
      expect(summaryOf(ended)).toMatchObject({ reason: 'failed', failed: 5, uncertain: 0, retried: 0 });
      const variable = `CATBIRD_${subject.command.replaceAll('-', '_').toUpperCase()}_PASSWORD`;
      expect(ended.err).toContain(variable);
      const { flags, env } = asked(settings);
      const check = await here(['check', subject.command, ...flags], { env });
      expect([check.code, check.err]).toEqual([1, expect.stringContaining(variable)]);
    });
}

function connectionTests(setup: Setup): void {
  const { subject, destination, fresh, asked } = setup;
  const { command, rows = ROWS } = subject;

  test('values arrive unchanged', async () => {
    const target = await fresh();
    const connection = await destination.open(configOf(destination, target.settings), env());
    const receipt = await connection.send(batchOf(rows), sendOptions());
    expect(receipt).toMatchObject({ accepted: rows.length, quarantined: 0, rejected: 0 });
    await connection.close();
    expect(sorted(await target.read())).toEqual(sorted(rows.map((row) => JSON.stringify(row))));
  });

  test('an abort ends a request without a response; closing twice is harmless', async () => {
    const silent = await startSilent(setup.unusedPort);
    onTestFinished(() => silent.close());
    const target = await fresh();
    const settings = { ...target.settings, ...subject.at(setup.unusedPort) };
    const asking = asked(settings);
    const check = await here(['check', command, ...asking.flags, '--timeout', '500ms'], asking);
    expect(check.code).toBe(1);
    expect(check.err).toMatch(/^✗ No response from \S+ (with)?in/);

    const connection = await destination.open(configOf(destination, settings), env());
    const reason = new Error('enough');
    const controller = new AbortController();
    const clients = silent.sockets.length;
    const request = connection.send(batchOf(rows), sendOptions({ signal: controller.signal }));
    const aborted = expect(request).rejects.toBe(reason);
    await eventually(() => expect(silent.sockets.length).toBeGreaterThan(clients));
    controller.abort(reason);
    await aborted;
    await connection.close();
    await connection.close();
    const late = connection.send(batchOf(rows), sendOptions({ signal: AbortSignal.abort(reason) }));
    await expect(late).rejects.toBe(reason);
  });

  test('a request to a port without a server fails with ECONNREFUSED', async () => {
    const target = await fresh();
    const settings = { ...target.settings, ...subject.at(setup.unusedPort) };
    const connection = await destination.open(configOf(destination, settings), env());
    const error = await deliveryError(connection.send(batchOf(rows), sendOptions()));
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    expect(error.message).toContain(`127.0.0.1:${setup.unusedPort}`);
    await connection.close();
  });

  test('a connection still works after an aborted request', async () => {
    const target = await fresh();
    const connection = await destination.open(configOf(destination, target.settings), env());
    await connection.send(batchOf(rows.slice(0, 1)), sendOptions());
    const controller = new AbortController();
    const request = connection.send(batchOf(rows.slice(1, 2)), sendOptions({ signal: controller.signal }));
    controller.abort();
    await expect(request).rejects.toBe(controller.signal.reason);
    expect(await connection.send(batchOf(rows.slice(2)), sendOptions())).toMatchObject({ accepted: 1 });
    await connection.close();
    await connection.close();
    const [first = '', second = '', third = ''] = rows.map((row) => JSON.stringify(row));
    const stored = sorted(await target.read());
    expect(stored.filter((row) => row !== second)).toEqual(sorted([first, third]));
  });
}

function checkTest(setup: Setup): void {
  const { subject, fresh, asked } = setup;
  test('the connection test recognises wrong credentials and a missing server, and writes nothing', async () => {
    const target = await fresh();
    const checking = async (more: Readonly<Record<string, string>>) => {
      const { flags, env } = asked({ ...target.settings, ...more });
      const ended = await here(['check', subject.command, ...flags], { env });
      for (const secret of [...subject.secrets, ...Object.values(subject.wrong ?? {})])
        expect(ended.out + ended.err).not.toContain(secret);
      return ended;
    };
    const nowhere = subject.at(setup.unusedPort);
    const [good, wrong, missing] = await Promise.all([
      checking({}),
      checking(subject.wrong ?? nowhere),
      checking(nowhere),
    ]);
    expect(good).toMatchObject({ code: 0 });
    expect(wrong.code).toBe(1);
    expect(missing.code).toBe(1);
    expect(missing.err).toContain('No response from');
    expect(await target.read()).toEqual([]);
  });
}

/** A server that accepts connections and never responds. */
async function startSilent(port: number) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    sockets,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
