import { environmentName, flagName } from '@catbird/core/destinations';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { settingsOf, type Destination, type DestinationEnv } from '@catbird/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../core/test/destinations/contract.ts';
import { batchOf } from '../../../core/test/destinations/batch.ts';
import { freePorts } from '../../../../scripts/peers.js';
import { findProgram, type Program } from '../../../../scripts/programs.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { destinations } from '../../src/destinations/list.ts';
import { newTransport } from '../../src/transport/http.ts';
import { catbird, jsonLines, start, type Ended, type Running } from '../catbird.ts';

/** Where the rows of one test go, and how they are read back with the service's own tool. */
export interface Target {
  readonly settings: Readonly<Record<string, string>>;
  /** Every event stored, as JSON text, repetitions included. */
  read(): Promise<readonly string[]>;
  /** The ids stored beside the events, in the same order; absent where the service keeps none. */
  ids?(): Promise<readonly string[]>;
}

/** A real service, and how the destination is told of it. */
export interface Subject {
  readonly command: string;
  /** Programs that must be there, by name. */
  readonly programs: readonly Program[];
  /** Starts the service; its credentials are in `settings` of every target. */
  start(programs: readonly string[], ports: readonly number[]): Promise<Server>;
  /** A fresh place for rows. */
  target(server: Server, name: string): Promise<Target>;
  /** Settings of the same target that the service refuses; `auth` is what comes of it. Absent where it asks nobody. */
  readonly wrong?: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Settings that lead to another port of this machine. */
  at(port: number): Readonly<Record<string, string>>;
  /** The service forgets what it answered for when it is killed: then it is ended as its administrator would. */
  readonly forgets?: true;
  /** The service takes many seconds to start again: one request at a time waits for it, so that its retries last. */
  readonly startsSlowly?: true;
  /** The service cannot be started again at the same place: what comes of its end is tested apart. */
  readonly staysDead?: true;
  /** Which way of the destination this is, where it has several. */
  readonly way?: string;
  /** Another way was tried in full: this one is only seen to arrive. */
  readonly brief?: boolean;
  /** The service recognises rows that come again. */
  readonly recognises?: boolean;
  /** Three rows with all that may be in them; by default such as have fields of many kinds. */
  readonly rows?: readonly unknown[];
  /** Rows a second while the service is killed. Default 2000. */
  readonly perSecond?: number;
}

const SCHEMA = '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}, "t": {"type": "lorem.words"}}';

const sample = async (count: number, seed = '7'): Promise<string[]> => {
  const { out } = await catbird(['sample', '--schema', '-', '--seed', seed, '-n', String(count)], {
    input: SCHEMA,
  });
  return out.trimEnd().split('\n');
};

const parsed = (rows: readonly string[]): string[] =>
  rows.map((row) => JSON.stringify(JSON.parse(row) as unknown)).sort();

const summaryOf = ({ err }: Ended): Record<string, number | string> => {
  const summary = jsonLines(err).at(-1) as Record<string, number | string>;
  const parts = ['accepted', 'quarantined', 'rejected', 'failed', 'dropped', 'inFlight'];
  expect(summary['generated']).toBe(parts.map((name) => Number(summary[name])).reduce((a, b) => a + b));
  return summary;
};

/** Compares what is stored with what should be, and says the difference by a few examples: thousands of rows tell nobody anything. */
function expectRows(stored: readonly string[], wanted: readonly string[]): void {
  const [is, should] = [parsed(stored), parsed(wanted)];
  const [have, want] = [new Set(is), new Set(should)];
  const missing = should.filter((row) => !have.has(row));
  const foreign = is.filter((row) => !want.has(row));
  expect({ rows: is.length, missing: missing.slice(0, 3), foreign: foreign.slice(0, 3) }).toEqual({
    rows: should.length,
    missing: [],
    foreign: [],
  });
}

/** As the command line: its own way to send HTTP requests. */
const env = (): DestinationEnv => ({ ...testEnv(), http: newTransport().http });

/** More than a test needs are tried by `node scripts/kills.js`. */
const KILLS = Number(process.env['CATBIRD_KILLS'] ?? 3);

const ROWS: readonly unknown[] = [
  { n: 1, text: 'plain' },
  { n: 2, text: 'quote " backslash \\ newline \n tab \t slash / \' ; -- $1 %s' },
  { n: 3, text: 'ünïcode 漢字 🐦 \u2028\u2029', nested: { list: [1, null, true, 1e300, -0.5] } },
];

/** What every destination that has a real service here owes: nothing lost, nothing counted that is not there, no secret told. */
export async function brokerSuite(subject: Subject): Promise<void> {
  const { command, secrets, rows = ROWS } = subject;
  const found = subject.programs.map(findProgram);
  const programs = found.filter((program) => program !== undefined);
  const here = programs.length === found.length;
  const known = destinations.find((each) => each.command === command);
  if (known === undefined) throw new Error(`There is no destination ${command}`);
  const destination: Destination = known;

  describe.skipIf(!here)(
    `${[destination.title, subject.way].filter(Boolean).join(', ')}, the real one`,
    () => {
      let server: Server;
      let folder = '';
      let ports: readonly number[] = [];
      let targets = 0;
      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'catbird-broker-'));
        ports = await freePorts(4);
        server = await subject.start(programs, ports);
      }, 60_000);
      afterAll(async () => {
        await server.stop();
        await rm(folder, { recursive: true });
      });

      const fresh = (): Promise<Target> => subject.target(server, `events${++targets}`);
      const isSecret = new Set(
        settingsOf(destination)
          .filter(({ secret }) => secret)
          .map(({ name }) => name),
      );
      /** The settings as a careful person gives them: secrets by the environment. */
      const asked = (
        settings: Readonly<Record<string, string>>,
      ): { flags: string[]; env: Record<string, string> } => ({
        flags: Object.entries(settings)
          .filter(([name]) => !isSecret.has(name))
          .flatMap(([name, value]) => [`--${flagName(name)}`, value]),
        env: Object.fromEntries(
          Object.entries(settings)
            .filter(([name]) => isSecret.has(name))
            .map(([name, value]) => [environmentName(destination, name), value]),
        ),
      });
      const starting = (settings: Readonly<Record<string, string>>, ...more: string[]): Running => {
        const { flags, env } = asked(settings);
        return start([command, ...flags, '--schema', '-', '--json', '--logs', ...more], {
          env,
          input: SCHEMA,
        });
      };
      const streaming = async (
        settings: Readonly<Record<string, string>>,
        ...more: string[]
      ): Promise<Ended> => {
        const ended = await starting(settings, ...more).ended;
        for (const secret of secrets) expect(ended.out + ended.err).not.toContain(secret);
        return ended;
      };

      test('5,000 rows are stored, each once, as in a sample', async () => {
        const target = await fresh();
        const ended = await streaming(target.settings, '--seed', '7', '--eps', 'max', '--limit', '5000');
        expect(ended.code, ended.err).toBe(0);
        expect(summaryOf(ended)).toMatchObject({ accepted: 5000, failed: 0, reason: 'limit' });
        expectRows(await target.read(), await sample(5000));
      });

      test('SIGINT in mid-flight drains: what is counted is what is stored', async () => {
        const target = await fresh();
        const running = starting(target.settings, '--seed', '7', '--eps', '3000');
        await running.said('"start"');
        await setTimeout(900);
        running.child.kill('SIGINT');
        const ended = await running.ended;
        expect(ended.code, ended.err).toBe(130);
        const { accepted, generated, failed } = summaryOf(ended);
        expect({ accepted, failed }).toEqual({ accepted: generated, failed: 0 });
        expect(accepted).toBeGreaterThan(0);
        expectRows(await target.read(), await sample(Number(accepted)));
      });

      if (subject.brief === true) return;

      test('four shards are the whole', async () => {
        const target = await fresh();
        const flags = ['--seed', '7', '--eps', 'max', '--limit', '2001'];
        const codes = await Promise.all(
          [0, 1, 2, 3].map(
            async (k) => (await streaming(target.settings, ...flags, '--shard', `${k}/4`)).code,
          ),
        );
        expect(codes).toEqual([0, 0, 0, 0]);
        expectRows(await target.read(), await sample(2001));
        if (target.ids !== undefined) expect(new Set(await target.ids()).size).toBe(2001);
      });

      if (subject.staysDead !== true)
        test('killed in mid-run and started again, the service misses no row that was counted', async () => {
          const target = await fresh();
          const perSecond = subject.perSecond ?? 2000;
          const flags = ['--seed', '7', '--eps', String(perSecond), '--limit', String(3 * perSecond)];
          const patience = subject.startsSlowly === true ? ['--in-flight', '1'] : [];
          const running = starting(target.settings, ...flags, ...patience);
          await running.said('"start"');
          await setTimeout(1000);
          await (subject.forgets === true ? server.end() : server.kill());
          await setTimeout(400);
          await server.start();
          const ended = await running.ended;
          const { accepted, failed, generated } = summaryOf(ended);
          expect({ accepted, failed, generated }).toEqual({
            accepted: 3 * perSecond,
            failed: 0,
            generated: 3 * perSecond,
          });
          expect(ended.code).toBe(0);
          expect(ended.err).toContain('"retried":true');
          const stored = await target.read();
          expectRows([...new Set(stored)], await sample(3 * perSecond));
          if (subject.recognises === true) expect(stored).toHaveLength(3 * perSecond);
        }, 90_000);

      test(
        `killed ${KILLS} times and started again with --state, no row is missing`,
        async () => {
          const target = await fresh();
          const limit = 2000 * KILLS;
          const state = join(folder, `${command}.json`);
          const flags = ['--eps', '2000', '--limit', String(limit), '--state', state];
          for (let kill = 0; kill < KILLS; kill++) {
            const running = starting(target.settings, ...flags);
            await running.said('"start"');
            // At moments before and after the state is written, which is every second.
            await setTimeout(500 + ((kill * 290) % 700));
            // A service that has just started again may not have answered by then; once there must be something to go on from.
            if (kill === KILLS - 1)
              await expect.poll(() => existsSync(state), { timeout: 10_000 }).toBe(true);
            running.child.kill('SIGKILL');
            await running.ended;
          }
          const last = await streaming(target.settings, ...flags);
          expect(last.code, last.err).toBe(0);
          expect(last.err).toContain('Resuming at row');
          const stored = await target.read();
          expectRows([...new Set(stored)], await sample(limit, String(summaryOf(last)['seed'])));
          if (subject.recognises === true) expect(stored).toHaveLength(limit);
          if (target.ids !== undefined) expect(new Set(await target.ids()).size).toBe(limit);
        },
        30_000 + KILLS * 5000,
      );

      if (subject.wrong !== undefined)
        test('credentials that are refused end the run, in words without secrets', async () => {
          const target = await fresh();
          const settings = { ...target.settings, ...subject.wrong };
          const ended = await streaming(settings, '--limit', '5', '--eps', 'max');
          expect(ended.code, ended.err).toBe(1);
          expect(summaryOf(ended)).toMatchObject({ accepted: 0, failed: 5, reason: 'failed' });
          for (const wrong of Object.values(subject.wrong ?? {})) expect(ended.err).not.toContain(wrong);
          const connection = await destination.open(configOf(destination, settings), env());
          expect(await deliveryError(connection.send(batchOf(rows), sendOptions()))).toMatchObject({
            kind: 'auth',
          });
          await connection.close();
          expect(await target.read()).toEqual([]);
        });

      test('values arrive as they are', async () => {
        const target = await fresh();
        const connection = await destination.open(configOf(destination, target.settings), env());
        const receipt = await connection.send(batchOf(rows), sendOptions());
        expect(receipt).toMatchObject({ accepted: rows.length, quarantined: 0, rejected: 0 });
        await connection.close();
        expect(parsed(await target.read())).toEqual(parsed(rows.map((row) => JSON.stringify(row))));
      });

      test('an abort ends a request to which no answer comes; closing twice does no harm', async () => {
        const target = await fresh();
        const sockets: { destroy(): void }[] = [];
        const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
        silent.listen(ports[2], '127.0.0.1');
        await once(silent, 'listening');
        onTestFinished(() => void silent.close());
        const settings = { ...target.settings, ...subject.at(ports[2] ?? 0) };
        const connection = await destination.open(configOf(destination, settings), env());
        const asking = asked(settings);
        const check = await catbird(['check', command, ...asking.flags, '--timeout', '500ms'], asking);
        expect(check.code).toBe(1);
        expect(check.err).toMatch(/^✗ No response from \S+ (with)?in/);
        const reason = new Error('enough');
        const controller = new AbortController();
        const request = connection.send(batchOf(rows), sendOptions({ signal: controller.signal }));
        const refused = expect(request).rejects.toBe(reason);
        await setTimeout(200);
        controller.abort(reason);
        await refused;
        await connection.close();
        await connection.close();
        const before = connection.send(batchOf(rows), sendOptions({ signal: AbortSignal.abort(reason) }));
        await expect(before).rejects.toBe(reason);
        const closed = once(silent, 'close');
        silent.close();
        // After that no other can come in.
        for (const socket of sockets) socket.destroy();
        await closed;
        // Nobody listens there now.
        const alone = await destination.open(configOf(destination, settings), env());
        const error = await deliveryError(alone.send(batchOf(rows), sendOptions()));
        expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
        expect(error.message).toContain(`127.0.0.1:${ports[2]}`);
        await alone.close();
      });

      test('a connection goes on after a request that was given up', async () => {
        const target = await fresh();
        const connection = await destination.open(configOf(destination, target.settings), env());
        await connection.send(batchOf(rows.slice(0, 1)), sendOptions());
        const controller = new AbortController();
        const request = connection.send(
          batchOf(rows.slice(1, 2)),
          sendOptions({ signal: controller.signal }),
        );
        controller.abort();
        await expect(request).rejects.toBe(controller.signal.reason);
        expect(await connection.send(batchOf(rows.slice(2)), sendOptions())).toMatchObject({ accepted: 1 });
        await connection.close();
        await connection.close();
        const stored = parsed(await target.read());
        const [first = '', second = '', third = ''] = rows.map((row) => JSON.stringify(row));
        expect(stored.filter((row) => row !== second)).toEqual(parsed([first, third]));
      });

      test('the connection test tells right from wrong and from nobody, and writes nothing', async () => {
        const target = await fresh();
        const checking = async (more: Readonly<Record<string, string>>) => {
          const { flags, env } = asked({ ...target.settings, ...more });
          const ended = await catbird(['check', command, ...flags], { env });
          for (const secret of [...secrets, ...Object.values(subject.wrong ?? {})])
            expect(ended.out + ended.err).not.toContain(secret);
          return ended;
        };
        const [good, wrong, nobody] = await Promise.all([
          checking({}),
          checking(subject.wrong ?? subject.at(ports[2] ?? 0)),
          checking(subject.at(ports[2] ?? 0)),
        ]);
        expect(good).toMatchObject({ code: 0 });
        expect(wrong.code).toBe(1);
        expect(nobody.code).toBe(1);
        expect(nobody.err).toContain('No response from');
        expect(await target.read()).toEqual([]);
      });
    },
  );
}
